import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { held_patients_max, treatment_codes_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { templates } from '../templates/template-schema.ts'
import {
  externalAppointments,
  externalPatients,
  heldPatients,
  treatmentCodes,
  type SentDetails,
} from './program-schema.ts'

export type HeldPatientRow = typeof heldPatients.$inferSelect
export type OpenHeldPatient = HeldPatientRow & { sent: SentDetails }

/** Patients of a practice are matched one after the other, so that two requests never add one person twice. */
export async function lockMatching({ tx, clinicId }: ClinicScope): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`programs:${clinicId}`}, 0))`)
}

/** Whose identifier this is; null for nobody's. */
export async function findExternalPatient(scope: ClinicScope, identifier: string): Promise<string | null> {
  const [found] = await scope.tx
    .select({ patientId: externalPatients.patientId })
    .from(externalPatients)
    .where(and(eq(externalPatients.clinicId, scope.clinicId), eq(externalPatients.identifier, identifier)))
  return found?.patientId ?? null
}

/** The identifiers that a patient has. */
export async function identifiersOf(scope: ClinicScope, patientId: string): Promise<string[]> {
  const found = await scope.tx
    .select({ identifier: externalPatients.identifier })
    .from(externalPatients)
    .where(and(eq(externalPatients.clinicId, scope.clinicId), eq(externalPatients.patientId, patientId)))
    .orderBy(asc(externalPatients.identifier))
  return found.map(({ identifier }) => identifier)
}

/** Says whose an identifier is from now on. */
export async function linkPatient(scope: ClinicScope, identifier: string, patientId: string): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx
    .insert(externalPatients)
    .values({ clinicId, identifier, patientId, createdAt: now })
    .onConflictDoUpdate({
      target: [externalPatients.clinicId, externalPatients.identifier],
      set: { patientId },
    })
}

const isOpen = (scope: ClinicScope) =>
  and(eq(heldPatients.clinicId, scope.clinicId), isNull(heldPatients.decision))

/** Holds a patient for somebody to decide, or renews what is held under the identifier. */
export async function holdPatient(
  scope: ClinicScope,
  held: Pick<
    OpenHeldPatient,
    'identifier' | 'patientId' | 'candidateIds' | 'sent' | 'sentHash' | 'because' | 'sentBy'
  >,
): Promise<void> {
  const { identifier, ...told } = held
  await scope.tx
    .insert(heldPatients)
    .values({ ...held, clinicId: scope.clinicId, heldAt: scope.now })
    .onConflictDoUpdate({
      target: [heldPatients.clinicId, heldPatients.identifier],
      targetWhere: isNull(heldPatients.decision),
      set: told,
    })
}

/** Whether the same was held before and dismissed. */
export async function wasDismissed(scope: ClinicScope, identifier: string, sentHash: string) {
  const found = await scope.tx
    .select({ id: heldPatients.id })
    .from(heldPatients)
    .where(
      and(
        eq(heldPatients.clinicId, scope.clinicId),
        eq(heldPatients.identifier, identifier),
        eq(heldPatients.sentHash, sentHash),
        eq(heldPatients.decision, 'dismiss'),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Whether somebody has to decide who an identifier is. */
export async function isHeld(scope: ClinicScope, identifier: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: heldPatients.id })
    .from(heldPatients)
    .where(and(isOpen(scope), eq(heldPatients.identifier, identifier)))
  return found.length > 0
}

/** What waits to be decided, oldest first. */
export const listHeldPatients = (scope: ClinicScope): Promise<OpenHeldPatient[]> =>
  scope.tx
    .select()
    .from(heldPatients)
    .where(isOpen(scope))
    .orderBy(asc(heldPatients.heldAt), asc(heldPatients.id))
    .limit(held_patients_max) as Promise<OpenHeldPatient[]>

/** One of them with its row locked until the transaction ends. */
export async function lockHeldPatient(scope: ClinicScope, id: string): Promise<OpenHeldPatient | undefined> {
  const [found] = await scope.tx
    .select()
    .from(heldPatients)
    .where(and(isOpen(scope), eq(heldPatients.id, id)))
    .for('update')
  return found as OpenHeldPatient | undefined
}

/** Ends what is held under an identifier: what was sent is kept no longer. */
export async function settleHeldPatient(
  scope: ClinicScope,
  identifier: string,
  decision: NonNullable<HeldPatientRow['decision']>,
  patientId: string | null,
): Promise<void> {
  const decided = { decision, decidedBy: scope.actor.name, decidedAt: scope.now }
  await scope.tx
    .update(heldPatients)
    .set({ ...decided, sent: null, ...(patientId === null ? {} : { patientId, candidateIds: [patientId] }) })
    .where(and(isOpen(scope), eq(heldPatients.identifier, identifier)))
}

/** Which appointment an identifier names; null for none. */
export async function findExternalAppointment(
  scope: ClinicScope,
  identifier: string,
): Promise<string | null> {
  const { clinicId, appointmentId } = externalAppointments
  const [found] = await scope.tx
    .select({ appointmentId })
    .from(externalAppointments)
    .where(and(eq(clinicId, scope.clinicId), eq(externalAppointments.identifier, identifier)))
  return found?.appointmentId ?? null
}

export async function linkAppointment(
  scope: ClinicScope,
  identifier: string,
  appointmentId: string,
): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx.insert(externalAppointments).values({ clinicId, identifier, appointmentId, createdAt: now })
}

export type TreatmentCodeRow = {
  code: string
  label: string
  template: { id: string; name: string } | null
}

const selectCodes = (scope: ClinicScope) =>
  scope.tx
    .select({
      code: treatmentCodes.code,
      label: treatmentCodes.label,
      template: { id: templates.id, name: templates.name },
    })
    .from(treatmentCodes)
    .leftJoin(templates, eq(templates.id, treatmentCodes.templateId))
    .$dynamic()

/** The treatment codes of the practice, those without a template first. */
export const listTreatmentCodes = (scope: ClinicScope): Promise<TreatmentCodeRow[]> =>
  selectCodes(scope)
    .where(eq(treatmentCodes.clinicId, scope.clinicId))
    .orderBy(sql`${treatmentCodes.templateId} is not null`, asc(treatmentCodes.code))
    .limit(treatment_codes_max)

/** What these codes mean, as far as anybody has said. */
export const findTreatmentCodes = (
  scope: ClinicScope,
  codes: readonly string[],
): Promise<TreatmentCodeRow[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : selectCodes(scope).where(
        and(eq(treatmentCodes.clinicId, scope.clinicId), inArray(treatmentCodes.code, [...codes])),
      )

/** Notes codes that came and that nobody has mapped, with what they mean where it was said. */
export async function noteTreatmentCodes(
  scope: ClinicScope,
  codes: readonly { code: string; label: string }[],
): Promise<void> {
  if (codes.length === 0) return
  const { clinicId, now } = scope
  await scope.tx
    .insert(treatmentCodes)
    .values(codes.map((each) => ({ ...each, clinicId, createdAt: now, updatedAt: now })))
    .onConflictDoUpdate({
      target: [treatmentCodes.clinicId, treatmentCodes.code],
      set: { label: sql`excluded.label`, updatedAt: now },
      setWhere: sql`excluded.label <> '' and ${treatmentCodes.label} = ''`,
    })
}

/** Maps a code to a template, or to none. */
export async function mapTreatmentCode(
  scope: ClinicScope,
  { code, label, templateId }: { code: string; label: string; templateId: string | null },
): Promise<void> {
  const { clinicId, now } = scope
  const mapped = { label, templateId, updatedAt: now }
  await scope.tx
    .insert(treatmentCodes)
    .values({ ...mapped, clinicId, code, createdAt: now })
    .onConflictDoUpdate({ target: [treatmentCodes.clinicId, treatmentCodes.code], set: mapped })
}
