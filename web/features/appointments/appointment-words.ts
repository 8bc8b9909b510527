import { dayOfMidnight } from '../../../contract/calendar-day.ts'
import { conditionTitles, type Light } from '../../../contract/readiness.ts'
import { placeInWords, type Area, type ToothNotation } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'

export type BoardDay = Awaited<ReturnType<Api['appointments']['day']>>
export type Appointment = BoardDay['appointments'][number]
type Condition = Appointment['readiness']['conditions'][number]

export const lightWords: Record<Light, string> = {
  ready: 'Ready',
  attention: 'Attention',
  'not-ready': 'Not ready',
}

/** What is missing, each as a title with its words. */
export const missingOf = ({ readiness }: Appointment): Condition[] =>
  readiness.conditions.filter(({ state }) => state === 'missing')

export const titleOf = ({ name }: Pick<Condition, 'name'>): string => conditionTitles[name]

/** What an appointment is for, in a line: its treatments and where, else those of its consents, else its reason. */
export function purposeOf(
  { treatments, consents, reason, needsConsent }: Appointment,
  notation: ToothNotation,
): string {
  const place = (teeth: readonly string[], area: Area | null) => placeInWords(teeth, area, notation)
  const planned = treatments.map(({ title, teeth, area }) => withPlace(title, place(teeth, area)))
  const agreed = consents.map(({ treatment, teeth }) => withPlace(treatment, place(teeth, null)))
  const named = planned.length > 0 ? planned : agreed
  const words = [...named, ...(reason ? [reason] : [])].join('; ')
  return words || (needsConsent ? 'No treatment planned yet' : 'Examination or review')
}

const withPlace = (title: string, place: string) => (place ? `${title}, ${place}` : title)

const dayShape = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
})
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** A day as a heading says it: 'Monday 5 January 2026'. */
export const dayInWords = (day: string): string => dayShape.format(noonOf(day)).replace(',', '')

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  const noon = noonOf(day)
  return dayOfMidnight(noon.setUTCDate(noon.getUTCDate() + days))
}

export const isAhead = ({ status }: Appointment): boolean => status === 'booked' || status === 'arrived'

const agreed = ['verbal', 'signed', 'finalised']

/** The consent that the patient can be asked about again, where all that stands open is that. */
export function consentToConfirm(appointment: Appointment): string | null {
  const open = missingOf(appointment).map(({ name }) => name)
  if (!open.some((name) => name === 'confirmed' || name === 'unchanged' || name === 'cost')) return null
  return appointment.consents.find(({ status }) => agreed.includes(status))?.id ?? null
}
