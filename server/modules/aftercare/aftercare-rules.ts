import content from '../../../build/content/aftercare.json' with { type: 'json' }
import type { LibraryAftercare } from '../../../build/content/types.d.ts'
import type { AftercarePolicy } from '../../../contract/aftercare.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import { addCalendarDays, instantAtOrAfter, zonedTime } from '../../platform/zoned-time.ts'
import { nextAllowed } from '../reminders/index.ts'
import type { DoneTreatment } from './aftercare-schema.ts'

export const aftercareLibrary = content as LibraryAftercare
type TreatmentType = LibraryAftercare['types'][number]

/** What a practice does that has said nothing about it: aftercare is part of what was agreed to. */
export const defaultAftercarePolicy: AftercarePolicy = {
  isOn: true,
  survey: true,
  alertStaffIds: [],
  changed: [],
}

/** What follows a type that a practice added itself. */
const customTreatmentType = 'Other'

/** What follows a treatment of this type, with the hours and days of the practice where it changed them. */
function typeOf(name: string, { changed }: AftercarePolicy): TreatmentType {
  const known = aftercareLibrary.types.find(({ treatment }) => treatment === name)
  const shipped = known ?? aftercareLibrary.types.find(({ treatment }) => treatment === customTreatmentType)!
  const own = changed.find(({ treatment }) => treatment === name)
  return own ? { ...shipped, hours: own.hours, days: own.days } : shipped
}

/** Whether these treatments may turn serious, so that 999 and 111 belong on the page. */
export const needsEmergencyAdvice = (treatments: readonly Pick<DoneTreatment, 'type'>[]): boolean =>
  treatments.some(({ type }) => typeOf(type, defaultAftercarePolicy).urgent)

/** A message that is to come: which one it is, and when. */
export type AftercareStep = { step: string; at: Date }

export const surveyStep = 'survey'

export type QuietHours = { quietFrom: string; quietUntil: string }
type ClinicClock = { quiet: QuietHours; timeZone: string }
type DoneTreatments = { doneAt: Date; treatments: readonly DoneTreatment[] }

const morning_minutes = (() => {
  const [hours = 0, minutes = 0] = aftercareLibrary.morning.split(':').map(Number)
  return hours * 60 + minutes
})()

const unique = (each: readonly number[]) => [...new Set(each)].toSorted((a, b) => a - b)

/** Advice on wounds waits for no Monday: quiet hours hold, weekends do not. */
const afterQuietHours = (at: Date, { quiet, timeZone }: ClinicClock): Date =>
  nextAllowed(at, { ...quiet, weekends: true }, timeZone)

function morningAfter({ doneAt }: DoneTreatments, days: number, clock: ClinicClock): Date {
  const { day } = zonedTime(doneAt, clock.timeZone)
  const at = instantAtOrAfter({ day: addCalendarDays(day, days), minutes: morning_minutes }, clock.timeZone)
  return afterQuietHours(at, clock)
}

/** From when on somebody is asked how it went: the longest time that any of the treatments takes; null where none is. */
export function surveyStartsAt(
  done: DoneTreatments,
  policy: AftercarePolicy,
  clock: ClinicClock,
): Date | null {
  const days = done.treatments.flatMap(({ type }) => typeOf(type, policy).surveyDays ?? [])
  return policy.survey && days.length > 0 ? morningAfter(done, Math.max(...days), clock) : null
}

/**
 * All messages that follow a treatment, in order. Those of the first hours are about the first hours: what quiet hours
 * would move to another day is left out, since the message of that day follows anyway.
 */
export function planMessages(
  done: DoneTreatments,
  policy: AftercarePolicy,
  clock: ClinicClock,
): AftercareStep[] {
  if (!policy.isOn) return []
  const types = done.treatments.map(({ type }) => typeOf(type, policy))
  const dayOf = (at: Date) => zonedTime(at, clock.timeZone).day
  const hours = unique(types.flatMap((type) => type.hours))
    .map((count) => ({ step: `hours-${count}`, at: new Date(done.doneAt.getTime() + count * hour_ms) }))
    .filter(({ at }) => dayOf(afterQuietHours(at, clock)) === dayOf(at))
    .map(({ step, at }) => ({ step, at: afterQuietHours(at, clock) }))
  const days = unique(types.flatMap((type) => type.days)).map((count) => ({
    step: `day-${count}`,
    at: morningAfter(done, count, clock),
  }))
  const survey = surveyStartsAt(done, policy, clock)
  return [...hours, ...days, ...(survey ? [{ step: surveyStep, at: survey }] : [])].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
}

/**
 * The next of them: of several that are overdue, as after a time in which nothing ran, only the latest, and none that is
 * late by more than a day. What is said on the evening of an extraction helps nobody on the third day.
 */
export function nextMessage(
  steps: readonly AftercareStep[],
  sent: ReadonlySet<string>,
  now: Date,
): AftercareStep | null {
  const lastSent = steps.findLastIndex(({ step }) => sent.has(step))
  const open = steps.slice(lastSent + 1).filter(({ step }) => !sent.has(step))
  const fresh = open.filter(({ at }) => now.getTime() - at.getTime() <= day_ms)
  return fresh.findLast(({ at }) => at <= now) ?? fresh[0] ?? null
}

/** The treatments that a text is about; what was frozen before there could be several is about one. */
export const treatmentsOfText = (
  text: FrozenContent,
): { place: number; title: string; type: string; templateId: string }[] =>
  (text.treatments ?? [text]).map(({ title, treatmentType: type, templateId }, place) => ({
    ...{ place, title, type, templateId },
  }))

/** The parts that give the advice about these treatments, by their places in the text. */
export function adviceSectionIndexes({ sections }: FrozenContent, places: ReadonlySet<number>): number[] {
  return sections.flatMap(({ title, treatments }, part) => {
    const isAdvice = aftercareLibrary.titles.some((beginning) => title.startsWith(beginning))
    const isAbout = !treatments || places.size === 0 || treatments.some((place) => places.has(place))
    return isAdvice && isAbout ? [part] : []
  })
}
