import { dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import { conditionTitles, type ReadinessLevel } from '../../../contract/readiness.ts'
import { siteName, type Area, type ToothNotation } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'

export type BoardDay = Awaited<ReturnType<Api['appointments']['day']>>
export type Appointment = BoardDay['appointments'][number]
type ReadinessState = Appointment['readiness']['conditions'][number]

export const readinessLabels: Record<ReadinessLevel, string> = {
  ready: 'Ready',
  attention: 'Needs attention',
  'not-ready': 'Not ready',
}

/** What is missing, each as a title with its words. */
export const listMissing = ({ readiness }: Appointment): ReadinessState[] =>
  readiness.conditions.filter(({ state }) => state === 'missing')

export const appointmentTitle = ({ name }: Pick<ReadinessState, 'name'>): string => conditionTitles[name]

/** What an appointment is for, in a line: its treatments and where, else those of its consents, and what its reason adds. */
export function appointmentPurpose(
  { treatments, consents, reason, needsConsent }: Appointment,
  notation: ToothNotation,
): string {
  const place = (teeth: readonly string[], area: Area | null) => siteName(teeth, area, notation)
  const planned = treatments.map(({ title, teeth, area }) => withToothOrArea(title, place(teeth, area)))
  const agreed = consents.map(({ treatment, teeth }) => withToothOrArea(treatment, place(teeth, null)))
  const named = planned.length > 0 ? planned : agreed
  const words = [...named, ...(addsTo(named, reason) ? [reason] : [])].join('; ')
  return words || (needsConsent ? 'No treatment planned yet' : 'Examination or review')
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a reason says more than the treatments do: an imported list names them in its reason as well. */
function addsTo(named: readonly string[], reason: string): boolean {
  const known = new Set(named.flatMap(wordsOf))
  return wordsOf(reason).some((word) => !known.has(word))
}

const withToothOrArea = (title: string, place: string) => (place ? `${title}, ${place}` : title)

const dayPattern = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
const noonOfDay = (day: string) => new Date(`${day}T12:00:00Z`)

/** A day as a heading says it: 'Mon 5 Jan 2026'. */
export const formatDay = (day: string): string => dayPattern.format(noonOfDay(day)).replace(',', '')

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const noon = noonOfDay(day)
  return dateOfUtcMidnight(noon.setUTCDate(noon.getUTCDate() + days))
}

export const isFuture = ({ status }: Appointment): boolean => status === 'booked' || status === 'arrived'

const agreedStates = ['verbal', 'signed', 'finalised']

/** The consent that the patient can be asked about again, where all that stands open is that. */
export function consentToReconfirm(appointment: Appointment): string | null {
  const open = listMissing(appointment).map(({ name }) => name)
  if (!open.some((name) => name === 'confirmed' || name === 'unchanged' || name === 'cost')) return null
  return appointment.consents.find(({ status }) => agreedStates.includes(status))?.id ?? null
}
