export { auditHandlers } from './audit-handlers.ts'
export { sealAuditLog } from './audit-jobs.ts'
export { agentOf, canonical, sha256 } from './audit-rules.ts'
export { writeAudit } from './audit-store.ts'
