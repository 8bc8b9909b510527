import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { day_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { ArchiveTooLarge, openArchive } from './record-archive.ts'
import { writeExport } from './record-export.ts'
import { writePack } from './record-pack.ts'
import { expiryOfFile, nameOfFile } from './record-rules.ts'
import { expiredFiles, findFile, isHeldElsewhere, updateFile, type FileRow } from './record-store.ts'
import type { RecordExportDeps } from './record-writing.ts'

/** Longer than any archive takes: whatever is still being prepared then has been given up. */
const preparing_days_max = 1
const files_per_sweep_max = 200
const tooLarge = 'The export is too large for one ZIP file. Contact support.'
const givenUp = 'The export could not be completed. Create a new one.'

/** The work behind packs and exports. */
export function recordJobs(deps: RecordExportDeps) {
  const { runJob, clock, files } = deps

  /** Answers whether there still is what it was made of. */
  function finish(clinicId: string, file: FileRow, change: Partial<FileRow>): Promise<boolean> {
    return runJob(clinicId, async (scope, note) => {
      if (!(await updateFile(scope, file.id, change))) return false
      const details = { kind: file.kind, ...(change.sha256 ? { sha256: change.sha256 } : {}) }
      note({ action: `record.file_${change.status}`, subject: file.patientId ?? file.id, details })
      return true
    })
  }

  /** Writes the archive to a folder of its own, keeps it, and only then says that it is ready. */
  async function make(clinicId: string, file: FileRow, folder: string): Promise<void> {
    const place = path.join(folder, 'record.zip')
    const archive = await openArchive(place, clock.now())
    const tell = async (progress: number): Promise<void> => {
      await runJob(clinicId, (scope) => updateFile(scope, file.id, { progress: Math.floor(progress) }))
    }
    try {
      const write = file.kind === 'pack' ? writePack : writeExport
      await write(deps, { archive, clinicId, file, tell })
    } catch (error) {
      await archive.abandon()
      if (!(error instanceof ArchiveTooLarge)) throw error
      await finish(clinicId, file, { status: 'failed', failure: tooLarge })
      return
    }
    const { bytes, sha256 } = await archive.close()
    await files.putFile(nameOfFile(sha256), place, clinicId)
    const expiresAt = expiryOfFile(clock.now())
    const isKept = await finish(clinicId, file, { status: 'ready', progress: 100, bytes, sha256, expiresAt })
    if (!isKept) await files.remove(nameOfFile(sha256))
  }

  return {
    /** Makes a pack or an export; done already, it does nothing. What an interrupted run left behind is removed. */
    async makeFile({ clinicId, fileId }: JobData): Promise<void> {
      const file = await runJob(clinicId!, (scope) => findFile(scope, fileId!))
      if (file?.status !== 'preparing') return
      const folder = path.join(tmpdir(), `candour-record-${file.id}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { mode: 0o700 })
      try {
        await make(clinicId!, file, folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    /** Takes away the bytes of a file whose week is over, and gives up one that was never finished. */
    async expireFile({ clinicId, fileId }: JobData): Promise<void> {
      const gone = await runJob(clinicId!, async (scope, note) => {
        const file = await findFile(scope, fileId!)
        if (file?.status === 'preparing')
          await updateFile(scope, file.id, { status: 'failed', failure: givenUp })
        if (file?.status !== 'ready' || file.expiresAt! > scope.now) return null
        await updateFile(scope, file.id, { status: 'expired' })
        note({
          action: 'record.file_expired',
          subject: file.patientId ?? file.id,
          details: { kind: file.kind },
        })
        return (await isHeldElsewhere(scope, file)) ? null : file.sha256
      })
      if (gone) await files.remove(nameOfFile(gone))
    },
  }
}

/** Finds files whose week is over, and those that were given up, and enqueues the end of each. */
export const sweepRecordFiles = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const begunBefore = new Date(scope.now.getTime() - preparing_days_max * day_ms)
    for (const { clinicId, id } of await expiredFiles(scope, { begunBefore, limit: files_per_sweep_max }))
      scope.enqueue('records.expire-file', { clinicId, fileId: id })
  })
