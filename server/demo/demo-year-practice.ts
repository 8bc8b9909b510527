import { dateInTimeZone, dateOfUtcMidnight } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { day_ms, hour_ms } from '../platform/clock.ts'
import { done, reach, type YearContext } from './demo-year-context.ts'
import { demoClinics } from './demo-people.ts'

type Tell = (context: YearContext) => Promise<void>

/** So many days before the end of the year, in the morning. */
const morning = ({ endsAt }: YearContext, daysAgo: number): number =>
  Math.floor(endsAt / day_ms) * day_ms - daysAgo * day_ms + 9 * hour_ms

const dayOf = (ms: number): string => dateInTimeZone(new Date(ms))

/** Everybody who may take consent was trained in both topics before the year, and in one again. */
const trainings = [
  { topic: 'consent', title: 'Valid consent in dental practice', daysAgo: 372 },
  { topic: 'capacity', title: 'The Mental Capacity Act at the chairside', daysAgo: 366 },
  { topic: 'consent', title: 'Valid consent: yearly update', daysAgo: 41 },
] as const

async function recordTrainings(context: YearContext): Promise<void> {
  const manager = context.colleague('manager')
  for (const [number, { topic, title, daysAgo }] of trainings.entries()) {
    if (!reach(context, morning(context, daysAgo))) return
    const { people } = (await manager.call(contract.trainings.list, {}))!
    for (const { id: staffId } of people.filter(({ takesConsent }) => takesConsent)) {
      const training = { staffId, topic, title, doneOn: dayOf(morning(context, daysAgo)) }
      await manager.call(contract.trainings.record, training, {
        key: `demo-year-training-${number}-${staffId}`,
      })
    }
  }
}

/** The consent policy a year ago, and its review some weeks ago; everybody has read it since. */
const policyDays = [368, 33]

async function adoptPolicy(context: YearContext): Promise<void> {
  const manager = context.colleague('manager')
  const named = { policy: 'consent' }
  for (const [after, daysAgo] of policyDays.entries()) {
    if (!reach(context, morning(context, daysAgo))) return
    const { title, text } = (await manager.call(contract.policies.get, named))!
    const reviewOn = dayOf(morning(context, daysAgo - 365))
    await manager.call(contract.policies.adopt, { ...named, title, text, reviewOn, after }, done)
    context.clock.advance()
    const { version } = (await manager.call(contract.policies.get, named))!
    for (const { key } of demoClinics[0]!.staff)
      await context
        .colleague(key)
        .call(contract.policies.acknowledge, { ...named, versionId: version!.id }, done)
  }
}

/** What went wrong about consent in the year, and what was learned of it. */
const incidents = [
  {
    kind: 'near-miss',
    daysAgo: 301,
    closedAfter: 9,
    item: 'CQ13',
    summary: 'A form named the tooth beside the one meant. It was found when the tooth was compared.',
    candour: 'The patient was told on the day, and the form was made out again.',
    learning: 'The tooth is read aloud from the form before the chair goes back.',
    shared: 'Staff meeting of the week after',
    action: 'Read the tooth aloud from the form',
  },
  {
    kind: 'complaint',
    daysAgo: 214,
    closedAfter: 16,
    item: 'CQ27',
    summary: 'A patient had understood the price of a crown to hold for the core as well.',
    candour: 'The practice wrote to say sorry and charged the price of the form.',
    learning: 'What a price includes is said in the text of each plan.',
    shared: 'E-mail to all clinicians, and the meeting of the month',
    action: 'Say in each plan what the price includes',
  },
  {
    kind: 'incident',
    daysAgo: 127,
    closedAfter: 12,
    item: 'CQ08',
    summary: 'A question about blood thinners was answered after the form was signed.',
    candour: 'The clinician rang, answered, and asked again before treatment.',
    learning: 'Open questions are looked at twice a day.',
    shared: 'Staff meeting, with the day board open',
    action: 'Look at open questions at 9 and at 2',
  },
  {
    kind: 'near-miss',
    daysAgo: 46,
    closedAfter: 8,
    item: 'CQ22',
    summary: 'A patient who needs large print was first sent the usual form.',
    candour: 'Told at the desk; the form came in large print the same day.',
    learning: 'Needs are asked at registration and shown on the plan.',
    shared: 'Staff meeting, and a note at the desk',
    action: 'Ask every patient again what they need to read',
  },
] as const

/** Of the actions the last one is still open. */
const is_open_days = 60

async function recordIncident(context: YearContext, number: number): Promise<void> {
  const { daysAgo, closedAfter, item, kind, summary, candour, learning, shared, action } = incidents[number]!
  const manager = context.colleague('manager')
  const key = `demo-year-incident-${number}`
  if (!reach(context, morning(context, daysAgo))) return
  const happened = {
    kind,
    happenedOn: dayOf(morning(context, daysAgo)),
    summary,
    candour,
    isAboutConsent: true,
  }
  const { id: incidentId } = (await manager.call(contract.incidents.record, happened, { key }))!
  const { people } = (await manager.call(contract.improvementActions.list, {}))!
  const owner = people.find(({ name }) => name === 'Siân Rees') ?? people[0]!
  const due = morning(context, daysAgo - is_open_days)
  const toDo = { item, title: action, ownerId: owner.id, dueOn: dayOf(due) }
  const made = await manager.call(contract.improvementActions.create, toDo, { key: `${key}-action` })
  if (!reach(context, morning(context, daysAgo - closedAfter))) return
  const closing = { incidentId, candour, learning, shared, isClosed: true }
  await manager.call(contract.incidents.update, closing, done)
  if (!reach(context, due - 10 * day_ms)) return
  const outcome = 'Done, and looked at again after a month.'
  await manager.call(contract.improvementActions.close, { actionId: made!.id, outcome }, done)
}

/** What the practice itself did in the year. */
export const practiceSteps: Tell[] = [
  recordTrainings,
  adoptPolicy,
  ...incidents.map(
    (_incident, number): Tell =>
      (context) =>
        recordIncident(context, number),
  ),
]

/** The calendar month so many before the one of a moment, and when the one after it begins. */
function monthBefore(at_ms: number, months: number) {
  const at = new Date(at_ms)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months]
  return {
    month: dateOfUtcMidnight(Date.UTC(year, month)).slice(0, 7),
    nextBegins: Date.UTC(year, month + 1),
  }
}

/** Months that ended last, of which a sample is drawn once all their consents are there. */
const sampled_months = [3, 2, 1]

/** Draws the sample of a month and sees to what it found. */
async function drawSample(context: YearContext, monthsAgo: number): Promise<void> {
  const { month, nextBegins } = monthBefore(context.endsAt, monthsAgo)
  const manager = context.colleague('manager')
  if (!reach(context, nextBegins + 2 * day_ms + 9 * hour_ms)) return
  await manager.call(contract.sampleAudits.run, { month }, done)
  const { rows } = (await manager.call(contract.improvementActions.list, { pageSize: 100 }))!
  context.clock.advance()
  const outcome = 'Talked through at the staff meeting.'
  for (const { id: actionId, origin } of rows)
    if (origin !== '') await manager.call(contract.improvementActions.close, { actionId, outcome }, done)
}

/** What the practice looked back at. */
export const reviewSteps: Tell[] = sampled_months.map(
  (monthsAgo): Tell =>
    (context) =>
      drawSample(context, monthsAgo),
)
