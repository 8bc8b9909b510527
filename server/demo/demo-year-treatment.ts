import { contract } from '../../contract/index.ts'
import { day_ms, hour_ms, minute_ms } from '../platform/clock.ts'
import { localTimeAt } from '../platform/zoned-time.ts'
import { done, passTo, reach } from './demo-year-context.ts'
import { openOnPhone, type Given } from './demo-year-forms.ts'

type Planned = {
  patientId: string
  plan: { clinicianId: string; items: { templateId: string; teeth: string[]; pricePence: number }[] }
  at: number
}

const timeZone = 'Europe/London'
const rooms: Record<string, string> = { owner: 'Surgery 1', lead: 'Surgery 2', dentist: 'Surgery 3' }
/** Whenever messages may follow a treatment: after some hours, and in the morning of so many days. */
const message_hours = 4
const message_days = [1, 2, 3, 4, 7, 10, 14, 30, 90]
const survey_days = [30, 90]

/** What was agreed to is done on its day, which the patient confirms; messages follow, and what they think of it. */
export async function treat(given: Given, { patientId, plan, at }: Planned): Promise<void> {
  const { context, consent, consentId, clinician, key } = given
  // Where the year ends, no appointment is left in the days ahead: those are for whoever tries the demo.
  if (at + hour_ms > context.endsAt || !reach(context, context.clock.now().getTime() + 5 * minute_ms)) return
  const { clinicianId, items } = plan
  const treatments = items.map(({ templateId, teeth, pricePence }) => ({ templateId, teeth, pricePence }))
  const desk = context.colleague('manager')
  const booking = {
    ...{
      patientId,
      clinicianId,
      treatments,
      consentIds: [consentId],
      ...localTimeAt(new Date(at), timeZone),
    },
    ...{ minutes: 45, room: rooms[consent.by]! },
  }
  const booked = await desk.call(contract.appointments.create, booking, { key: `${key}-appointment` })
  const appointmentId = booked!.id
  if (!reach(context, Math.max(at - 5 * minute_ms, context.clock.now().getTime()))) return
  await desk.call(contract.appointments.arrive, { appointmentId }, done)
  const confirmation = { consentId, changes: [], witness: null }
  await clinician.call(contract.consents.confirm, confirmation, { key: `${key}-confirm`, ...done })
  if (consent.case.template === 'Simple Extraction') {
    const second = await context.member(consent.by === 'lead' ? 'owner' : 'lead')
    await second.caller.call(contract.appointments.checkSite, { appointmentId, teeth: consent.teeth }, done)
  }
  await clinician.call(contract.appointments.start, { appointmentId }, done)
  if (!reach(context, at + 40 * minute_ms)) return
  await clinician.call(contract.appointments.finish, { appointmentId }, done)
  await context.app.jobs.drain()
  await followUp(given, at + 40 * minute_ms)
}

async function followUp(given: Given, doneAt: number): Promise<void> {
  const { context } = given
  await passTo(context, 'aftercare', doneAt + message_hours * hour_ms + minute_ms)
  const midday = Math.floor(doneAt / day_ms) * day_ms + 12 * hour_ms
  for (const days of message_days) {
    await passTo(context, 'aftercare', midday + days * day_ms)
    if (survey_days.includes(days)) await answerSurvey(given, midday + days * day_ms + 4 * hour_ms)
  }
}

/** Some weeks later half of them say how it went. */
async function answerSurvey(given: Given, at_ms: number): Promise<void> {
  const { context, consent, consentId, key } = given
  if (!consent.survey || !reach(context, at_ms)) return
  const { phone } = await openOnPhone(given)
  const { survey } = (await phone.call(contract.aftercare.own, { consentId }))!
  if (survey !== 'due') return
  const answer = { consentId, answers: consent.survey }
  await phone.call(contract.aftercare.answerSurvey, answer, { key: `${key}-survey`, ...done })
  await context.app.jobs.drain()
}
