import type { AuditGap, ChainVerification } from '../../../contract/audit.ts'
import { contract } from '../../../contract/index.ts'
import type { ClinicScope, JobScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { platformClinicId } from './audit-schema.ts'
import { searchRows } from './audit-search-store.ts'
import { resolveAuditSearch, type FindStaffEmails } from './audit-search-input.ts'
import { verifyClinic, type AuditChainVerification } from './audit-verification.ts'
import { auditRowView } from './audit-view.ts'

/** What modules below know of the records and the people that the log speaks of, injected. */
type AuditDeps = {
  gapsOf(scope: ClinicScope | JobScope): Promise<AuditGap[]>
  findStaffEmails: FindStaffEmails
  runJob: RunJob
}

const withGaps = (log: AuditChainVerification, gaps: AuditGap[]): ChainVerification => ({
  ...log,
  intact: log.intact && gaps.every((gap) => gap.intact),
  gaps,
})

export const auditHandlers = ({ gapsOf, findStaffEmails, runJob }: AuditDeps) => ({
  list: handle(contract.audit.list, async (scope, { after, sort, pageSize, ...asked }) => {
    const { clinicId, tx } = scope
    const search = { ...(await resolveAuditSearch(scope, asked, findStaffEmails)), clinicId }
    const { rows, next } = await searchRows(tx, search, { sort, after, limit: pageSize })
    return { answer: { rows: rows.map(auditRowView), next } }
  }),

  listForAdmin: handle(contract.audit.listForAdmin, async (scope, { after, sort, pageSize, ...asked }) => {
    const search = await resolveAuditSearch(scope, asked, findStaffEmails)
    const { rows, next } = await searchRows(scope.tx, search, { sort, after, limit: pageSize })
    return { answer: { rows: rows.map(auditRowView), next } }
  }),

  verify: handle(contract.audit.verify, async (scope) => {
    const log = await verifyClinic(scope)
    const answer = withGaps(log, await gapsOf(scope))
    const { intact, brokenSeal, gaps } = answer
    return { answer, details: { intact, brokenSeal, gaps: gaps.length } }
  }),

  // Which records were destroyed is read as their practice, whose rows the role of an admin may not.
  verifyForAdmin: handle(contract.audit.verifyForAdmin, async ({ tx }, { clinicId: chain }) => {
    const clinicId = chain === 'platform' ? platformClinicId : chain
    const log = await verifyClinic({ tx, clinicId })
    const { intact, brokenSeal } = log
    const answer = new DeferredResponse(async () => withGaps(log, await runJob(clinicId, gapsOf)))
    return { answer, subject: clinicId, details: { intact, brokenSeal } }
  }),
})
