import type { Appointment } from '../../../contract/appointments.ts'
import type { OtherName } from '../../../contract/consents.ts'
import type { Ids, IdSet } from '../../platform/database/id-set.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { dayAt, localTimeAt } from '../../platform/zoned-time.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { addendaOf, addendumView, signedNamesOf } from '../consents/index.ts'
import { patientName } from '../patients/index.ts'
import { findStaff, staffName } from '../staff/index.ts'
import {
  appointmentIdsOfDay,
  appointmentsOfDay,
  chosenConsents,
  findBooked,
  idsWithin,
  type AppointmentIds,
  type AppointmentRow,
  type AskedClinician,
  type BookedAppointment,
} from './appointment-store.ts'
import {
  hasSeveralMatches,
  matchConsents,
  isRefusedByPatient,
  readinessOf,
  type AppointmentFacts,
  type ConsentFacts,
} from './appointment-readiness-rules.ts'
import { hasBegun, undoableUntil } from './appointment-rules.ts'
import { concernedConsents, consentFactsOf, withKinds } from './appointment-readiness-store.ts'

/** An appointment with the consents it is about, or none where several fit and somebody has to choose. */
export type AssessedAppointment = {
  facts: AppointmentFacts
  consents: ConsentFacts[]
  isChoiceNeeded: boolean
}

const isFinding = ({ needsConsent, consentsChosen, status }: AppointmentRow) =>
  needsConsent && !consentsChosen && !hasBegun(status)

const idsOf = (appointments: readonly AppointmentRow[]): AppointmentIds => ({
  appointmentIds: appointments.map(({ id }) => id),
  patientIds: appointments.map(({ patientId }) => patientId),
  findingPatientIds: appointments.filter(isFinding).map(({ patientId }) => patientId),
  templateIds: appointments.flatMap(({ treatments }) => treatments.map(({ templateId }) => templateId)),
})

const consentIdsOf = ({ appointmentIds, findingPatientIds }: AppointmentIds): IdSet =>
  concernedConsents({ appointmentIds, findingPatientIds })

/** What appointments are compared with, and the consents that may be theirs. */
async function gatherConcerned(
  scope: StaffScope,
  { appointmentIds, templateIds }: AppointmentIds,
  consentIds: Ids,
) {
  // Asked together, they are sent together.
  const [chosen, consents, settings] = await Promise.all([
    chosenConsents(scope, appointmentIds),
    consentFactsOf(scope, consentIds, templateIds),
    settingsOf(scope),
  ])
  return { chosen, settings, ...consents }
}

/** The consents of each appointment: those that were chosen, else those that fit where one is needed at all. */
export async function assessAppointments(
  scope: StaffScope,
  appointments: readonly AppointmentRow[],
): Promise<Map<string, AssessedAppointment>> {
  if (appointments.length === 0) return new Map()
  const ids = idsOf(appointments)
  return assessConcerned(appointments, await gatherConcerned(scope, ids, consentIdsOf(ids)))
}

function assessConcerned(
  appointments: readonly AppointmentRow[],
  { chosen, known, settings, kinds }: Awaited<ReturnType<typeof gatherConcerned>>,
): Map<string, AssessedAppointment> {
  const { extractionSecondCheck: asksSecondCheck, toothNotation: notation } = settings
  const byId = new Map(known.map((consent) => [consent.id, consent]))
  return new Map(
    appointments.map((appointment) => {
      const { patientId, clinicianId, startsAt, needsConsent, siteCheck } = appointment
      const treatments = withKinds(appointment.treatments, kinds)
      const isFound = isFinding(appointment)
      const ofPatient = known.filter((consent) => consent.patientId === patientId)
      const consents = isFound
        ? matchConsents(treatments, ofPatient)
        : (chosen.get(appointment.id) ?? []).flatMap((id) => byId.get(id) ?? [])
      const facts = {
        ...{ patientId, clinicianId, startsAt, needsConsent, treatments, siteCheck },
        ...{ asksSecondCheck, notation },
      }
      const isChoiceNeeded = isFound && hasSeveralMatches(treatments, ofPatient)
      return [appointment.id, { facts, consents, isChoiceNeeded }]
    }),
  )
}

const siteCheckView = ({ siteCheck }: AppointmentRow) => siteCheck && { by: siteCheck.name, at: siteCheck.at }

/** What is over already is offered no more. */
const shownUntil = (until: Date | null, now: Date): string | null =>
  until && until > now ? until.toISOString() : null

function viewOf(
  { appointment, patient, clinician }: BookedAppointment,
  { facts, consents }: AssessedAppointment,
  {
    now,
    zone,
    otherNames,
    addenda,
  }: {
    now: Date
    zone: string
    otherNames: ReadonlyMap<string, OtherName>
    addenda: Awaited<ReturnType<typeof addendaOf>>
  },
): Appointment {
  const { id, version, status, startsAt, minutes, room, reason, needsConsent, overrideReason } = appointment
  // Days ahead, time to think is over when the appointment comes, not when somebody looks at it.
  const isAhead = localTimeAt(startsAt, zone).day > localTimeAt(now, zone).day
  return {
    ...{ id, version, status, minutes, room, reason, needsConsent, overrideReason },
    patient: { id: patient.id, name: patientName(patient), dateOfBirth: patient.dateOfBirth },
    clinician: { id: clinician.id, name: staffName(clinician) },
    ...localTimeAt(startsAt, zone),
    startsAt: startsAt.toISOString(),
    treatments: facts.treatments.map(({ templateId, title, teeth, area, pricePence }) => ({
      ...{ templateId, title, teeth, area, pricePence },
    })),
    consents: consents.map(({ id: consentId, status: state, treatment, teeth }) => ({
      ...{ id: consentId, status: state, treatment, teeth, otherName: otherNames.get(consentId) ?? null },
    })),
    addenda: addenda
      .filter(({ parentId }) => consents.some(({ id: consentId }) => consentId === parentId))
      .map(addendumView),
    consentsChosen: appointment.consentsChosen,
    siteCheck: siteCheckView(appointment),
    startedAt: appointment.startedAt?.toISOString() ?? null,
    startUndoableUntil: shownUntil(undoableUntil(appointment), now),
    readiness: readinessOf(facts, consents, { at: isAhead ? startsAt : now, zone }),
    isRefused: facts.needsConsent && isRefusedByPatient(facts, consents),
  }
}

/** All that appointments are shown with; they may be found meanwhile. */
async function gatherShown(scope: ClinicScope, ids: AppointmentIds) {
  const consentIds = consentIdsOf(ids)
  // Asked together, they are sent together.
  const [concerned, otherNames, addenda] = await Promise.all([
    gatherConcerned(scope, ids, consentIds),
    signedNamesOf(scope, consentIds),
    addendaOf(scope, { patientIds: ids.patientIds, parentIds: consentIds }),
  ])
  return { concerned, otherNames, addenda }
}

function viewsOf(
  scope: ClinicScope,
  booked: readonly BookedAppointment[],
  { concerned, ...beside }: Awaited<ReturnType<typeof gatherShown>>,
  zone: string,
): Appointment[] {
  const shown = { now: scope.now, zone, ...beside }
  const appointments = booked.map(({ appointment }) => appointment)
  const assessed = assessConcerned(appointments, concerned)
  return booked.map((one) => viewOf(one, assessed.get(one.appointment.id)!, shown))
}

/** The appointments of a day as the board shows them, with how many there are of all clinicians. */
export async function dayView(
  scope: ClinicScope,
  asked: { day: string | undefined; clinician: AskedClinician },
) {
  const ownId = scope.staffId
  // Asked together, they are sent together.
  const [zone, own, all, gathered] = await Promise.all([
    timeZoneOf(scope),
    findStaff(scope, ownId),
    appointmentsOfDay(scope, asked.day),
    gatherShown(scope, idsWithin(appointmentIdsOfDay(scope, asked))),
  ])
  const today = dayAt(scope.now, zone)
  const isClinician = own?.isClinician ?? false
  const clinician = asked.clinician ?? (isClinician ? 'mine' : 'all')
  const clinicianFilter = clinician === 'mine' ? ownId : clinician
  const shown = all.filter((one) => clinicianFilter === 'all' || one.clinician.id === clinicianFilter)
  const appointments = viewsOf(scope, shown, gathered, zone)
  return { day: asked.day ?? today, today, clinician, ownId, isClinician, appointments, total: all.length }
}

/** One appointment as the board shows it now; undefined where there is none. */
export async function appointmentView(scope: ClinicScope, id: string): Promise<Appointment | undefined> {
  const booked = await findBooked(scope, id)
  if (!booked) return undefined
  const [zone, gathered] = await Promise.all([
    timeZoneOf(scope),
    gatherShown(scope, idsOf([booked.appointment])),
  ])
  return viewsOf(scope, [booked], gathered, zone)[0]
}
