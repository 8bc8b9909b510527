import { minute_ms } from '../../platform/clock.ts'
import type { Log } from '../../platform/database/database.ts'
import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { clinicsToSeal, sealClinic } from './audit-store.ts'

const hourOf = (at: Date): number => Math.floor(at.getTime() / (60 * minute_ms))

/**
 * Seals what can be sealed, clinic by clinic, each in its own short transaction. A clinic's first seal of an hour is
 * told to the log, so that the chain's head is kept outside the database too.
 */
export async function sealAuditLog(runSweep: RunSweep, log: Log): Promise<void> {
  for (const clinicId of await runSweep(clinicsToSeal)) {
    const made = await runSweep((scope) => sealClinic(scope, clinicId))
    if (!made) continue
    const { last, seal } = made
    if (!last || hourOf(last.sealedAt) !== hourOf(seal.sealedAt))
      log.info({ chain: clinicId, seal: seal.number, head: seal.hash }, 'audit log sealed')
  }
}
