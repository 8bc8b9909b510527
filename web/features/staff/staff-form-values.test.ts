import { expect, test } from 'vitest'
import {
  copyToWorkdays,
  defaultWeek,
  canChangeRegistration,
  newStaff,
  parseStaffForm,
  refusalErrors,
  weekdays,
  weekOf,
  withStoredRights,
  type StaffValues,
} from './staff-form-values.ts'

const filled: StaffValues = {
  ...newStaff(),
  email: ' lena.sommer@example.org ',
  firstName: ' Lena ',
  lastName: 'Sommer',
  gdcNumber: '248 163',
}
const parse = (changes: Partial<StaffValues> = {}) => parseStaffForm({ ...filled, ...changes })

test('a filled form becomes an entry, trimmed, without hours that bind nobody', () => {
  const { entry, errors } = parse()
  expect(errors).toEqual([])
  expect(entry).toEqual({
    email: 'lena.sommer@example.org',
    firstName: 'Lena',
    lastName: 'Sommer',
    jobTitle: '',
    isClinician: false,
    gdcNumber: '248163',
    role: 'clinic_staff',
    permissionLevel: 1,
    permissions: {},
    loginHoursRestricted: false,
    loginHours: {},
  })
})

test('nobody new is given a right', () => {
  expect(newStaff()).toMatchObject({ role: 'clinic_staff', permissionLevel: 1, permissions: {} })
})

test('hours recorded before are kept while they bind nobody', () => {
  const recorded = { monday: { enabled: true, start: '09:00', end: '12:00' } }
  expect(parseStaffForm(filled, recorded).entry.loginHours).toEqual(recorded)
})

test('only the days that are on are sent', () => {
  const week = weekOf({ saturday: { enabled: true, start: '09:00', end: '12:30' } })
  expect(parse({ loginHoursRestricted: true, week }).entry.loginHours).toEqual({
    saturday: { enabled: true, start: '09:00', end: '12:30' },
  })
})

test.each<[Partial<StaffValues>, string]>([
  [{ email: 'lena@' }, 'email'],
  [{ firstName: ' ' }, 'firstName'],
  [{ lastName: '' }, 'lastName'],
  [{ gdcNumber: '1234' }, 'gdcNumber'],
  [{ gdcNumber: 'D248163' }, 'gdcNumber'],
  [{ loginHoursRestricted: true, week: weekOf({}) }, 'loginHours'],
  [
    { loginHoursRestricted: true, week: weekOf({ friday: { enabled: true, start: '', end: '17:00' } }) },
    'loginHours.friday.start',
  ],
  [
    { loginHoursRestricted: true, week: weekOf({ friday: { enabled: true, start: '09:00', end: '' } }) },
    'loginHours.friday.end',
  ],
  [
    { loginHoursRestricted: true, week: weekOf({ friday: { enabled: true, start: '17:01', end: '17:00' } }) },
    'loginHours.friday.end',
  ],
])('%o is refused at its field', (changes, id) => {
  expect(parse(changes).errors.map((error) => error.id)).toEqual([id])
})

test('a day may end in the minute it begins, and faults of days that are off do not count', () => {
  const friday = { enabled: true, start: '17:00', end: '17:00' }
  const sunday = { enabled: false, start: '', end: '' }
  expect(parse({ loginHoursRestricted: true, week: weekOf({ friday, sunday }) }).errors).toEqual([])
})

test('whoever looks at themselves keeps their rights to the letter', () => {
  const recorded = {
    role: 'clinic_staff',
    permissionLevel: 4,
    permissions: { viewStats: true, overrideConsents: false },
    loginHoursRestricted: true,
    loginHours: { sunday: { enabled: false, start: '10:00', end: '11:00' } },
  } as const
  const member = { ...recorded, firstName: 'Before' } as unknown as Parameters<typeof withStoredRights>[1]
  const entry = withStoredRights(parse().entry, member)
  expect(entry).toMatchObject({ firstName: 'Lena', ...recorded })
  expect(entry.loginHours).toEqual(recorded.loginHours)
})

test.each([
  [undefined, true],
  [{ isMe: false, role: 'clinic_staff' } as const, true],
  [{ isMe: true, role: 'clinic_staff' } as const, false],
  [{ isMe: true, role: 'clinic_admin' } as const, true],
])('clinical role and GDC number of %o may be changed: %s', (member, may) => {
  expect(canChangeRegistration(member)).toBe(may)
})

test('a day is copied to the workdays, and the weekend stays', () => {
  const week = { ...defaultWeek(), tuesday: { enabled: true, start: '07:30', end: '19:00' } }
  const copied = copyToWorkdays(week, 'tuesday')
  const changed = weekdays.filter((day) => copied[day].start === '07:30' && copied[day].enabled)
  expect(changed).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
  expect(copied.saturday).toEqual(week.saturday)
})

test('a refusal goes to the field it is about', () => {
  const refused = (reason: string) => refusalErrors(Object.assign(new Error('No.'), { reason, fields: [] }))
  expect(refused('email-on-staff')).toEqual([{ id: 'email', text: 'No.' }])
  expect(refused('above-own-rights')).toEqual([{ id: 'role', text: 'No.' }])
  expect(refused('gdc-number-needed')).toEqual([{ id: 'gdcNumber', text: 'No.' }])
  expect(refused('gdc-number-taken')).toEqual([{ id: 'gdcNumber', text: 'No.' }])
  expect(refused('requires-recent-login')).toEqual([])
})

test('faults of the input keep the fields the server names', () => {
  const fields = [{ field: 'loginHours.monday.end', message: 'Enter a time such as 08:30' }]
  expect(refusalErrors(Object.assign(new Error('Wrong'), { fields }))).toEqual([
    { id: 'loginHours.monday.end', text: 'Enter a time such as 08:30' },
  ])
})
