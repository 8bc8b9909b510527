import { listedCharge, type FeeOfDay } from '../../../contract/charges.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import { deliveryDefaults } from '../../../contract/languages.ts'
import { prepared_at_once_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { settingsOf, todayOf } from '../clinics/index.ts'
import {
  createDraft,
  discardDraft,
  findDrafts,
  lockConsent,
  reviewHealth,
  risksToDisclose,
  usualDetailsOf,
} from '../consents/index.ts'
import { feesToday } from '../fees/index.ts'
import {
  gatherPreparedDay,
  upcomingOfDay,
  type PreparedAppointment,
  type PreparedDay,
  type TemplateForDraft,
} from './appointment-preparation-facts.ts'
import {
  changeAppointment,
  chosenConsents,
  lockAppointments,
  setChosenConsents,
  type AppointmentRow,
} from './appointment-store.ts'

/** What the drafts of a day have in common. */
type Habits = {
  today: string
  languages: Awaited<ReturnType<typeof settingsOf>>['languages']
  templates: ReadonlyMap<string, TemplateForDraft>
  usual: ReadonlyMap<string, Awaited<ReturnType<typeof usualDetailsOf>>>
  fees: ReadonlyMap<string, FeeOfDay>
}

async function habitsOf(scope: ClinicScope, templates: Habits['templates']): Promise<Habits> {
  const [today, { languages }, fees, usual] = await Promise.all([
    todayOf(scope),
    settingsOf(scope),
    feesToday(scope, [...templates.keys()]),
    Promise.all([...templates.keys()].map(async (id) => [id, await usualDetailsOf(scope, id)] as const)),
  ])
  return { today, languages, templates, fees, usual: new Map(usual) }
}

/** Nothing that is weighed for a patient, or said to them, is ever filled in for a person. */
const leftToAPerson = {
  ...{ diagnosis: '', options: [], recommended: null, recommendedWhy: '', noPersonalRisks: '' },
  ...{ linkDays: null, reflectionWaived: '', video: null },
}

/** What an appointment plans, with the practice's usual details, as its patient reads. */
function plannedDetails(
  { appointment: { treatments }, patient, clinician }: PreparedAppointment,
  { languages, templates, usual, fees }: Habits,
): ConsentDetails {
  const items = treatments.map(({ templateId, teeth, area, pricePence }) => {
    const { material, placeholders } = usual.get(templateId)!.item
    const { placeholders: asked } = templates.get(templateId)!.wording
    const filled = Object.entries(placeholders).filter(
      ([name]) => name !== 'material' && asked.includes(name),
    )
    const listed = listedCharge(fees.get(templateId) ?? null, teeth.length)
    // What it was booked at is what the patient was told.
    const charge = pricePence === null ? listed : { pricePence, band: null }
    return {
      ...{ templateId, teeth, area, ...charge, material },
      placeholders: Object.fromEntries(filled),
    }
  })
  const reading = deliveryDefaults(patient, languages)
  return {
    ...{ ...leftToAPerson, ...reading, items },
    ...{ patientId: patient.id, clinicianId: clinician.id, personalRisks: [] },
  }
}

/** Makes the draft of an appointment and links it; the risks that the history adds of itself stand in it. */
async function prepareOne(scope: ClinicScope, row: PreparedAppointment, habits: Habits): Promise<string> {
  const { appointment } = row
  const details = plannedDetails(row, habits)
  const { findings } = await reviewHealth(scope, details.patientId, details.items, habits.today)
  const draft = { ...details, personalRisks: risksToDisclose(findings, []) }
  const related = { kind: 'consent', parentId: null, replacesId: null } as const
  const templates = details.items.map(({ templateId }) => habits.templates.get(templateId)!)
  const { id } = await createDraft(scope, draft, related, templates, { appointmentId: appointment.id })
  await changeAppointment(scope, appointment, { consentsChosen: true })
  await setChosenConsents(scope, appointment.id, [id])
  return id
}

/** Locks a day's appointments, so that whoever prepares the same day at once sees what is prepared. */
async function lockDay(scope: ClinicScope, asked: PreparedDay): Promise<AppointmentRow[]> {
  const booked = await upcomingOfDay(scope, asked)
  return lockAppointments(
    scope,
    booked.map(({ appointment }) => appointment.id),
  )
}

/** Two appointments of a patient for the same are about one consent. */
const courseOf = ({ appointment: { patientId, treatments } }: PreparedAppointment): string =>
  JSON.stringify([
    patientId,
    treatments.map(({ templateId, teeth, area }) => [templateId, teeth.toSorted(), area]),
  ])

/** Makes the drafts of a day, `prepared_at_once_max` at most; answers each, and every appointment that has none with the reason. */
export async function prepareDay(scope: ClinicScope, asked: PreparedDay) {
  await lockDay(scope, asked)
  const { rows, templates } = await gatherPreparedDay(scope, asked)
  const known = new Set<string>()
  const toPrepare = rows.filter(
    (row) => row.skipReason === null && !known.has(courseOf(row)) && known.add(courseOf(row)),
  )
  const prepared: { appointmentId: string; consentId: string }[] = []
  if (toPrepare.length > 0) {
    const habits = await habitsOf(scope, templates)
    for (const row of toPrepare.slice(0, prepared_at_once_max))
      prepared.push({ appointmentId: row.appointment.id, consentId: await prepareOne(scope, row, habits) })
  }
  return { prepared, rows }
}

/** Discards the drafts that were prepared for a day and that nobody changed; answers which, as they are no more. */
export async function discardPreparedDay(scope: ClinicScope, asked: PreparedDay): Promise<string[]> {
  const appointments = await lockDay(scope, asked)
  const chosen = await chosenConsents(
    scope,
    appointments.map(({ id }) => id),
  )
  const drafts = await findDrafts(scope, [...chosen.values()].flat())
  const untouched = drafts.filter(({ isUntouched }) => isUntouched).map(({ consent }) => consent.id)
  const discarded: string[] = []
  for (const id of untouched.toSorted()) if (await discardUntouched(scope, id)) discarded.push(id)
  for (const appointment of appointments) {
    const links = chosen.get(appointment.id) ?? []
    const left = links.filter((id) => !discarded.includes(id))
    if (left.length === links.length) continue
    await setChosenConsents(scope, appointment.id, left)
    await changeAppointment(scope, appointment, { consentsChosen: left.length > 0 })
  }
  return discarded
}

async function discardUntouched(scope: ClinicScope, consentId: string): Promise<boolean> {
  const consent = await lockConsent(scope, consentId)
  if (!consent || consent.updatedAt > consent.createdAt) return false
  return typeof (await discardDraft(scope, consent)) !== 'string'
}
