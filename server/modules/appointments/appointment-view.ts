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
  matchConsents,
  isRefusedByPatient,
  readinessOf,
  type AppointmentFacts,
  type ConsentFacts,
} from './appointment-readiness-rules.ts'
import { undoableUntil } from './appointment-rules.ts'
import { consentFactsOf, kindsOf, withKinds } from './appointment-readiness-store.ts'

/** An appointment with the consents it is about. */
export type AssessedAppointment = { facts: AppointmentFacts; consents: ConsentFacts[] }

const hasBegun = ({ status }: AppointmentRow) => status === 'started' || status === 'done'

/** The consents of each appointment: those that were chosen, else those that fit where one is needed at all. */
export async function assessAppointments(
  scope: StaffScope,
  appointments: readonly AppointmentRow[],
): Promise<Map<string, AssessedAppointment>> {
  const [chosen, settings, kinds] = await Promise.all([
    chosenConsents(
      scope,
      appointments.map(({ id }) => id),
    ),
    settingsOf(scope),
    kindsOf(
      scope,
      appointments.flatMap(({ treatments }) => treatments.map(({ templateId }) => templateId)),
    ),
  ])
  const finding = appointments.filter((one) => one.needsConsent && !one.consentsChosen && !hasBegun(one))
  const known = await consentFactsOf(scope, {
    ids: [...chosen.values()].flat(),
    patientIds: finding.map(({ patientId }) => patientId),
  })
  const { extractionSecondCheck: asksSecondCheck, toothNotation: notation } = settings
  const byId = new Map(known.map((consent) => [consent.id, consent]))
  return new Map(
    appointments.map((appointment) => {
      const { patientId, clinicianId, startsAt, needsConsent, siteCheck } = appointment
      const treatments = withKinds(appointment.treatments, kinds)
      const consents = finding.includes(appointment)
        ? matchConsents(
            treatments,
            known.filter((consent) => consent.patientId === patientId),
          )
        : (chosen.get(appointment.id) ?? []).flatMap((id) => byId.get(id) ?? [])
      const facts = {
        ...{ patientId, clinicianId, startsAt, needsConsent, treatments, siteCheck },
        ...{ asksSecondCheck, notation },
      }
      return [appointment.id, { facts, consents }]
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
  const assessed = await assessAppointments(
    scope,
    booked.map(({ appointment }) => appointment),
  )
  const consentIds = [...assessed.values()].flatMap(({ consents }) => consents.map(({ id }) => id))
  const patientIds = booked.map(({ patient }) => patient.id)
  const [otherNames, addenda] = await Promise.all([
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
