import { expect, test } from 'vitest'
import { parseSecurityForm } from './security-form-parsing.ts'

const filled = { timeZone: 'Europe/London', sessionIdleMinutes: ' 30 ', sessionHours: '12' }

function read(changes: Record<string, string> = {}, isRequired = false) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes })) form.set(name, value)
  return parseSecurityForm(form, { requiresSecondFactor: isRequired })
}

test('a filled form becomes settings; an unticked box means no', () => {
  expect(read()).toEqual({
    entry: {
      timeZone: 'Europe/London',
      sessionIdleMinutes: 30,
      sessionHours: 12,
      requiresSecondFactor: false,
    },
    errors: [],
  })
  expect(read({ requiresSecondFactor: 'on' }).entry.requiresSecondFactor).toBe(true)
})

test('a second factor that was required is switched off with a reason', () => {
  const reason = 'One shared computer, no phones in surgery'
  expect(read({}, true).errors.map(({ id }) => id)).toEqual(['secondFactorReason'])
  expect(read({ secondFactorReason: ' too short ' }, true).errors.map(({ id }) => id)).toEqual([
    'secondFactorReason',
  ])
  expect(read({ secondFactorReason: ` ${reason} ` }, true)).toMatchObject({
    entry: { requiresSecondFactor: false, secondFactorReason: reason },
    errors: [],
  })
  expect(read({ requiresSecondFactor: 'on' }, true).errors).toEqual([])
})

test.each([
  [{ sessionIdleMinutes: '2', sessionHours: '1' }],
  [{ sessionIdleMinutes: '240', sessionHours: '12' }],
])('the least and the most are allowed: %o', (changes) => expect(read(changes).errors).toEqual([]))

test.each<[Record<string, string>, string]>([
  [{ timeZone: '' }, 'timeZone'],
  [{ sessionIdleMinutes: '1' }, 'sessionIdleMinutes'],
  [{ sessionIdleMinutes: '241' }, 'sessionIdleMinutes'],
  [{ sessionIdleMinutes: '' }, 'sessionIdleMinutes'],
  [{ sessionIdleMinutes: '2.5' }, 'sessionIdleMinutes'],
  [{ sessionIdleMinutes: 'half an hour' }, 'sessionIdleMinutes'],
  [{ sessionHours: '0' }, 'sessionHours'],
  [{ sessionHours: '13' }, 'sessionHours'],
  [{ sessionHours: '-3' }, 'sessionHours'],
])('%o is refused at its field', (changes, id) => {
  expect(read(changes).errors.map((error) => error.id)).toEqual([id])
})
