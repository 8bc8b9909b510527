import type { AuditGap } from '../../../contract/audit.ts'
import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { verifyClinic } from './audit-verification.ts'

/** What modules below know of the records that the log speaks of, passed in by app.ts. */
type AuditParts = { gapsOf(scope: ClinicScope): Promise<AuditGap[]> }

export const auditHandlers = ({ gapsOf }: AuditParts) => ({
  verify: handle(contract.audit.verify, async (scope) => {
    const log = await verifyClinic(scope)
    const gaps = await gapsOf(scope)
    const intact = log.intact && gaps.every((gap) => gap.intact)
    const details = { intact, brokenSeal: log.brokenSeal, gaps: gaps.length }
    return { answer: { ...log, intact, gaps }, details }
  }),
})
