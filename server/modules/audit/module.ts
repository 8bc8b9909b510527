import type { OpenModule } from '../../module.ts'
import { auditExports } from './audit-export.ts'
import { auditHandlers } from './audit-handlers.ts'
import { sealAuditLog } from './audit-jobs.ts'

/** What was done, by whom and when, sealed entry upon entry. */
export const audit: OpenModule = ({ runJob, runPlatformJob, runSweep, log }, { gapsOf, emailsOfStaff }) => ({
  handlers: { audit: auditHandlers({ gapsOf, emailsOfStaff, runJob }) },
  files: auditExports({ emailsOfStaff, runJob, runPlatformJob }),
  sweeps: { 'audit.seal': { seconds: 5, run: () => sealAuditLog(runSweep, log) } },
})
