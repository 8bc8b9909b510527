import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
} from './kit.ts'
import { task_note_length_max } from './limits.ts'
import { consentStatuses } from './consent-states.ts'

/** What people have to do about a consent. */
const taskKinds = [
  'urgent-worry',
  'worry',
  'call',
  'letter',
  'answer',
  'understanding',
  'matter',
  'talk',
  'capacity',
  'new-link',
  'countersign',
] as const

/** How a task ended. */
const taskOutcomes = ['done', 'reached', 'no-answer', 'wrong-number', 'posted', 'not-needed'] as const

export const Task = z.object({
  id,
  kind: z.enum(taskKinds),
  status: z.enum(['open', 'done']),
  consentId: id,
  consentStatus: z.enum(consentStatuses),
  patient: z.object({ id, name: z.string(), phone: z.string() }),
  createdAt: instant,
  /** Before this moment it does not stand among what is to do; null where it does at once. */
  dueAt: instant.nullable(),
  assignedTo: z.object({ id, name: z.string() }).nullable(),
  /** Null while it is open; `by` is empty where nobody in person ended it. */
  done: z.object({ at: instant, by: z.string(), outcome: z.enum(taskOutcomes), note: z.string() }).nullable(),
})
export type Task = z.infer<typeof Task>

const taskPermissions = { anyOf: ['createConsents', 'canSendForms', 'sendReminders'] } as const
const missingTask = notFound('Task')

export const tasks = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/tasks',
    summary:
      'What people have to do about consents: open ones oldest first, and urgent worries before all; done ones newest first',
    access: 'clinic',
    needs: taskPermissions,
    audit: null,
    input: z.object({
      ...paging,
      status: z.enum(['open', 'done']).default('open'),
      kind: z.enum(taskKinds).optional(),
      /** 'me' for those of the signed-in person. */
      assigned: z.enum(['anyone', 'me', 'nobody']).default('anyone'),
    }),
    output: paginated(Task),
    example: {},
  }),
  listOfConsent: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/tasks',
    summary: 'The tasks about one consent, oldest first',
    access: 'clinic',
    needs: taskPermissions,
    audit: null,
    input: z.object({ consentId: id }),
    output: z.array(Task),
    refusals: { 'not-found': notFound('Consent') },
    example: { consentId: ':consentId' },
  }),
  counts: operation({
    method: 'GET',
    path: '/api/clinic/tasks/counts',
    summary: 'How many tasks are open, by kind',
    access: 'clinic',
    needs: taskPermissions,
    readsOnce: true,
    audit: null,
    input: z.object({}),
    output: z.object({ open: z.record(z.enum(taskKinds), z.int()), mine: z.int() }),
    example: {},
  }),
  askCountersignature: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/countersignature-request',
    summary:
      'Ask the clinician of a signed consent to countersign it: a task of theirs, or of any clinician where they cannot',
    access: 'clinic',
    needs: taskPermissions,
    audit: { done: 'task.countersignature_asked' },
    input: z.object({ consentId: id }),
    output: Task,
    refusals: {
      'not-found': notFound('Consent'),
      'wrong-state': aborted(
        'This consent is no longer awaiting countersignature. Reload to see its current status.',
      ),
      'may-countersign': aborted('You can countersign this consent yourself.'),
      'already-asked': aborted('A clinician has already been asked to countersign this.'),
    },
    example: { consentId: ':signedId' },
  }),
  complete: operation({
    method: 'POST',
    path: '/api/clinic/tasks/{taskId}/completion',
    summary: 'Say that a task is done, and how it ended',
    access: 'clinic',
    needs: taskPermissions,
    audit: { done: 'task.completed' },
    input: z.object({
      taskId: id,
      outcome: z.enum(taskOutcomes),
      note: optionalText(task_note_length_max),
    }),
    output: Task,
    refusals: {
      'not-found': missingTask,
      'already-done': aborted('This task is already done. Reload to see the outcome.'),
      'note-missing': invalidArgument('Enter what you did.'),
    },
    example: { taskId: ':taskId', outcome: 'reached' },
  }),
  reopen: operation({
    method: 'POST',
    path: '/api/clinic/tasks/{taskId}/reopening',
    summary: 'Put a task back among those to do',
    access: 'clinic',
    needs: taskPermissions,
    audit: { done: 'task.reopened' },
    input: z.object({ taskId: id }),
    output: Task,
    refusals: { 'not-found': missingTask, 'already-open': aborted('This task is already open.') },
    example: { taskId: ':taskId' },
  }),
  assign: operation({
    method: 'POST',
    path: '/api/clinic/tasks/{taskId}/assignment',
    summary: 'Give a task to somebody, or to nobody',
    access: 'clinic',
    needs: taskPermissions,
    audit: { done: 'task.assigned' },
    input: z.object({ taskId: id, staffId: id.nullable() }),
    output: Task,
    refusals: {
      'not-found': missingTask,
      'staff-not-found': notFound('Member of staff'),
      'already-done': aborted('This task is already done. Reload to see the outcome.'),
    },
    example: { taskId: ':taskId', staffId: null },
  }),
}
