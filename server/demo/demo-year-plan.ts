import { day_ms, hour_ms, minute_ms } from '../platform/clock.ts'
import {
  refusals,
  whatMatters,
  withdrawals,
  yearCaseOf,
  yearCases,
  type YearCase,
} from './demo-year-cases.ts'
import { yearFirstNames, yearLastNames } from './demo-year-people.ts'

/** How a consent of the year is given, or comes to its end without. */
export type YearOutcome =
  'remote' | 'kiosk' | 'paper' | 'verbal' | 'declined' | 'withdrawn' | 'expired' | 'voided'

export type YearConsent = {
  /** Counts all consents of the year, from 0. */
  number: number
  case: YearCase
  /** Of the clinician: a key of the demo's staff. */
  by: string
  teeth: string[]
  diagnosis: string
  outcome: YearOutcome
  signs: 'drawn' | 'typed'
  matters: string
  question: { asked: string; answered: string; isBlocking: boolean; mode: 'message' | 'call' } | null
  checksUnderstanding: boolean
  /** One answer to the survey afterwards, or that nobody answered. */
  survey: { understood: number; asSaid: number; again: number; regret: number; time: number } | null
  refusal: (typeof refusals)[number]
  withdrawal: string
  /** When each step happens, in milliseconds; those beyond the start's day do not happen. */
  at: Record<'sent' | 'opened' | 'answered' | 'signed' | 'finalised' | 'treated', number>
}

/** What one patient comes for: one consent, or two within some weeks. */
export type YearCourse = {
  number: number
  patient: { title: string; firstName: string; lastName: string; dateOfBirth: string; phone: string }
  isLargePrint: boolean
  isSmoker: boolean
  consents: YearConsent[]
}

/** How the consents of a year spread over its twelve months, the latest first: a practice that grows. */
const monthWeights = [26, 34, 28, 24, 22, 20, 18, 17, 15, 14, 12, 10]
const month_days = 30
/** The first consent of the year comes so long after the practice began to work with Candour. */
export const year_days = monthWeights.length * month_days

const outcomeWeights: [YearOutcome, number][] = [
  ['remote', 70],
  ['kiosk', 9],
  ['paper', 3],
  ['verbal', 4],
  ['declined', 5],
  ['withdrawn', 3],
  ['expired', 4],
  ['voided', 2],
]
/** Hours from sending to the first look, and from there to the signature: most soon, some after reminders. */
const openingHours = [0.2, 0.5, 1, 2, 4, 7, 9, 22, 26, 31, 52, 74, 125]
const signingHours = [0.1, 0.1, 0.2, 0.2, 0.3, 0.5, 1, 3, 21, 27]
const clinicians: [string, number][] = [
  ['owner', 36],
  ['dentist', 34],
  ['lead', 30],
]
const seed = 20_260_303

/** Numbers from 0 to below 1, always the same ones (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Draw = ReturnType<typeof drawsFrom>

function drawsFrom(random: () => number) {
  const below = (count: number) => Math.floor(random() * count)
  return {
    below,
    is: (share: number) => random() < share,
    one: <T>(list: readonly T[]): T => list[below(list.length)]!,
    weighted<T>(list: readonly (readonly [T, number])[]): T {
      let left = random() * list.reduce((sum, [, weight]) => sum + weight, 0)
      return (list.find(([, weight]) => (left -= weight) < 0) ?? list.at(-1)!)[0]
    },
  }
}

const isWeekend = (ms: number): boolean => [0, 6].includes(new Date(ms).getUTCDay())

/** The same time of a working day, on or after this one. */
function onWorkday(ms: number): number {
  return isWeekend(ms) ? onWorkday(ms + day_ms) : ms
}

/** A moment in the hours in which the practice works, on a working day so many days later. */
const inSurgery = (draw: Draw, day: number, daysLater: number): number =>
  onWorkday(day + daysLater * day_ms) + 9 * hour_ms + draw.below(7 * 12) * 5 * minute_ms

/** Patients read and sign by day and in the evening. */
function awake(ms: number): number {
  const hours = new Date(ms).getUTCHours()
  return hours >= 7 && hours < 21 ? ms : ms + 11 * hour_ms
}

const startOfDay = (ms: number): number => Math.floor(ms / day_ms) * day_ms

/** When somebody of the practice sees to what came in: soon, or the next morning. */
function whenSeenTo(draw: Draw, ms: number): number {
  const hours = new Date(ms).getUTCHours()
  const isOpen = !isWeekend(ms) && hours >= 9 && hours < 15
  return isOpen ? ms + (20 + draw.below(90)) * minute_ms : inSurgery(draw, startOfDay(ms), hours < 9 ? 0 : 1)
}

function timesOf(
  draw: Draw,
  { sentDay, asks, reflectionHours }: { sentDay: number; asks: boolean; reflectionHours: number },
): YearConsent['at'] {
  const sent = inSurgery(draw, sentDay, 0)
  const opened = awake(sent + draw.one(openingHours) * hour_ms)
  const thinking = reflectionHours > 0 ? reflectionHours + 3 : draw.one(signingHours)
  const answered = whenSeenTo(draw, opened + 10 * minute_ms)
  const signed = awake(Math.max(opened + thinking * hour_ms, asks ? answered + hour_ms : 0))
  const finalised = inSurgery(draw, startOfDay(signed), 1)
  const treated = inSurgery(draw, startOfDay(finalised), 2 + draw.below(9))
  return { sent, opened, answered, signed, finalised, treated }
}

function surveyOf(draw: Draw): YearConsent['survey'] {
  if (!draw.is(0.5)) return null
  const good = () => (draw.is(0.98) ? 5 - draw.below(2) : 3)
  return { understood: good(), asSaid: good(), again: good(), regret: draw.is(0.9) ? 1 : 2, time: good() }
}

const [filling, cleaning] = [yearCaseOf('Composite Filling'), yearCaseOf('Scale and Polish')]

function consentOn(draw: Draw, number: number, sentDay: number): YearConsent {
  const outcome = draw.weighted(outcomeWeights)
  const known = draw.weighted(yearCases.map((each) => [each, each.weight] as const))
  // By word of mouth only what needs no signature; on a tablet and on paper nothing that asks for a day to think.
  const isSimple = ['kiosk', 'paper', 'verbal'].includes(outcome)
  const simple = outcome === 'verbal' ? cleaning : filling
  const treatment = outcome === 'verbal' || (isSimple && known.reflectionHours > 0) ? simple : known
  const question = draw.one(treatment.questions)
  const asks = draw.is(0.3) && ['remote', 'withdrawn'].includes(outcome)
  const mode = draw.is(0.7) ? 'message' : 'call'
  return {
    ...{ number, case: treatment, outcome, by: draw.weighted(clinicians) },
    teeth: treatment.teeth.length > 0 ? [draw.one(treatment.teeth)] : [],
    diagnosis: draw.one(treatment.diagnoses),
    signs: draw.is(0.7) ? 'drawn' : 'typed',
    matters: draw.one(whatMatters),
    question: asks ? { ...question, isBlocking: draw.is(0.5), mode } : null,
    checksUnderstanding: draw.is(0.6),
    survey: surveyOf(draw),
    refusal: draw.one(refusals),
    withdrawal: draw.one(withdrawals),
    at: timesOf(draw, { sentDay, asks, reflectionHours: treatment.reflectionHours }),
  }
}

function patientOf(draw: Draw, number: number): YearCourse['patient'] {
  const title = draw.is(0.54) ? 'Ms' : 'Mr'
  const firstNames = yearFirstNames[title]
  const day = (least: number, count: number) => String(least + draw.below(count)).padStart(2, '0')
  return {
    title,
    // Together unlike any other: last names go round once before a first name comes again.
    firstName: firstNames[Math.floor(number / yearLastNames.length + number) % firstNames.length]!,
    lastName: yearLastNames[number % yearLastNames.length]!,
    dateOfBirth: `${1938 + draw.below(68)}-${day(1, 12)}-${day(1, 28)}`,
    phone: `07700 900${200 + number}`,
  }
}

/** How many consents fall to each month, the latest first, `count` in all. */
function countsByMonth(count: number): number[] {
  const sum = monthWeights.reduce((one, other) => one + other, 0)
  const upTo = (months: number) =>
    Math.round((monthWeights.slice(0, months).reduce((one, other) => one + other, 0) * count) / sum)
  return monthWeights.map((_weight, month) => upTo(month + 1) - upTo(month))
}

/**
 * A year of consents of a practice, up to the day of `endsAt`, the latest month first: always the same for the same day.
 * Every fifth patient comes for two treatments.
 */
export function planYear(endsAt: number, count = 240): YearCourse[] {
  const draw = drawsFrom(randomFrom(seed))
  const today = startOfDay(endsAt)
  const courses: YearCourse[] = []
  let made = 0
  for (const [month, consents] of countsByMonth(count).entries())
    for (const last = made + consents; made < last;) {
      const number = courses.length
      const day = today - (month * month_days + 1 + draw.below(month_days)) * day_ms
      const first = consentOn(draw, made++, day)
      const again = made < last && number % 5 === 4
      const second = again ? [consentOn(draw, made++, day + (9 + draw.below(12)) * day_ms)] : []
      courses.push({
        ...{ number, patient: patientOf(draw, number), isLargePrint: draw.is(0.04), isSmoker: draw.is(0.12) },
        consents: [first, ...second],
      })
    }
  return courses
}
