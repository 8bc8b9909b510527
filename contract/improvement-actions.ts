import { z } from 'zod'
import { aborted, id, instant, isoDate, notFound, operation, paginated, paging, text } from './kit.ts'
import { action_title_length_max, compliance_note_length_max } from './limits.ts'

/** What actions are sorted by; a minus turns it round. */
const actionSorts = ['due', '-due', 'title', '-title', 'owner', '-owner', '-closed', 'closed'] as const
export type ActionSort = (typeof actionSorts)[number]

/** What a practice means to do better, who sees to it and by when. */
export const ImprovementAction = z.object({
  id,
  /** Of the evidence list; null where it is about none. */
  item: z.string().nullable(),
  title: z.string(),
  /** What it came of, in words; empty where somebody thought of it. */
  origin: z.string(),
  consentIds: z.array(id),
  owner: z.object({ id, name: z.string() }).nullable(),
  dueOn: isoDate,
  isOverdue: z.boolean(),
  status: z.enum(['open', 'closed']),
  outcome: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
})
export type ImprovementAction = z.infer<typeof ImprovementAction>

const needs = 'accessSettings'
const path = '/api/clinic/improvement-actions'
const noAction = { 'not-found': notFound('Action') }
const alreadyClosed = aborted('This action is already closed. Reload the page.')
const noOwner = { 'owner-not-found': notFound('Person') }

export const improvementActions = {
  list: operation({
    method: 'GET',
    path,
    summary:
      'Actions, open ones by when they are due and closed ones the last first unless sorted otherwise; with the people who may see to one',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({
      ...paging,
      status: z.enum(['open', 'closed']).default('open'),
      sort: z.enum(actionSorts).optional(),
    }),
    output: paginated(ImprovementAction).extend({ people: z.array(z.object({ id, name: z.string() })) }),
    example: {},
  }),
  create: operation({
    method: 'POST',
    path,
    summary: 'Write down an action with who sees to it and by when',
    access: 'clinic',
    needs,
    audit: { done: 'improvement_action.created' },
    idempotent: true,
    input: z.object({
      item: z
        .string()
        .regex(/^CQ(0[1-9]|[123]\d|40)$/)
        .nullable()
        .default(null),
      title: text(action_title_length_max),
      ownerId: id,
      dueOn: isoDate,
    }),
    output: ImprovementAction,
    refusals: noOwner,
    example: { item: 'CQ02', title: 'Talk through options', ownerId: ':staffId', dueOn: '2026-03-31' },
  }),
  update: operation({
    method: 'PUT',
    path: `${path}/{actionId}`,
    summary: 'Change what an action is, who sees to it or by when',
    access: 'clinic',
    needs,
    audit: { done: 'improvement_action.updated' },
    validatesOnlyChanges: true,
    input: z.object({ actionId: id, title: text(action_title_length_max), ownerId: id, dueOn: isoDate }),
    output: ImprovementAction,
    refusals: { ...noAction, ...noOwner, 'already-closed': alreadyClosed },
    example: {
      actionId: ':actionId',
      title: 'Talk options through',
      ownerId: ':staffId',
      dueOn: '2026-04-30',
    },
  }),
  close: operation({
    method: 'POST',
    path: `${path}/{actionId}/closing`,
    summary: 'Close an action with what came of it',
    access: 'clinic',
    needs,
    audit: { done: 'improvement_action.closed' },
    input: z.object({ actionId: id, outcome: text(compliance_note_length_max) }),
    output: ImprovementAction,
    refusals: { ...noAction, 'already-closed': alreadyClosed },
    example: { actionId: ':actionId', outcome: 'Done at the staff meeting.' },
  }),
}
