import type { RunSweep } from '../../platform/jobs/job-runner.ts'
import { clinicsToSeal, sealClinic } from './audit-store.ts'

/** Seals what can be sealed, clinic by clinic, each in its own short transaction. */
export async function sealAuditLog(runSweep: RunSweep): Promise<void> {
  for (const clinicId of await runSweep(clinicsToSeal)) {
    await runSweep((scope) => sealClinic(scope, clinicId))
  }
}
