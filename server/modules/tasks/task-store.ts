import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm'
import type { Task } from '../../../contract/tasks.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { openRow, openRows, sealChange, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { patientName, contactDetailsOf } from '../patients/index.ts'
import { patients } from '../patients/patient-schema.ts'
import { staffName } from '../staff/index.ts'
import { staff } from '../staff/staff-schema.ts'
import { tasks } from './task-schema.ts'

export type TaskRow = Opened<typeof tasks.$inferSelect>
export type TaskFilter = {
  status: Task['status']
  kind?: Task['kind'] | undefined
  assigned: 'anyone' | 'me' | 'nobody'
}

const isTask = (scope: StaffScope, id: string) => and(eq(tasks.clinicId, scope.clinicId), eq(tasks.id, id))

/** Opens a task, once for each cause; answers its id, or null where the cause has made one already. */
export async function openTask(
  scope: StaffScope,
  task: Pick<TaskRow, 'kind' | 'consentId' | 'causeId'> & Partial<Pick<TaskRow, 'assignedTo' | 'dueAt'>>,
): Promise<string | null> {
  const [made] = await scope.tx
    .insert(tasks)
    .values({ ...task, clinicId: scope.clinicId, createdAt: scope.now })
    .onConflictDoNothing()
    .returning({ id: tasks.id })
  return made?.id ?? null
}

/** One task with its row locked until the transaction ends. */
export async function lockTask(scope: StaffScope, id: string): Promise<TaskRow | undefined> {
  const [found] = await scope.tx.select().from(tasks).where(isTask(scope, id)).for('update')
  return found && openRow(scope, tasks, found)
}

/** Changes a locked task. */
export async function updateTask(
  scope: StaffScope,
  id: string,
  change: Partial<Pick<TaskRow, 'assignedTo' | 'doneAt' | 'doneBy' | 'outcome' | 'note'>>,
): Promise<void> {
  await scope.tx
    .update(tasks)
    .set(sealChange(scope, tasks, { id, ...change }))
    .where(isTask(scope, id))
}

/** Ends the open tasks of these kinds about a consent that needs them no more, but for these causes; answers their ids. */
export async function closeTasks(
  scope: JobScope,
  consentId: string,
  kinds: Task['kind'][],
  stillWaiting: readonly string[] = [],
): Promise<string[]> {
  const settled = await scope.tx
    .update(tasks)
    .set({ doneAt: scope.now, doneBy: '', outcome: 'not-needed' })
    .where(
      and(
        eq(tasks.clinicId, scope.clinicId),
        eq(tasks.consentId, consentId),
        inArray(tasks.kind, kinds),
        stillWaiting.length > 0 ? notInArray(tasks.causeId, [...stillWaiting]) : undefined,
        isNull(tasks.doneAt),
      ),
    )
    .returning({ id: tasks.id })
  return settled.map(({ id }) => id)
}

/** The tasks about a consent, oldest first. */
export async function listConsentTasks(scope: StaffScope, consentId: string): Promise<TaskRow[]> {
  const rows = await scope.tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.clinicId, scope.clinicId), eq(tasks.consentId, consentId)))
    .orderBy(asc(tasks.createdAt))
  return openRows(scope, tasks, rows)
}

/** Whether a clinician has been asked to countersign a consent, and that is not done. */
export async function isCountersignAsked(scope: StaffScope, consentId: string): Promise<boolean> {
  const [open] = await scope.tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.clinicId, scope.clinicId),
        eq(tasks.consentId, consentId),
        eq(tasks.kind, 'countersign'),
        isNull(tasks.doneAt),
      ),
    )
    .limit(1)
  return open !== undefined
}

function selectTasks(scope: ClinicScope) {
  return scope.tx
    .select({ task: tasks, consentStatus: consents.status, patient: patients, assignee: staff })
    .from(tasks)
    .innerJoin(consents, and(eq(consents.clinicId, tasks.clinicId), eq(consents.id, tasks.consentId)))
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .leftJoin(staff, and(eq(staff.clinicId, tasks.clinicId), eq(staff.id, tasks.assignedTo)))
}

type Selected = Awaited<ReturnType<typeof selectTasks>>[number]

const viewOf = (scope: ClinicScope, { task, consentStatus, patient, assignee }: Selected): Task => ({
  id: task.id,
  kind: task.kind,
  status: task.doneAt ? 'done' : 'open',
  consentId: task.consentId,
  consentStatus,
  patient: {
    id: patient.id,
    name: patientName(patient),
    phone: contactDetailsOf(patient, scope.now).phone,
  },
  createdAt: task.createdAt.toISOString(),
  dueAt: task.dueAt?.toISOString() ?? null,
  assignedTo: assignee && { id: assignee.id, name: staffName(assignee) },
  done:
    task.doneAt && task.outcome
      ? {
          at: task.doneAt.toISOString(),
          by: task.doneBy ?? '',
          outcome: task.outcome,
          note: openRow(scope, tasks, task).note,
        }
      : null,
})

/** What is still to be done, from the moment on from which it is. */
const isOpenNow = (scope: ClinicScope): SQL | undefined =>
  and(isNull(tasks.doneAt), or(isNull(tasks.dueAt), lte(tasks.dueAt, scope.now)))

const taskCondition = (scope: ClinicScope, { status, kind, assigned }: TaskFilter): SQL | undefined =>
  and(
    eq(tasks.clinicId, scope.clinicId),
    status === 'open' ? isOpenNow(scope) : isNotNull(tasks.doneAt),
    kind && eq(tasks.kind, kind),
    assigned === 'me' ? eq(tasks.assignedTo, scope.staffId) : undefined,
    assigned === 'nobody' ? isNull(tasks.assignedTo) : undefined,
  )

/** A page of tasks as people see them, and how many there are. */
export async function listTasks(
  scope: ClinicScope,
  filter: TaskFilter,
  { limit, offset }: Slice,
): Promise<{ rows: Task[]; total: number }> {
  const where = taskCondition(scope, filter)
  const [counted] = await scope.tx.select({ total: count() }).from(tasks).where(where)
  const order =
    filter.status === 'open'
      ? [desc(eq(tasks.kind, 'urgent-worry')), asc(tasks.createdAt)]
      : [desc(tasks.doneAt)]
  const rows = await selectTasks(scope)
    .where(where)
    .orderBy(...order, asc(tasks.id))
    .limit(limit)
    .offset(offset)
  return { rows: rows.map((row) => viewOf(scope, row)), total: counted!.total }
}

/** The tasks about one consent as people see them, oldest first. */
export async function listConsentTaskViews(scope: ClinicScope, consentId: string): Promise<Task[]> {
  const rows = await selectTasks(scope)
    .where(and(eq(tasks.clinicId, scope.clinicId), eq(tasks.consentId, consentId)))
    .orderBy(asc(tasks.createdAt), asc(tasks.id))
  return rows.map((row) => viewOf(scope, row))
}

/** One task as people see it. */
export async function taskView(scope: ClinicScope, id: string): Promise<Task> {
  const [found] = await selectTasks(scope).where(isTask(scope, id))
  return viewOf(scope, found!)
}

/** How many tasks are open, by kind and to whom they were given. */
export const countOpenTasks = (scope: ClinicScope) =>
  scope.tx
    .select({ kind: tasks.kind, assignedTo: tasks.assignedTo, open: count() })
    .from(tasks)
    .where(and(eq(tasks.clinicId, scope.clinicId), isOpenNow(scope)))
    .groupBy(tasks.kind, tasks.assignedTo)
