import type { AuditRow } from '../../../contract/audit.ts'
import type { AuditRow as KeptRow } from './audit-rules.ts'
import { platformClinicId } from './audit-schema.ts'

/** An entry as people see it. */
export function auditRowView({ sequence: _order, at, clinicId, ...row }: KeptRow): AuditRow {
  return {
    ...row,
    clinicId: clinicId === platformClinicId ? null : clinicId,
    at: at.toISOString(),
  }
}
