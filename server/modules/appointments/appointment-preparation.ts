import { prepared_at_once_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import {
  createDraft,
  discardDraft,
  findDrafts,
  lockConsent,
  reviewHealth,
  risksToDisclose,
} from '../consents/index.ts'
import {
  gatherPreparedDay,
  upcomingOfDay,
  type PreparedAppointment,
  type PreparedDay,
} from './appointment-preparation-facts.ts'
import { habitsOf, plannedDetails, type Habits } from './appointment-preparation-plan.ts'
import {
  changeAppointment,
  chosenConsents,
  lockAppointments,
  setChosenConsents,
  type AppointmentRow,
} from './appointment-store.ts'

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

/** Which appointments are still to be prepared, and of each the first of its course, with which it shares its consent. */
export function coursesToPrepare(
  rows: readonly PreparedAppointment[],
): Map<PreparedAppointment, PreparedAppointment> {
  const firsts = new Map<string, PreparedAppointment>()
  const open = rows.filter(({ skipReason }) => skipReason === null)
  return new Map(
    open.map((row) => {
      const course = courseOf(row)
      const first = firsts.get(course) ?? row
      firsts.set(course, first)
      return [row, first]
    }),
  )
}

/** Makes the drafts of a day, `prepared_at_once_max` at most; answers each, and every appointment that has none with the reason. */
export async function prepareDay(scope: ClinicScope, asked: PreparedDay) {
  await lockDay(scope, asked)
  const { rows, templates } = await gatherPreparedDay(scope, asked)
  const toPrepare = [...new Set(coursesToPrepare(rows).values())]
  const prepared: { appointmentId: string; consentId: string }[] = []
  if (toPrepare.length > 0) {
    const habits = await habitsOf(scope, templates, asked.day)
    for (const row of toPrepare.slice(0, prepared_at_once_max))
      prepared.push({ appointmentId: row.appointment.id, consentId: await prepareOne(scope, row, habits) })
  }
  return { prepared, rows }
}

type DraftDeps = Parameters<typeof findDrafts>[2]

/** Discards the drafts that were prepared for a day and that nobody changed; answers which, as they are no more. */
export async function discardPreparedDay(
  scope: ClinicScope,
  asked: PreparedDay,
  deps: DraftDeps,
): Promise<string[]> {
  const appointments = await lockDay(scope, asked)
  const chosen = await chosenConsents(
    scope,
    appointments.map(({ id }) => id),
  )
  const drafts = await findDrafts(scope, [...chosen.values()].flat(), deps)
  const untouched = drafts.filter(({ isUntouched }) => isUntouched).map(({ consent }) => consent.id)
  const discarded: string[] = []
  for (const id of untouched.toSorted()) if (await discardUntouched(scope, id, deps)) discarded.push(id)
  for (const appointment of appointments) {
    const links = chosen.get(appointment.id) ?? []
    const left = links.filter((id) => !discarded.includes(id))
    if (left.length === links.length) continue
    await setChosenConsents(scope, appointment.id, left)
    await changeAppointment(scope, appointment, { consentsChosen: left.length > 0 })
  }
  return discarded
}

/** Looks once more when it is locked: somebody may have gone on with it meanwhile. */
async function discardUntouched(scope: ClinicScope, consentId: string, deps: DraftDeps): Promise<boolean> {
  const consent = await lockConsent(scope, consentId)
  const [draft] = await findDrafts(scope, [consentId], deps)
  if (!consent || !draft?.isUntouched) return false
  return typeof (await discardDraft(scope, consent)) !== 'string'
}
