import { and, asc, desc, eq, gte, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { AftercarePolicy } from '../../../contract/aftercare.ts'
import type {
  ClinicScope,
  JobScope,
  PatientScope,
  StaffScope,
  SweepScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { defaultAftercarePolicy, surveyStep, type AftercareStep } from './aftercare-rules.ts'
import { aftercarePolicies, aftercareSteps, aftercareStops, treatmentsDone } from './aftercare-schema.ts'

export type TreatmentDoneRow = typeof treatmentsDone.$inferSelect

/** What the practice does after treatments. */
export async function aftercarePolicyOf(scope: StaffScope): Promise<AftercarePolicy> {
  const [found] = await scope.tx
    .select({ policy: aftercarePolicies.policy })
    .from(aftercarePolicies)
    .where(eq(aftercarePolicies.clinicId, scope.clinicId))
  return found?.policy ?? defaultAftercarePolicy
}

/** Keeps what the practice does from now on. */
export async function saveAftercarePolicy(scope: ClinicScope, policy: AftercarePolicy): Promise<void> {
  const { clinicId, now: updatedAt } = scope
  await scope.tx
    .insert(aftercarePolicies)
    .values({ clinicId, policy, updatedAt })
    .onConflictDoUpdate({ target: [aftercarePolicies.clinicId], set: { policy, updatedAt } })
}

type FollowUp = { next: AftercareStep | null; surveyAt: Date | null }

const followUpColumns = ({ next, surveyAt }: FollowUp) => ({
  nextStep: next?.step ?? null,
  nextAt: next?.at ?? null,
  surveyAt,
})

/** Keeps that treatments were carried out, and what follows. */
export async function insertTreatmentDone(
  scope: ClinicScope,
  done: Pick<TreatmentDoneRow, 'consentId' | 'appointmentId' | 'treatments' | 'doneAt'>,
  after: FollowUp,
): Promise<string> {
  const { clinicId, staffId, now: createdAt } = scope
  const [made] = await scope.tx
    .insert(treatmentsDone)
    .values({ ...done, ...followUpColumns(after), clinicId, staffId, byName: scope.actor.name, createdAt })
    .returning({ id: treatmentsDone.id })
  return made!.id
}

const isDone = (scope: StaffScope, id: string) =>
  and(eq(treatmentsDone.clinicId, scope.clinicId), eq(treatmentsDone.id, id))

/** One record of what was done, locked until the transaction ends. */
export async function lockTreatmentDone(
  scope: StaffScope,
  id: string,
): Promise<TreatmentDoneRow | undefined> {
  const [found] = await scope.tx.select().from(treatmentsDone).where(isDone(scope, id)).for('update')
  return found
}

/** The same with all that was carried out in the same visit, locked in one order, so that no two of them send the same. */
export async function lockVisit(
  scope: JobScope,
  id: string,
): Promise<{ done: TreatmentDoneRow | undefined; others: TreatmentDoneRow[] }> {
  const [visit] = await scope.tx
    .select({ appointmentId: treatmentsDone.appointmentId })
    .from(treatmentsDone)
    .where(isDone(scope, id))
  const ofVisit = visit?.appointmentId
    ? and(eq(treatmentsDone.clinicId, scope.clinicId), eq(treatmentsDone.appointmentId, visit.appointmentId))
    : isDone(scope, id)
  const rows = await scope.tx
    .select()
    .from(treatmentsDone)
    .where(ofVisit)
    .orderBy(asc(treatmentsDone.id))
    .for('update')
  return { done: rows.find((row) => row.id === id), others: rows.filter((row) => row.id !== id) }
}

/** The message that went out for a step of any of these records; undefined where none did. */
export async function messageOfStep(
  scope: JobScope,
  step: string,
  doneIds: readonly string[],
): Promise<string | undefined> {
  const { clinicId, doneId, messageId, step: of } = aftercareSteps
  const condition = and(eq(clinicId, scope.clinicId), eq(of, step), inArray(doneId, [...doneIds]))
  const [sent] = await scope.tx.select({ messageId }).from(aftercareSteps).where(condition).limit(1)
  return sent?.messageId
}

/** Sets what follows a locked record. */
export async function setFollowUp(scope: StaffScope, id: string, after: FollowUp): Promise<void> {
  await scope.tx.update(treatmentsDone).set(followUpColumns(after)).where(isDone(scope, id))
}

/** Sets when the message that comes next may go out. */
export async function postponeMessage(scope: JobScope, id: string, nextAt: Date): Promise<void> {
  await scope.tx.update(treatmentsDone).set({ nextAt }).where(isDone(scope, id))
}

/** Says of a locked record that it was not so. */
export async function retractTreatmentDone(scope: ClinicScope, id: string): Promise<void> {
  await scope.tx
    .update(treatmentsDone)
    .set({ takenBackAt: scope.now, nextAt: null, nextStep: null, surveyAt: null })
    .where(isDone(scope, id))
}

/** What was carried out on these consents, oldest first; also what was taken back. */
export const treatmentsDoneOn = (
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<TreatmentDoneRow[]> =>
  scope.tx
    .select()
    .from(treatmentsDone)
    .where(
      and(eq(treatmentsDone.clinicId, scope.clinicId), inArray(treatmentsDone.consentId, [...consentIds])),
    )
    .orderBy(asc(treatmentsDone.doneAt), asc(treatmentsDone.id))

/** What was carried out on other consents in the visits of these records, and not taken back, oldest first. */
export async function otherTreatmentsInVisits(
  scope: StaffScope,
  records: readonly TreatmentDoneRow[],
): Promise<TreatmentDoneRow[]> {
  const visits = records.flatMap(({ appointmentId }) => appointmentId ?? [])
  if (visits.length === 0) return []
  return scope.tx
    .select()
    .from(treatmentsDone)
    .where(
      and(
        eq(treatmentsDone.clinicId, scope.clinicId),
        inArray(treatmentsDone.appointmentId, visits),
        notInArray(
          treatmentsDone.consentId,
          records.map(({ consentId }) => consentId),
        ),
        isNull(treatmentsDone.takenBackAt),
      ),
    )
    .orderBy(asc(treatmentsDone.doneAt), asc(treatmentsDone.id))
}

/** Records of the clinic after which something may still follow. */
export async function treatmentIdsDoneSince(scope: JobScope, since: Date): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: treatmentsDone.id })
    .from(treatmentsDone)
    .where(
      and(
        eq(treatmentsDone.clinicId, scope.clinicId),
        gte(treatmentsDone.doneAt, since),
        isNull(treatmentsDone.takenBackAt),
      ),
    )
    .orderBy(asc(treatmentsDone.id))
  return rows.map(({ id }) => id)
}

/** Records of active clinics whose next message is due, longest due first. */
export const dueMessages = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: treatmentsDone.clinicId, doneId: treatmentsDone.id })
    .from(treatmentsDone)
    .innerJoin(clinics, and(eq(clinics.id, treatmentsDone.clinicId), eq(clinics.status, 'active')))
    .where(lte(treatmentsDone.nextAt, scope.now))
    .orderBy(asc(treatmentsDone.nextAt))
    .limit(limit)

/** The messages that followed treatments of a consent, oldest first. */
export const stepsSent = (scope: StaffScope, consentId: string) =>
  scope.tx
    .select()
    .from(aftercareSteps)
    .where(and(eq(aftercareSteps.clinicId, scope.clinicId), eq(aftercareSteps.consentId, consentId)))
    .orderBy(asc(aftercareSteps.at), asc(aftercareSteps.id))

type SentStep = Awaited<ReturnType<typeof stepsSent>>[number]

/** The steps that are done with for one record: its own, and the question of how it went, which is asked once. */
export const finishedSteps = (sent: readonly SentStep[], doneId: string): Set<string> =>
  new Set(sent.filter((step) => step.doneId === doneId || step.step === surveyStep).map(({ step }) => step))

/** Keeps that a message went out. */
export async function insertStep(
  scope: JobScope,
  { id: doneId, consentId }: Pick<TreatmentDoneRow, 'id' | 'consentId'>,
  sent: { step: string; messageId: string },
): Promise<void> {
  const { clinicId, now: at } = scope
  await scope.tx.insert(aftercareSteps).values({ ...sent, clinicId, consentId, doneId, at })
}

/** When the patient of a consent last asked for no more messages, on whichever of their consents. */
export async function lastOptOut(scope: StaffScope, patientId: string): Promise<Date | null> {
  const [found] = await scope.tx
    .select({ at: aftercareStops.at })
    .from(aftercareStops)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, aftercareStops.clinicId), eq(consents.id, aftercareStops.consentId)),
    )
    .where(and(eq(aftercareStops.clinicId, scope.clinicId), eq(consents.patientId, patientId)))
    .orderBy(desc(aftercareStops.at))
    .limit(1)
  return found?.at ?? null
}

/** When the patient last asked for no more messages on this consent. */
export async function ownOptOut(scope: PatientScope, consentId: string): Promise<Date | null> {
  const [found] = await scope.tx
    .select({ at: sql<Date | null>`max(${aftercareStops.at})`.mapWith(aftercareStops.at) })
    .from(aftercareStops)
    .where(and(eq(aftercareStops.clinicId, scope.clinicId), eq(aftercareStops.consentId, consentId)))
  return found?.at ?? null
}

/** Keeps that the patient wants no more messages. */
export async function insertOptOut(scope: PatientScope, consentId: string): Promise<void> {
  const { clinicId, now: at } = scope
  await scope.tx.insert(aftercareStops).values({ clinicId, consentId, at })
}
