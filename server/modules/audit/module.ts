import type { OpenModule } from '../../module.ts'
import { auditExports } from './audit-export.ts'
import { auditHandlers } from './audit-handlers.ts'
import { sealAuditLog } from './audit-jobs.ts'

/** What was done, by whom and when, sealed entry upon entry. */
export const audit: OpenModule = (
  { runJob, runPlatformJob, runSweep, log },
  { gapsOf, findStaffEmails },
) => ({
  handlers: { audit: auditHandlers({ gapsOf, findStaffEmails, runJob }) },
  files: auditExports({ findStaffEmails, runJob, runPlatformJob }),
  sweeps: { 'audit.seal': { seconds: 5, run: () => sealAuditLog(runSweep, log) } },
})
