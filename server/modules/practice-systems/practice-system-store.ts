import { and, asc, count, eq, gt, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import type { SynchronisedResource } from '../../../contract/practice-systems.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { firstCursor, type Cursor } from './practice-system-cursor.ts'
import {
  practiceSystemAppointments as appointments,
  practiceSystemCursors as cursors,
  practiceSystemDeliveries as deliveries,
  practiceSystemPatients as patients,
  practiceSystemPractitioners as practitioners,
  practiceSystems as systems,
  practiceSystemTreatments as treatments,
} from './practice-system-schema.ts'

export type SystemRow = typeof systems.$inferSelect
export type CursorRow = typeof cursors.$inferSelect
export type PatientLink = typeof patients.$inferSelect
export type PractitionerRow = typeof practitioners.$inferSelect
export type TreatmentRow = typeof treatments.$inferSelect
export type AppointmentLink = typeof appointments.$inferSelect

const ownSystems = (scope: StaffScope) => eq(systems.clinicId, scope.clinicId)

/** The connection of the clinic, if there is one; its row locked where somebody is about to change it. */
export async function findConnected(scope: StaffScope): Promise<SystemRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(systems)
    .where(and(ownSystems(scope), ne(systems.status, 'disconnected')))
  return found
}

export async function lockConnected(scope: StaffScope): Promise<SystemRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(systems)
    .where(and(ownSystems(scope), ne(systems.status, 'disconnected')))
    .for('update')
  return found
}

export async function lockSystem(scope: StaffScope, id: string): Promise<SystemRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(systems)
    .where(and(ownSystems(scope), eq(systems.id, id)))
    .for('update')
  return found
}

/** Every system that was ever connected here. */
export const listSystems = (scope: ClinicScope): Promise<SystemRow[]> =>
  scope.tx.select().from(systems).where(ownSystems(scope))

export async function insertSystem(
  scope: ClinicScope,
  made: Pick<SystemRow, 'system' | 'credential' | 'secret' | 'keyHint' | 'status' | 'nextRunAt'>,
): Promise<SystemRow> {
  const { clinicId, now, staffId } = scope
  const [inserted] = await scope.tx
    .insert(systems)
    .values({ ...made, clinicId, createdBy: staffId, createdAt: now })
    .returning()
  return inserted!
}

export async function updateSystem(
  scope: StaffScope,
  id: string,
  change: Partial<Omit<SystemRow, 'clinicId' | 'id' | 'system' | 'createdAt'>>,
): Promise<SystemRow> {
  const [changed] = await scope.tx
    .update(systems)
    .set(change)
    .where(and(ownSystems(scope), eq(systems.id, id)))
    .returning()
  return changed!
}

/** Ids of connections whose time has come. */
export const findDueSystems = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: systems.clinicId, systemId: systems.id })
    .from(systems)
    .where(lte(systems.nextRunAt, scope.now))
    .orderBy(asc(systems.nextRunAt))
    .limit(limit)

/** Where readings of each kind of record stand. */
export const listCursors = (scope: StaffScope, systemId: string): Promise<CursorRow[]> =>
  scope.tx
    .select()
    .from(cursors)
    .where(and(eq(cursors.clinicId, scope.clinicId), eq(cursors.systemId, systemId)))

/** What one page, or the end of a reading, adds to the counts. */
export type ReadCounts = { read: number; written: number; held: number }

export async function saveCursor(
  scope: StaffScope,
  systemId: string,
  saved: { resource: SynchronisedResource; cursor: Cursor; counts: ReadCounts; completedAt: Date | null },
): Promise<void> {
  const { resource, cursor, counts, completedAt } = saved
  const values = { ...cursor, ...counts, completedAt }
  await scope.tx
    .insert(cursors)
    .values({ clinicId: scope.clinicId, systemId, resource, ...values })
    .onConflictDoUpdate({ target: [cursors.clinicId, cursors.systemId, cursors.resource], set: values })
}

export const cursorOf = (row: CursorRow | undefined): Cursor => {
  if (!row) return firstCursor
  const { since, page, newest, hasChanged, passes } = row
  return { since, page, newest, hasChanged, passes }
}

/** Forgets how far anything was read and what waits for somebody; who is who stays. */
export async function forgetProgress(scope: ClinicScope, systemId: string): Promise<void> {
  const { clinicId, tx } = scope
  await tx.delete(cursors).where(and(eq(cursors.clinicId, clinicId), eq(cursors.systemId, systemId)))
  await tx
    .delete(patients)
    .where(
      and(eq(patients.clinicId, clinicId), eq(patients.systemId, systemId), eq(patients.outcome, 'held')),
    )
  await tx
    .delete(appointments)
    .where(
      and(
        eq(appointments.clinicId, clinicId),
        eq(appointments.systemId, systemId),
        eq(appointments.outcome, 'waiting'),
      ),
    )
  await tx
    .update(deliveries)
    .set({ status: 'failed', failure: 'The practice system was disconnected', nextAttemptAt: null })
    .where(
      and(
        eq(deliveries.clinicId, clinicId),
        eq(deliveries.systemId, systemId),
        eq(deliveries.status, 'queued'),
      ),
    )
}

type OfSystem = typeof patients | typeof practitioners | typeof treatments | typeof appointments

const ofSystem = (table: OfSystem, scope: StaffScope, systemId: string) =>
  and(eq(table.clinicId, scope.clinicId), eq(table.systemId, systemId))

/** Who these patients of the system are here, by their ids there. */
export async function findPatientLinks(
  scope: StaffScope,
  systemId: string,
  externalIds: readonly string[],
): Promise<Map<string, PatientLink>> {
  if (externalIds.length === 0) return new Map()
  const found = await scope.tx
    .select()
    .from(patients)
    .where(and(ofSystem(patients, scope, systemId), inArray(patients.externalId, [...externalIds])))
  return new Map(found.map((link) => [link.externalId, link]))
}

/** Which of these patients here are somebody of the system already. */
export async function findTakenPatients(
  scope: StaffScope,
  systemId: string,
  patientIds: readonly string[],
): Promise<Set<string>> {
  if (patientIds.length === 0) return new Set()
  const found = await scope.tx
    .select({ id: patients.patientId })
    .from(patients)
    .where(and(ofSystem(patients, scope, systemId), inArray(patients.patientId, [...patientIds])))
  return new Set(found.flatMap(({ id }) => id ?? []))
}

type NewPatientLink = Omit<PatientLink, 'clinicId' | 'id' | 'systemId'>

/** Stores who patients of the system are, over what was stored of them before. */
export async function savePatientLinks(
  scope: StaffScope,
  systemId: string,
  links: readonly NewPatientLink[],
): Promise<void> {
  if (links.length === 0) return
  const stored = (column: string) => sql.raw(`excluded.${column}`)
  await scope.tx
    .insert(patients)
    .values(links.map((link) => ({ ...link, clinicId: scope.clinicId, systemId })))
    .onConflictDoUpdate({
      target: [patients.clinicId, patients.systemId, patients.externalId],
      set: {
        outcome: stored('outcome'),
        patientId: stored('patient_id'),
        fingerprint: stored('fingerprint'),
        confirmedIdentity: stored('confirmed_identity'),
        written: stored('written'),
        heldReason: stored('held_reason'),
        heldAt: stored('held_at'),
        heldIdentity: stored('held_identity'),
        heldDetails: stored('held_details'),
        candidates: stored('candidates'),
      },
    })
}

/** Somebody who is held, with the row locked. */
export async function lockHeld(
  scope: ClinicScope,
  systemId: string,
  id: string,
): Promise<PatientLink | undefined> {
  const [found] = await scope.tx
    .select()
    .from(patients)
    .where(and(ofSystem(patients, scope, systemId), eq(patients.id, id), eq(patients.outcome, 'held')))
    .for('update')
  return found
}

export async function listHeld(
  scope: ClinicScope,
  systemId: string,
  { limit, offset }: Slice,
): Promise<PatientLink[]> {
  return scope.tx
    .select()
    .from(patients)
    .where(and(ofSystem(patients, scope, systemId), eq(patients.outcome, 'held')))
    .orderBy(asc(patients.heldAt), asc(patients.id))
    .limit(limit)
    .offset(offset)
}

/** How a patient here is called by the system. */
export async function findExternalId(
  scope: StaffScope,
  systemId: string,
  patientId: string,
): Promise<string | undefined> {
  const [found] = await scope.tx
    .select({ externalId: patients.externalId })
    .from(patients)
    .where(
      and(
        ofSystem(patients, scope, systemId),
        eq(patients.patientId, patientId),
        eq(patients.outcome, 'linked'),
      ),
    )
    // Of two records of one person, the one that was met first.
    .orderBy(asc(patients.id))
    .limit(1)
  return found?.externalId
}

export const listPractitioners = (scope: StaffScope, systemId: string): Promise<PractitionerRow[]> =>
  scope.tx
    .select()
    .from(practitioners)
    .where(ofSystem(practitioners, scope, systemId))
    .orderBy(asc(practitioners.name), asc(practitioners.id))

/** Stores how practitioners are called; who they are here stays as somebody said. */
export async function savePractitioners(
  scope: StaffScope,
  systemId: string,
  rows: readonly Pick<PractitionerRow, 'externalId' | 'name' | 'gdcNumber'>[],
): Promise<void> {
  if (rows.length === 0) return
  await scope.tx
    .insert(practitioners)
    .values(rows.map((row) => ({ ...row, clinicId: scope.clinicId, systemId })))
    .onConflictDoUpdate({
      target: [practitioners.clinicId, practitioners.systemId, practitioners.externalId],
      set: { name: sql`excluded.name`, gdcNumber: sql`excluded.gdc_number` },
      setWhere: sql`${practitioners.name} <> excluded.name or ${practitioners.gdcNumber} <> excluded.gdc_number`,
    })
}

export async function updatePractitioner(
  scope: ClinicScope,
  { systemId, id }: { systemId: string; id: string },
  set: Pick<PractitionerRow, 'decision' | 'staffId'>,
): Promise<PractitionerRow | undefined> {
  const [changed] = await scope.tx
    .update(practitioners)
    .set(set)
    .where(and(ofSystem(practitioners, scope, systemId), eq(practitioners.id, id)))
    .returning()
  return changed
}

/** Adds words for treatments that are new; what somebody decided of the others stays. */
export async function saveTreatments(
  scope: StaffScope,
  systemId: string,
  rows: readonly Pick<TreatmentRow, 'words' | 'name' | 'code'>[],
): Promise<void> {
  const once = [...new Map(rows.filter(({ words }) => words !== '').map((row) => [row.words, row])).values()]
  if (once.length === 0) return
  await scope.tx
    .insert(treatments)
    .values(once.map((row) => ({ ...row, clinicId: scope.clinicId, systemId })))
    .onConflictDoNothing({ target: [treatments.clinicId, treatments.systemId, treatments.words] })
}

export async function findTreatments(
  scope: StaffScope,
  systemId: string,
  words: readonly string[],
): Promise<Map<string, TreatmentRow>> {
  if (words.length === 0) return new Map()
  const found = await scope.tx
    .select()
    .from(treatments)
    .where(and(ofSystem(treatments, scope, systemId), inArray(treatments.words, [...words])))
  return new Map(found.map((row) => [row.words, row]))
}

export async function listTreatments(
  scope: ClinicScope,
  { systemId, decision }: { systemId: string; decision: TreatmentRow['decision'] | undefined },
  { limit, offset }: Slice,
): Promise<{ rows: TreatmentRow[]; total: number }> {
  const where = and(
    ofSystem(treatments, scope, systemId),
    decision ? eq(treatments.decision, decision) : undefined,
  )
  const [counted] = await scope.tx.select({ total: count() }).from(treatments).where(where)
  const rows = await scope.tx
    .select()
    .from(treatments)
    .where(where)
    .orderBy(asc(treatments.name), asc(treatments.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

export async function updateTreatment(
  scope: ClinicScope,
  { systemId, id }: { systemId: string; id: string },
  set: Pick<TreatmentRow, 'decision' | 'templateId'>,
): Promise<TreatmentRow | undefined> {
  const [changed] = await scope.tx
    .update(treatments)
    .set(set)
    .where(and(ofSystem(treatments, scope, systemId), eq(treatments.id, id)))
    .returning()
  return changed
}

/** The appointments of the system with these ids there, as they were last stored. */
export async function findAppointmentLinks(
  scope: StaffScope,
  systemId: string,
  externalIds: readonly string[],
): Promise<Map<string, AppointmentLink>> {
  if (externalIds.length === 0) return new Map()
  const found = await scope.tx
    .select()
    .from(appointments)
    .where(and(ofSystem(appointments, scope, systemId), inArray(appointments.externalId, [...externalIds])))
  return new Map(found.map((link) => [link.externalId, link]))
}

/** Some that waited for a patient and a clinician of whom somebody has said by now who they are, in their order. */
export const listWaiting = (
  scope: StaffScope,
  systemId: string,
  { after, limit }: { after: string; limit: number },
): Promise<AppointmentLink[]> =>
  scope.tx
    .select()
    .from(appointments)
    .where(
      and(
        ofSystem(appointments, scope, systemId),
        eq(appointments.outcome, 'waiting'),
        gt(appointments.externalId, after),
        sql`exists (select from practice_system_patients p where p.clinic_id = ${appointments.clinicId}
          and p.system_id = ${appointments.systemId} and p.external_id = ${appointments.externalPatientId}
          and p.outcome <> 'held')`,
        sql`exists (select from practice_system_practitioners p where p.clinic_id = ${appointments.clinicId}
          and p.system_id = ${appointments.systemId} and p.external_id = ${appointments.externalPractitionerId}
          and p.decision <> 'open')`,
      ),
    )
    .orderBy(asc(appointments.externalId))
    .limit(limit)

/** Lets appointments wait again, from a moment on, whose patient or clinician is somebody else by now. */
export async function reopenAppointments(
  scope: ClinicScope,
  systemId: string,
  whose: { practitionerId: string } | { patientId: string },
  from: Date,
): Promise<void> {
  await scope.tx
    .update(appointments)
    .set({ outcome: 'waiting' })
    .where(
      and(
        ofSystem(appointments, scope, systemId),
        gte(appointments.startsAt, from),
        'patientId' in whose
          ? eq(appointments.externalPatientId, whose.patientId)
          : eq(appointments.externalPractitionerId, whose.practitionerId),
      ),
    )
}

/** Which of these appointments here are one of the system already. */
export async function findTakenAppointments(
  scope: StaffScope,
  appointmentIds: readonly string[],
): Promise<Set<string>> {
  if (appointmentIds.length === 0) return new Set()
  const found = await scope.tx
    .select({ id: appointments.appointmentId })
    .from(appointments)
    .where(
      and(
        eq(appointments.clinicId, scope.clinicId),
        inArray(appointments.appointmentId, [...appointmentIds]),
      ),
    )
  return new Set(found.flatMap(({ id }) => id ?? []))
}

export async function saveAppointmentLinks(
  scope: StaffScope,
  systemId: string,
  links: readonly Omit<AppointmentLink, 'clinicId' | 'systemId'>[],
): Promise<void> {
  if (links.length === 0) return
  const stored = (column: string) => sql.raw(`excluded.${column}`)
  await scope.tx
    .insert(appointments)
    .values(links.map((link) => ({ ...link, clinicId: scope.clinicId, systemId })))
    .onConflictDoUpdate({
      target: [appointments.clinicId, appointments.systemId, appointments.externalId],
      set: {
        outcome: stored('outcome'),
        externalPatientId: stored('external_patient_id'),
        externalPractitionerId: stored('external_practitioner_id'),
        startsAt: stored('starts_at'),
        latest: stored('latest'),
        fingerprint: stored('fingerprint'),
        patientId: stored('patient_id'),
        appointmentId: stored('appointment_id'),
        appointmentVersion: stored('appointment_version'),
      },
    })
}

/** How many of each wait for somebody. */
export async function countOpen(scope: ClinicScope, systemId: string) {
  const where = (table: string, condition: string) => sql`(select count(*)::int from ${sql.raw(table)} t
    where t.clinic_id = ${scope.clinicId} and t.system_id = ${systemId} and ${sql.raw(condition)})`
  const { rows } = await scope.tx.execute<Record<string, number>>(sql`select
    ${where('practice_system_patients', `t.outcome = 'held'`)} as held,
    ${where('practice_system_appointments', `t.outcome = 'waiting'`)} as waiting,
    ${where('practice_system_practitioners', `t.decision = 'open'`)} as "unmatchedPractitioners",
    ${where('practice_system_treatments', `t.decision = 'open'`)} as "unmappedTreatments",
    ${where('practice_system_deliveries', `t.status = 'failed'`)} as "failedDeliveries",
    ${where('practice_system_deliveries', `t.status = 'queued'`)} as "queuedDeliveries"`)
  return rows[0] as {
    held: number
    waiting: number
    unmatchedPractitioners: number
    unmappedTreatments: number
    failedDeliveries: number
    queuedDeliveries: number
  }
}
