import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { inspection_pack_days } from '../../../contract/limits.ts'
import type { Bytes } from '../../../verification/bytes.ts'
import { day_ms, hour_ms, type Clock } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { InspectionReport, SealedReport } from '../documents/index.ts'
import { ArchiveTooLarge, openArchive, type Archive } from '../records/index.ts'
import { readPackContents } from './inspection-pack-report.ts'
import { recountAllPending } from './compliance-counting.ts'
import {
  expiredPacks,
  findPack,
  isPackFileShared,
  nameOfInspectionPack,
  updatePack,
  type PackRow,
} from './inspection-pack-store.ts'

export type PackDeps = {
  runJob: RunJob
  clock: Clock
  files: Files
  buildReport(report: InspectionReport): Promise<SealedReport>
  /** Everything that proves a consent as one file; null where its record is not there, or not sealed yet. */
  buildBundle(clinicId: string, consentId: string): Promise<Bytes | null>
}

/** Longer than any pack takes: whatever is still being prepared then has been given up. */
const preparation_timeout_hours = 6
const packs_per_sweep_max = 200
const abandonedMessage = 'The pack could not be completed. Create a new one.'
const tooLarge = 'The pack is too large for one ZIP file. Choose a shorter period.'

const readme = (bundles: number, missing: number): string =>
  [
    'report.pdf is the report, sealed by the installation.',
    `evidence/ holds ${bundles} files: the complete evidence for each sampled consent, with a page that checks it offline.`,
    ...(missing > 0
      ? [`${missing} sampled consents are missing: their records have been erased, or are not sealed yet.`]
      : []),
    'The evidence contains health data. Keep this file safe, and delete it when it is no longer needed.',
    '',
  ].join('\n')

/** The work behind inspection packs. */
export function inspectionPackJobs(deps: PackDeps) {
  const { runJob, clock, files, buildReport, buildBundle } = deps

  function finish(clinicId: string, pack: PackRow, change: Partial<PackRow>): Promise<void> {
    return runJob(clinicId, async (scope, note) => {
      await updatePack(scope, pack.id, change)
      const details = change.sha256 ? { sha256: change.sha256 } : {}
      note({ action: `inspection_pack.${change.status}`, subject: pack.id, details })
    })
  }

  /** The report, then the evidence of each sampled consent; the progress is told as it goes. */
  async function write(clinicId: string, pack: PackRow, archive: Archive): Promise<void> {
    const span = { from: pack.fromDay, to: pack.toDay }
    const { report, audit } = await runJob(clinicId, (scope) =>
      readPackContents(scope, { span, madeBy: pack.madeBy }),
    )
    const tell = (progress: number) =>
      runJob(clinicId, (scope) => updatePack(scope, pack.id, { progress: Math.floor(progress) }))
    await tell(20)
    const { pdf } = await buildReport(report)
    await archive.addBytes('report.pdf', Readable.from([Buffer.from(pdf)]))
    await tell(40)
    const sampled = audit?.sample ?? []
    let bundles = 0
    for (const [at, { consentId }] of sampled.entries()) {
      const bundle = await buildBundle(clinicId, consentId)
      if (bundle) {
        await archive.addBytes(`evidence/${consentId}.zip`, Readable.from([Buffer.from(bundle)]))
        bundles += 1
      }
      await tell(40 + ((at + 1) / sampled.length) * 55)
    }
    await archive.addText('README.txt', readme(bundles, sampled.length - bundles))
  }

  async function make(clinicId: string, pack: PackRow, folder: string): Promise<void> {
    const place = path.join(folder, 'inspection.zip')
    const archive = await openArchive(place, clock.now())
    try {
      await write(clinicId, pack, archive)
    } catch (error) {
      await archive.abandon()
      if (!(error instanceof ArchiveTooLarge)) throw error
      return finish(clinicId, pack, { status: 'failed', failure: tooLarge })
    }
    const { bytes, sha256 } = await archive.close()
    await files.putFile(nameOfInspectionPack(sha256), place, clinicId)
    const expiresAt = new Date(clock.now().getTime() + inspection_pack_days * day_ms)
    await finish(clinicId, pack, { status: 'ready', progress: 100, bytes, sha256, expiresAt })
  }

  return {
    /** Makes a pack; done already, it does nothing. What an interrupted run left behind is removed. */
    async makePack({ clinicId, packId }: JobData): Promise<void> {
      const pack = await runJob(clinicId!, (scope) => findPack(scope, packId!))
      if (pack?.status !== 'preparing') return
      // A report tells of everything, or it is not written yet.
      await recountAllPending(runJob, { clinicId: clinicId! }, true)
      const folder = path.join(tmpdir(), `candour-inspection-${pack.id}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { mode: 0o700 })
      try {
        await make(clinicId!, pack, folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    /** Takes away the bytes of a pack whose time is over, and gives up one that was never finished. */
    async expirePack({ clinicId, packId }: JobData): Promise<void> {
      const expiredSha256 = await runJob(clinicId!, async (scope, note) => {
        const pack = await findPack(scope, packId!)
        if (pack?.status === 'preparing') {
          await updatePack(scope, pack.id, { status: 'failed', failure: abandonedMessage })
          note({ action: 'inspection_pack.failed', subject: pack.id, details: {} })
        }
        if (pack?.status !== 'ready' || pack.expiresAt! > scope.now) return null
        await updatePack(scope, pack.id, { status: 'expired' })
        note({ action: 'inspection_pack.expired', subject: pack.id, details: {} })
        return (await isPackFileShared(scope, pack)) ? null : pack.sha256
      })
      if (expiredSha256) await files.remove(nameOfInspectionPack(expiredSha256))
    },
  }
}

/** Finds packs whose time is over, and those that were given up, and enqueues the end of each. */
export const sweepInspectionPacks = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const begunBefore = new Date(scope.now.getTime() - preparation_timeout_hours * hour_ms)
    for (const { clinicId, id } of await expiredPacks(scope, { begunBefore, limit: packs_per_sweep_max }))
      scope.enqueue('compliance.expire-pack', { clinicId, packId: id })
  })
