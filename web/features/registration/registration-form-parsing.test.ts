import { expect, test } from 'vitest'
import { parseRegistration } from './registration-form-parsing.ts'

const amara = {
  firstName: 'Amara',
  lastName: 'Okafor',
  username: '',
  password: 'a stable of correct horses',
  practiceName: 'Harbour Street Dental',
  practicePhone: '0117 496 0000',
  timeZone: 'Europe/London',
}
const form =
  (values: Partial<typeof amara> = {}) =>
  (name: string) =>
    ({ ...amara, ...values })[name as keyof typeof amara]
const fine = () => undefined
const faults = (values: Partial<typeof amara>, as: 'staff' | 'practice' = 'practice') =>
  parseRegistration(form(values), as, fine).problems.map(({ id }) => id)

test('a member of staff sends nothing of a practice', () => {
  expect(parseRegistration(form(), 'staff', fine)).toEqual({
    input: {
      firstName: 'Amara',
      lastName: 'Okafor',
      username: '',
      password: 'a stable of correct horses',
    },
    problems: [],
  })
})

test('a new practice comes with its name, phone and time zone', () => {
  expect(parseRegistration(form(), 'practice', fine).input.practice).toEqual({
    name: 'Harbour Street Dental',
    phone: '0117 496 0000',
    timeZone: 'Europe/London',
  })
})

test('names are asked for, and of a practice its name', () => {
  expect(faults({ firstName: '', lastName: '', practiceName: '' })).toEqual([
    'firstName',
    'lastName',
    'practiceName',
  ])
  expect(faults({ practiceName: '' }, 'staff')).toEqual([])
})

test.each(['ab', 'amara okafor', 'amara@example.org', 'x'.repeat(31)])('%s is no username', (username) =>
  expect(faults({ username })).toEqual(['username']),
)

test.each(['', 'amara', 'amara.okafor_7'])('%j may stand as the username', (username) =>
  expect(faults({ username })).toEqual([]),
)

test('what is wrong with the password stands at the password', () => {
  const { problems } = parseRegistration(form({ password: 'x' }), 'staff', (password) => `Not ${password}`)
  expect(problems).toEqual([{ id: 'password', text: 'Not x' }])
})
