import { sampleAudits, type SampleAuditRow } from '../../../contract/sample-audits.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { sampleAudit } from './compliance-checklist.ts'
import { monthOf } from './compliance-rules.ts'
import { openActionsByAudit } from './improvement-action-store.ts'
import { createSampleAudit } from './sample-audit-creation.ts'
import { tallyCriteria } from './sample-audit-rules.ts'
import {
  findSampleAudit,
  listSampleAudits,
  summaryOf,
  titlesOf,
  type SampleAuditSummary,
} from './sample-audit-store.ts'

const rowView = (
  { at, ...audit }: SampleAuditSummary,
  open: ReadonlyMap<string, number>,
): SampleAuditRow => ({
  ...audit,
  at: at.toISOString(),
  openActions: open.get(audit.id) ?? 0,
})

/** The operations of `contract/sample-audits.ts`. */
export const sampleAuditHandlers = {
  list: handle(sampleAudits.list, async (scope: StaffScope) => {
    const open = await openActionsByAudit(scope)
    return { answer: (await listSampleAudits(scope)).map((audit) => rowView(audit, open)) }
  }),

  get: handle(sampleAudits.get, async (scope, { auditId }) => {
    const audit = await findSampleAudit(scope, auditId)
    if (!audit) return refuse('not-found')
    const titles = await titlesOf(
      scope,
      audit.sample.map(({ consentId }) => consentId),
    )
    const consents = audit.sample.map(({ consentId: id, found }) => ({
      id,
      title: titles.get(id) ?? null,
      gaps: Object.entries(found).flatMap(([criterion, met]) => (met ? [] : [criterion])),
      applied: Object.keys(found).length,
    }))
    const row = rowView(summaryOf(audit), await openActionsByAudit(scope))
    const { groups } = sampleAudit
    const answer = { ...row, seed: audit.seed, groups, criteria: tallyCriteria(audit.sample), consents }
    return { answer, subject: auditId, details: { month: audit.month } }
  }),

  run: handle(sampleAudits.run, async (scope, { month }) => {
    if (month >= monthOf(await todayOf(scope))) return refuse('month-not-over')
    const audit = await createSampleAudit(scope, month, scope.actor.name)
    if (!audit) return refuse('already-made')
    // The refusal takes the empty audit with it.
    if (audit.population === 0) return refuse('nothing-to-sample')
    const answer = rowView(summaryOf(audit), await openActionsByAudit(scope))
    return { answer, subject: audit.id, details: { month, size: answer.size, gaps: answer.gaps } }
  }),
}
