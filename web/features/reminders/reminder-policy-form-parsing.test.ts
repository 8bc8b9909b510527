import { expect, test } from 'vitest'
import { formatDays, parseDays, parseReminderPolicyForm } from './reminder-policy-form-parsing.ts'

test.each<[string, number[] | null]>([
  ['2, 5', [2, 5]],
  ['5 2', [2, 5]],
  ['2 and 5', [2, 5]],
  ['', []],
  ['2, 2', null],
  ['0', null],
  ['61', null],
  ['1.5', null],
  ['two', null],
  ['1 2 3 4 5', null],
])('the days %j are %j', (typed, days) => {
  expect(parseDays(typed)).toEqual(days)
})

const form = (change: Record<string, string> = {}) => {
  const data = new FormData()
  const typed = {
    isOn: 'on',
    daysAfterSending: '2, 5',
    daysBeforeAppointment: '2',
    quietFrom: '20:00',
    quietUntil: '08:00',
    ladderSms: 'on',
  }
  for (const [name, value] of Object.entries({ ...typed, ...change })) data.set(name, value)
  return data
}

test('a form is read as it stands', () => {
  expect(parseReminderPolicyForm(form())).toEqual({
    entry: {
      isOn: true,
      daysAfterSending: [2, 5],
      daysBeforeAppointment: 2,
      quietFrom: '20:00',
      quietUntil: '08:00',
      weekends: false,
      ladder: { sms: true, call: false, letter: false },
    },
    errors: [],
  })
  expect(formatDays([2, 5])).toBe('2, 5')
})

test.each([
  ['daysAfterSending', 'soon'],
  ['daysAfterSending', ''],
  ['daysBeforeAppointment', '0'],
  ['daysBeforeAppointment', '15'],
  ['daysBeforeAppointment', '1.5'],
  ['quietFrom', '25:00'],
  ['quietUntil', ''],
])('%s cannot be %j', (id, typed) => {
  expect(parseReminderPolicyForm(form({ [id]: typed })).errors.map((error) => error.id)).toEqual([id])
})

test('who reminds nobody needs to name no day', () => {
  const data = form({ daysAfterSending: '' })
  data.delete('isOn')
  expect(parseReminderPolicyForm(data).errors).toEqual([])
})

test('who leaves the days before an appointment empty reminds of none', () => {
  expect(parseReminderPolicyForm(form({ daysBeforeAppointment: ' ' })).entry.daysBeforeAppointment).toBeNull()
})
