import type { Appointment } from '../../../contract/appointments.ts'
import type { OtherName } from '../../../contract/consents.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { localTimeAt } from '../../platform/zoned-time.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { addendaOf, addendumView, signedNamesOf } from '../consents/index.ts'
import { patientName } from '../patients/index.ts'
import { staffName } from '../staff/index.ts'
import {
  chosenConsents,
  findBooked,
  type AppointmentRow,
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
import { undoableUntil } from './appointment-rules.ts'
import { concernedConsents, consentFactsOf, kindsOf, withKinds } from './appointment-readiness-store.ts'

/** An appointment with the consents it is about, or none where several fit and somebody has to choose. */
export type AssessedAppointment = {
  facts: AppointmentFacts
  consents: ConsentFacts[]
  isChoiceNeeded: boolean
}

const hasBegun = ({ status }: AppointmentRow) => status === 'started' || status === 'done'

/** What appointments are compared with, and the consents that may be theirs. */
async function gatherConcerned(scope: StaffScope, appointments: readonly AppointmentRow[]) {
  const appointmentIds = appointments.map(({ id }) => id)
  const finding = appointments.filter((one) => one.needsConsent && !one.consentsChosen && !hasBegun(one))
  const patientIds = finding.map(({ patientId }) => patientId)
  // Asked together, they are sent together.
  const [chosen, consents, settings, kinds] = await Promise.all([
    chosenConsents(scope, appointmentIds),
    concernedConsents(scope, { appointmentIds, patientIds }),
    settingsOf(scope),
    kindsOf(
      scope,
      appointments.flatMap(({ treatments }) => treatments.map(({ templateId }) => templateId)),
    ),
  ])
  return { finding, chosen, consents, settings, kinds }
}

/** The consents of each appointment: those that were chosen, else those that fit where one is needed at all. */
export const assessAppointments = async (
  scope: StaffScope,
  appointments: readonly AppointmentRow[],
): Promise<Map<string, AssessedAppointment>> =>
  assessConcerned(scope, appointments, await gatherConcerned(scope, appointments))

async function assessConcerned(
  scope: StaffScope,
  appointments: readonly AppointmentRow[],
  { finding, chosen, consents: rows, settings, kinds }: Awaited<ReturnType<typeof gatherConcerned>>,
): Promise<Map<string, AssessedAppointment>> {
  const known = await consentFactsOf(scope, rows)
  const { extractionSecondCheck: asksSecondCheck, toothNotation: notation } = settings
  const byId = new Map(known.map((consent) => [consent.id, consent]))
  return new Map(
    appointments.map((appointment) => {
      const { patientId, clinicianId, startsAt, needsConsent, siteCheck } = appointment
      const treatments = withKinds(appointment.treatments, kinds)
      const isFound = finding.includes(appointment)
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

/** Appointments as the board shows them. */
export async function appointmentViews(
  scope: ClinicScope,
  booked: readonly BookedAppointment[],
  zone: string,
): Promise<Appointment[]> {
  const appointments = booked.map(({ appointment }) => appointment)
  const concerned = await gatherConcerned(scope, appointments)
  const consentIds = concerned.consents.map(({ id }) => id)
  const patientIds = booked.map(({ patient }) => patient.id)
  // Asked together, they are sent together.
  const [assessed, otherNames, addenda] = await Promise.all([
    assessConcerned(scope, appointments, concerned),
    signedNamesOf(scope, consentIds),
    addendaOf(scope, { patientIds, parentIds: consentIds }),
  ])
  const shown = { now: scope.now, zone, otherNames, addenda }
  return booked.map((one) => viewOf(one, assessed.get(one.appointment.id)!, shown))
}

/** One appointment as the board shows it now. */
export async function appointmentView(scope: ClinicScope, id: string): Promise<Appointment> {
  const booked = (await findBooked(scope, id))!
  return (await appointmentViews(scope, [booked], await timeZoneOf(scope)))[0]!
}
