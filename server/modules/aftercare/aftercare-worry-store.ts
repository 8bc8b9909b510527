import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { UnresolvedWorry } from '../../../contract/aftercare.ts'
import { openRow, openRows, sealChange, sealRow } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, JobScope, PatientScope, StaffScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { patientName, contactDetailsOf } from '../patients/index.ts'
import { patients } from '../patients/patient-schema.ts'
import { tasks } from '../tasks/task-schema.ts'
import { worries } from './aftercare-schema.ts'
import { worryName, type WorryRow } from './aftercare-worry-rules.ts'

export type NewWorry = Omit<
  WorryRow,
  'id' | 'clinicId' | 'at' | 'takenUpAt' | 'settledAt' | 'settledBy' | 'settledNote'
>

/** What a patient sees of their worries: not who dealt with them, nor how. */
export async function ownWorries(scope: PatientScope, consentId: string) {
  const rows = await scope.tx
    .select({
      id: worries.id,
      key: worries.key,
      worry: worries.worry,
      level: worries.level,
      at: worries.at,
      settledAt: worries.settledAt,
    })
    .from(worries)
    .where(and(eq(worries.clinicId, scope.clinicId), eq(worries.consentId, consentId)))
    .orderBy(desc(worries.at), desc(worries.id))
  return openRows(scope, worries, rows)
}

/** Keeps a worry; told twice with the same key it is one. Answers its id where it was new. */
export async function insertWorry(scope: PatientScope, worry: NewWorry): Promise<string | null> {
  const { clinicId, now: at } = scope
  const [made] = await scope.tx
    .insert(worries)
    .values(sealRow(scope, worries, { ...worry, clinicId, at }))
    .onConflictDoNothing()
    .returning({ id: worries.id })
  return made?.id ?? null
}

/** The worries of a consent, newest first. */
export async function worriesOf(scope: StaffScope, consentId: string): Promise<WorryRow[]> {
  const rows = await scope.tx
    .select()
    .from(worries)
    .where(and(eq(worries.clinicId, scope.clinicId), eq(worries.consentId, consentId)))
    .orderBy(desc(worries.at), desc(worries.id))
  return openRows(scope, worries, rows)
}

const isWorry = (scope: StaffScope, id: string) =>
  and(eq(worries.clinicId, scope.clinicId), eq(worries.id, id))

/** Marks that the practice has taken a worry up; undefined where it had, so that what follows is done once. */
export async function acknowledgeWorry(scope: JobScope, id: string): Promise<WorryRow | undefined> {
  const [taken] = await scope.tx
    .update(worries)
    .set({ takenUpAt: scope.now })
    .where(and(isWorry(scope, id), isNull(worries.takenUpAt)))
    .returning()
  return taken && openRow(scope, worries, taken)
}

/** Keeps with a worry how it was settled, or that it is open again. */
export async function setWorryResolution(
  scope: JobScope,
  id: string,
  settled: { at: Date; by: string; note: string } | null,
): Promise<void> {
  const change = {
    settledAt: settled?.at ?? null,
    settledBy: settled?.by ?? null,
    settledNote: settled?.note ?? null,
  }
  await scope.tx
    .update(worries)
    .set(sealChange(scope, worries, { id, ...change }))
    .where(isWorry(scope, id))
}

/** Worries whose task is open: urgent ones first, of these the oldest. */
export async function openWorriesOf(scope: ClinicScope | JobScope): Promise<UnresolvedWorry[]> {
  const rows = await scope.tx
    .select({ worry: worries, taskId: tasks.id, patient: patients })
    .from(tasks)
    .innerJoin(worries, and(eq(worries.clinicId, tasks.clinicId), eq(worries.id, tasks.causeId)))
    .innerJoin(consents, and(eq(consents.clinicId, tasks.clinicId), eq(consents.id, tasks.consentId)))
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .where(
      and(
        eq(tasks.clinicId, scope.clinicId),
        inArray(tasks.kind, ['urgent-worry', 'worry']),
        isNull(tasks.doneAt),
      ),
    )
    // 'red' stands behind 'amber' in the alphabet.
    .orderBy(desc(worries.level), asc(worries.toldAt), asc(worries.id))
  return rows.map(({ worry: row, taskId, patient }) => {
    const { id, consentId, worry, level, toldAt } = openRow(scope, worries, row)
    return {
      ...{ id, taskId, consentId },
      patient: {
        id: patient.id,
        name: patientName(patient),
        phone: contactDetailsOf(patient, scope.now).phone,
      },
      worry: worryName(worry),
      level: level === 'red' ? 'red' : 'amber',
      toldAt: toldAt.toISOString(),
    }
  })
}
