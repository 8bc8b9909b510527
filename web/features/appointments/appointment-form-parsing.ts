import { isAppointmentDateUnlikely, unlikelyDateMessage } from '../../../contract/calendar-day.ts'
import { toothRows, type Area } from '../../../contract/teeth.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

const teeth = Object.values(toothRows).flat()

/** Teeth as they are typed, '46, 47' or 'LR6 LR7', by their codes; null where one of them is none. */
export function parseTeeth(typed: string): string[] | null {
  const words = typed
    .toUpperCase()
    .split(/[\s,;+]+/)
    .filter(Boolean)
  const codes = words.map((word) => teeth.find(({ fdi, palmer }) => fdi === word || palmer === word)?.fdi)
  return codes.every((code) => code !== undefined) ? [...new Set(codes)] : null
}

/** Pence of a typed price, '£1,234.50' or '1234.5'; null where none was typed, undefined for what is no price. */
function parsePrice(typed: string): number | null | undefined {
  const digits = typed.replaceAll(/[£,\s]/g, '')
  if (digits === '') return null
  return /^\d{1,6}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : undefined
}

type PlannedTreatment = { templateId: string; teeth: string[]; area: Area | null; pricePence: number | null }

type AppointmentChoices = {
  patientId: string | null
  templateId: string | null
  /** The area of a treatment that was planned before; the form asks for teeth alone. */
  area: Area | null
  consentIds: readonly string[]
  /** The day as it stands; it is not questioned again. */
  dayBefore: string | null
  /** YYYY-MM-DD. */
  today: string
}

/** The name of the box that says that a far day is right. */
export const distantDateField = 'farDayConfirmed'

/** The question about a day that is likely mistyped, until somebody has ticked that it is right. */
export const distantDateErrors = (data: FormData, day: string, today: string): FieldProblem[] =>
  day !== '' && isAppointmentDateUnlikely(day, today) && !data.has(distantDateField)
    ? [{ id: distantDateField, text: `${unlikelyDateMessage} Change it, or tick to confirm it` }]
    : []

const trimmedFieldValue = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()

export type Booking = {
  patientId: string
  clinicianId: string
  day: string
  time: string
  minutes: number
  room: string
  reason: string
  needsConsent: boolean
  treatments: PlannedTreatment[]
  consentIds: string[] | null
  farDayConfirmed: boolean
}

/** An appointment as it was typed and chosen, or what is wrong with it. */
export function parseBooking(data: FormData, chosen: AppointmentChoices): Booking | FieldProblem[] {
  const [day, time, clinicianId] = ['day', 'time', 'clinicianId'].map((name) =>
    trimmedFieldValue(data, name),
  ) as [string, string, string]
  const minutes = Number(trimmedFieldValue(data, 'minutes'))
  const codes = parseTeeth(trimmedFieldValue(data, 'teeth'))
  const pricePence = parsePrice(trimmedFieldValue(data, 'price'))
  const checks: [wrong: boolean, id: string, text: string][] = [
    [chosen.patientId === null, 'patientId', 'Choose a patient'],
    [day === '', 'day', 'Enter the day'],
    [time === '', 'time', 'Enter the time'],
    [!(minutes >= 5 && minutes <= 480), 'minutes', 'Enter between 5 and 480 minutes'],
    [clinicianId === '', 'clinicianId', 'Choose a clinician'],
    [codes === null, 'teeth', 'Enter teeth such as 46, or LR6'],
    [pricePence === undefined, 'price', 'Enter a price such as 73.50'],
  ]
  const faults = [
    ...checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text })),
    ...(day === chosen.dayBefore ? [] : distantDateErrors(data, day, chosen.today)),
  ]
  if (faults.length > 0 || chosen.patientId === null || codes === null || pricePence === undefined)
    return faults
  const { templateId, area, consentIds } = chosen
  return {
    ...{ patientId: chosen.patientId, clinicianId, day, time, minutes },
    room: trimmedFieldValue(data, 'room'),
    reason: trimmedFieldValue(data, 'reason'),
    needsConsent: trimmedFieldValue(data, 'review') === '',
    treatments: templateId
      ? [{ templateId, teeth: codes, area: codes.length > 0 ? null : area, pricePence }]
      : [],
    consentIds: consentIds.length > 0 ? [...consentIds] : null,
    farDayConfirmed: data.has(distantDateField),
  }
}
