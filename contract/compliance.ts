import { z } from 'zod'
import { id, instant, invalidArgument, isoDate, notFound, operation, paging, text } from './kit.ts'
import { compliance_note_length_max } from './limits.ts'
import { ImprovementAction } from './improvement-actions.ts'

/** What inspections ask for, counted from the practice's own records. There is no score of it all. */

const keyQuestions = ['safe', 'effective', 'caring', 'responsive', 'well-led'] as const

const compliancePeriods = ['month', 'quarter', 'year', 'own'] as const
export type CompliancePeriod = (typeof compliancePeriods)[number]

/** Days of the practice, both included; of a month, quarter or year the one that `from` lies in, or today's. */
export const compliancePeriodInput = {
  period: z.enum(compliancePeriods).default('quarter'),
  from: isoDate.optional(),
  to: isoDate.optional(),
}

const Span = z.object({ from: isoDate, to: isoDate })

/** `no-data`: there was nothing to count; never told as all or none. `shown`: nothing is aimed at. */
const itemStates = ['met', 'below', 'no-data', 'shown'] as const

const ComplianceMetric = z.object({
  /** A share in percent, or a number; null without anything to count. */
  value: z.number().nullable(),
  /** How many count, of how many. */
  count: z.int(),
  of: z.int(),
})

const Item = z.object({
  id: z.string(),
  keyQuestion: z.enum(keyQuestions),
  ask: z.string(),
  counts: z.string(),
  regulations: z.array(z.string()),
  statement: z.string().nullable(),
  /** Which records stand behind the number. */
  behind: z.string(),
  unit: z.enum(['percent', 'count']),
  target: z.number().nullable(),
  state: z.enum(itemStates),
  ...ComplianceMetric.shape,
  /** Earlier spans of the same length, the oldest first, then this one. */
  trend: z.array(Span.extend(ComplianceMetric.shape)),
  openActions: z.int(),
})
export type ComplianceItem = z.infer<typeof Item>

/** Under which names the list is kept, by nation and framework. */
const Framework = z.object({
  nation: z.string(),
  regulator: z.string(),
  short: z.string(),
  regulations: z.string(),
  version: z.string(),
  checkedOn: isoDate,
  themes: z.record(z.enum(keyQuestions), z.string()),
  isConfirmed: z.boolean(),
  frameworks: z.array(
    z.object({ id: z.string(), title: z.string(), isInForce: z.boolean(), note: z.string() }),
  ),
})
export type ComplianceFramework = z.infer<typeof Framework>

const complianceReportFields = z.object({
  span: Span,
  period: z.enum(compliancePeriods),
  framework: Framework,
  /** How many consents changed since they were last looked at and are not told of as they are now; as a rule none. */
  uncounted: z.int(),
})

const SourceRecord = z.object({
  kind: z.enum(['consent', 'patient', 'template', 'staff', 'audit', 'incident', 'request']),
  id,
  title: z.string(),
  detail: z.string(),
  /** Null where it is not the kind that is met or not. */
  isMet: z.boolean().nullable(),
})
export type SourceRecord = z.infer<typeof SourceRecord>

/** One group of patients; null where there are too few of them to be told apart from one another. */
const Group = z.object({
  by: z.enum(['age', 'language', 'need']),
  name: z.string(),
  item: z.string(),
  figure: ComplianceMetric.nullable(),
})
export type ComplianceGroup = z.infer<typeof Group>

const ItemDetail = complianceReportFields.extend({
  item: Item,
  /** Further numbers that belong to it, each with its name. */
  besides: z.array(z.object({ label: z.string(), value: z.string() })),
  groups: z.array(Group),
  records: z.object({
    rows: z.array(SourceRecord),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
  notes: z.array(z.object({ id, text: z.string(), by: z.string(), at: instant })),
  actions: z.array(ImprovementAction),
})
export type ComplianceItemDetail = z.infer<typeof ItemDetail>

const noItem = { 'not-found': notFound('Item') }
export const wrongPeriod = {
  'wrong-period': invalidArgument('Enter a first day, and a last day up to three years later.'),
}
const itemId = z.string().regex(/^CQ\d\d$/)
const needs = 'accessSettings'
const path = '/api/clinic/compliance'

export const compliance = {
  overview: operation({
    method: 'GET',
    path,
    summary: 'The evidence list of inspections, each item counted over a period, with its trend',
    access: 'clinic',
    needs,
    reads: 'replica',
    audit: null,
    input: z.object(compliancePeriodInput),
    output: complianceReportFields.extend({ items: z.array(Item) }),
    refusals: wrongPeriod,
    example: {},
  }),
  item: operation({
    method: 'GET',
    path: `${path}/{itemId}`,
    summary: 'One item with the records behind its number, notes and actions',
    access: 'clinic',
    needs,
    reads: 'replica',
    audit: { done: 'compliance.item_opened' },
    input: z.object({
      itemId,
      ...compliancePeriodInput,
      ...paging,
      /** All records, or those alone that fall short. */
      show: z.enum(['all', 'gaps']).default('all'),
    }),
    output: ItemDetail,
    refusals: { ...noItem, ...wrongPeriod },
    example: { itemId: 'CQ02' },
  }),
  addNote: operation({
    method: 'POST',
    path: `${path}/{itemId}/notes`,
    summary: 'Write a note about an item',
    access: 'clinic',
    needs,
    audit: { done: 'compliance.noted' },
    idempotent: true,
    input: z.object({ itemId, text: text(compliance_note_length_max) }),
    output: z.object({ id }),
    refusals: noItem,
    example: { itemId: 'CQ02', text: 'Options are a point of the next staff meeting.' },
  }),
}
