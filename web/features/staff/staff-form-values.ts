import { validateEmail } from '../../../contract/email-address.ts'
import type { LoginHours, Weekday } from '../../../contract/identity.ts'
import type { StaffMember } from '../../../contract/staff.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[]

const workdays = weekdays.slice(0, 5)

export const dayLabel = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1)

type DayHours = { enabled: boolean; start: string; end: string }
/** Every day of the week, also those on which nobody signs in: the form keeps what was typed there. */
export type WeekHours = Record<Weekday, DayHours>

const default_hours = { start: '08:00', end: '18:00' }

/** A week where some days may be missing, as a form shows it. */
export const weekOf = (hours: LoginHours): WeekHours =>
  Object.fromEntries(
    weekdays.map((day) => [day, hours[day] ?? { enabled: false, ...default_hours }]),
  ) as WeekHours

/** A week to begin with: workdays by day, as most practices open. */
export const defaultWeek = (): WeekHours =>
  Object.fromEntries(
    weekdays.map((day) => [day, { enabled: workdays.some((workday) => workday === day), ...default_hours }]),
  ) as WeekHours

/** The hours of one day on every workday; the days of the weekend stay. */
export const copyToWorkdays = (week: WeekHours, day: Weekday): WeekHours => ({
  ...week,
  ...Object.fromEntries(workdays.map((workday) => [workday, { ...week[day], enabled: true }])),
})

/** What the server keeps: the days that are on, with their hours. */
const hoursOf = (week: WeekHours): LoginHours =>
  Object.fromEntries(weekdays.filter((day) => week[day].enabled).map((day) => [day, week[day]]))

/** The details of somebody on the staff as they are being typed. */
export type StaffValues = Pick<
  StaffMember,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'jobTitle'
  | 'isClinician'
  | 'role'
  | 'permissionLevel'
  | 'permissions'
  | 'loginHoursRestricted'
> & { gdcNumber: string; week: WeekHours }

/** Nobody yet: no right is given before somebody gives it. */
export const newStaff = (): StaffValues => ({
  email: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  isClinician: false,
  gdcNumber: '',
  role: 'clinic_staff',
  permissionLevel: 1,
  permissions: {},
  loginHoursRestricted: false,
  week: defaultWeek(),
})

/** A member of staff as the form holds them. */
export const valuesOf = (member: StaffMember): StaffValues => ({
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  jobTitle: member.jobTitle,
  isClinician: member.isClinician,
  gdcNumber: member.gdcNumber ?? '',
  role: member.role,
  permissionLevel: member.permissionLevel,
  permissions: member.permissions,
  loginHoursRestricted: member.loginHoursRestricted,
  week: Object.keys(member.loginHours).length > 0 ? weekOf(member.loginHours) : defaultWeek(),
})

/** What the form sends. Hours that bind nobody are sent only where they were recorded before. */
export type StaffEntry = Omit<StaffValues, 'week'> & { loginHours: LoginHours }

/** The entry as typed, with the faults a browser can find; an error's id is the field's own, as the server names it. */
export function parseStaffForm(
  values: StaffValues,
  recorded: LoginHours = {},
): { entry: StaffEntry; errors: FieldProblem[] } {
  const { week, ...typed } = values
  const entry: StaffEntry = {
    ...typed,
    email: typed.email.trim(),
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    jobTitle: typed.jobTitle.trim(),
    gdcNumber: typed.gdcNumber.replaceAll(/\s/g, ''),
    loginHours: typed.loginHoursRestricted ? hoursOf(week) : recorded,
  }
  return { entry, errors: [...detailErrors(entry), ...hourErrors(entry)] }
}

/** The entry of somebody who looks at themselves: whatever bears on their rights stays as it is recorded. */
export const withStoredRights = (entry: StaffEntry, member: StaffMember): StaffEntry => ({
  ...entry,
  role: member.role,
  permissionLevel: member.permissionLevel,
  permissions: member.permissions,
  loginHoursRestricted: member.loginHoursRestricted,
  loginHours: member.loginHours,
})

/**
 * Whether the form lets clinical role and GDC number be changed: not one's own, for they open countersigning. An
 * administrator may, as of a practice of one there is nobody else.
 */
export const canChangeRegistration = (member: Pick<StaffMember, 'isMe' | 'role'> | undefined): boolean =>
  !member?.isMe || member.role === 'clinic_admin'

function detailErrors(entry: StaffEntry): FieldProblem[] {
  const checks: [wrong: boolean, id: string, text: string][] = [
    [validateEmail(entry.email) !== null, 'email', validateEmail(entry.email) ?? ''],
    [entry.firstName === '', 'firstName', 'Enter a first name'],
    [entry.lastName === '', 'lastName', 'Enter a last name'],
    [
      entry.gdcNumber !== '' && !/^\d{5,7}$/.test(entry.gdcNumber),
      'gdcNumber',
      'Enter the 5 to 7 digits of the GDC number',
    ],
  ]
  return checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))
}

function hourErrors({ loginHoursRestricted, loginHours }: StaffEntry): FieldProblem[] {
  if (!loginHoursRestricted) return []
  const days = weekdays.filter((day) => loginHours[day])
  if (days.length === 0) {
    return [{ id: 'loginHours', text: 'Choose at least one day, or let them sign in at any time' }]
  }
  return days.flatMap((day) => {
    const { start, end } = loginHours[day]!
    const name = dayLabel(day)
    if (start === '') return [{ id: `loginHours.${day}.start`, text: `Enter a start time for ${name}` }]
    if (end === '') return [{ id: `loginHours.${day}.end`, text: `Enter an end time for ${name}` }]
    return start > end
      ? [{ id: `loginHours.${day}.end`, text: `The end time for ${name} must be after its start time` }]
      : []
  })
}

/** Where a refusal of the server belongs in the form. */
const fieldByReason: Record<string, string> = {
  'email-on-staff': 'email',
  'gdc-number-needed': 'gdcNumber',
  'gdc-number-taken': 'gdcNumber',
  'above-own-rights': 'role',
  'own-rights': 'role',
  'last-administrator': 'role',
  'is-owner': 'role',
}

type Refused = Error & {
  readonly reason?: string | undefined
  readonly fields?: readonly { field: string; message: string }[] | undefined
}

/** The faults of a refused entry that belong to a field of the form. */
export function refusalErrors(error: unknown): FieldProblem[] {
  if (!(error instanceof Error)) return []
  const { reason, message, fields = [] } = error as Refused
  const id = reason === undefined ? undefined : fieldByReason[reason]
  if (id !== undefined) return [{ id, text: message }]
  return fields.map(({ field, message }) => ({ id: field, text: message }))
}
