import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation } from './kit.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as 2026-11')

const AuditRow = z.object({
  id,
  month: Month,
  version: z.string(),
  size: z.int(),
  population: z.int(),
  /** Of all that applied to the sampled consents, how much was as it should be. Told by criterion, never as one number of a practice. */
  gaps: z.int(),
  openActions: z.int(),
  madeBy: z.string(),
  at: instant,
})
export type SampleAuditRow = z.infer<typeof AuditRow>

const AuditCriterion = z.object({
  id: z.string(),
  group: z.string(),
  says: z.string(),
  item: z.string(),
  met: z.int(),
  of: z.int(),
})

const SampleAudit = AuditRow.extend({
  seed: z.string(),
  groups: z.array(z.object({ id: z.string(), title: z.string(), need: z.string() })),
  criteria: z.array(AuditCriterion),
  consents: z.array(
    z.object({
      id,
      /** Null where its record has ended since. */
      title: z.string().nullable(),
      /** Criteria that were not met. */
      gaps: z.array(z.string()),
      applied: z.int(),
    }),
  ),
})
export type SampleAudit = z.infer<typeof SampleAudit>

const needs = 'accessSettings'
const path = '/api/clinic/sample-audits'

/** Random samples of consents, looked at for the regulation, the professional standards and the law on capacity. */
export const sampleAudits = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Sample audits, the newest month first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(AuditRow),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: `${path}/{auditId}`,
    summary: 'One sample audit: how the sample was drawn, and what was found on each consent',
    access: 'clinic',
    needs,
    audit: { done: 'sample_audit.opened' },
    input: z.object({ auditId: id }),
    output: SampleAudit,
    refusals: { 'not-found': notFound('Audit') },
    example: { auditId: ':auditId' },
  }),
  run: operation({
    method: 'POST',
    path,
    summary: 'Draw the sample of a month that has ended and look at it; gaps become actions',
    access: 'clinic',
    needs,
    audit: { done: 'sample_audit.made' },
    input: z.object({ month: Month }),
    output: AuditRow,
    refusals: {
      'month-not-over': invalidArgument('Choose a month that has ended.'),
      'already-made': aborted('This month has already been audited.'),
      'nothing-to-sample': aborted('No consents were finalised in this month.'),
    },
    example: { month: '2025-12' },
  }),
}
