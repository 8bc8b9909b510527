import { createReadStream } from 'node:fs'
import { stored_file_scan_seconds_max } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { ScannerError, type MalwareScanner } from '../../platform/malware/malware-scanner.ts'
import type { VideoJobDeps } from './video-jobs.ts'
import { initialState } from './video-rules.ts'
import { infectedState, pendingState } from './video-scan-rules.ts'
import { findVideo, listVideosToScan, lockVideo, updateVideo, type VideoRow } from './video-store.ts'

type Outcome = { signature: string | null } | 'scanner away' | 'no file'

/** At most so many are asked for at a time, and a new one only once its own job had its chance. */
const swept_max = 20
const first_scan_ms_max = minute_ms / 2

const ownerData = (owner: string | null) => (owner ? { clinicId: owner } : {})

/** The bytes of a video from where they were uploaded to, or the store. */
async function openOriginal({ files, folder }: VideoJobDeps, { publicId, uploadId }: VideoRow) {
  if (uploadId) return createReadStream(folder.fileOf(uploadId))
  return (await files.read(publicId))?.stream ?? null
}

async function scanOriginal(deps: VideoJobDeps, scanner: MalwareScanner, video: VideoRow): Promise<Outcome> {
  const bytes = await openOriginal(deps, video)
  if (!bytes) return 'no file'
  try {
    return { signature: await scanner.scan(bytes, { secondsMax: stored_file_scan_seconds_max }) }
  } catch (error) {
    if (error instanceof ScannerError) return 'scanner away'
    throw error
  } finally {
    bytes.destroy()
  }
}

/**
 * Scans a video. One that is held goes on to the store once nothing was found; while nobody can look, it stays held and
 * says so, and the sweep asks again. Where nobody scans any more, what was held goes on unscanned.
 */
export async function scanVideo(deps: VideoJobDeps, data: JobData): Promise<void> {
  const { runOwner, folder, scanner, converter } = deps
  const [owner, videoId] = [data.clinicId ?? null, data.videoId!]
  const video = await runOwner(owner, (scope) => findVideo(scope, videoId))
  if (!video || (video.scan !== 'pending' && video.scan !== 'unscanned')) return
  const wasHeld = video.scan === 'pending'
  const outcome = scanner ? await scanOriginal(deps, scanner, video) : 'not scanned'
  if (outcome === 'no file') return
  const removed = await runOwner(owner, async (scope, note) => {
    const found = await lockVideo(scope, videoId)
    // Another run was faster.
    if (found?.scan !== video.scan) return null
    if (outcome === 'scanner away') {
      if (wasHeld) await updateVideo(scope, videoId, pendingState(true))
      return null
    }
    if (outcome !== 'not scanned' && outcome.signature) {
      const { signature } = outcome
      const scan = wasHeld ? 'removed' : 'quarantined'
      const upload = wasHeld ? { uploadId: null } : {}
      await updateVideo(scope, videoId, { ...infectedState(scan, signature), ...upload })
      const action = wasHeld ? 'video.removed_for_malware' : 'video.quarantined'
      note({ action, subject: videoId, details: { signature, sha256: found.sha256 } })
      scope.enqueue('file-scans.report', ownerData(owner))
      return wasHeld ? found.uploadId : null
    }
    const state = wasHeld ? initialState(found.format, converter !== null) : {}
    await updateVideo(scope, videoId, { ...state, scan: outcome === 'not scanned' ? 'unscanned' : 'clean' })
    if (wasHeld) scope.enqueue('videos.store', { ...ownerData(owner), videoId })
    return null
  })
  if (removed) await folder.remove(removed)
}

/** Asks for the scan of what is held, and, where files are scanned, of what is stored from before. */
export const sweepVideoScans = (runSweep: RunSweep, isScanned: boolean): Promise<void> =>
  runSweep(async (scope) => {
    const before = new Date(scope.now.getTime() - first_scan_ms_max)
    for (const { id, ownerClinicId } of await listVideosToScan(scope, { isScanned, before, max: swept_max }))
      scope.enqueue('videos.scan', { ...ownerData(ownerClinicId), videoId: id })
  })
