import { describe, expect, it } from 'vitest'
import type { ReminderPolicy } from '../../../contract/reminders.ts'
import { nextAllowed, nextStep, defaultReminderPolicy } from './reminder-rules.ts'

const london = 'Europe/London'
const at = (moment: string) => new Date(moment)

describe('quiet hours', () => {
  const weekdays = { ...defaultReminderPolicy, weekends: false }
  const lunch = { ...defaultReminderPolicy, quietFrom: '12:00', quietUntil: '14:00' }
  const none = { ...defaultReminderPolicy, quietFrom: '08:00', quietUntil: '08:00' }

  it.each([
    ['by day nothing waits', defaultReminderPolicy, '2026-01-15T12:00:00Z', '2026-01-15T12:00:00.000Z'],
    ['the last minute of the day', defaultReminderPolicy, '2026-01-15T19:59:00Z', '2026-01-15T19:59:00.000Z'],
    [
      'evening waits for the morning',
      defaultReminderPolicy,
      '2026-01-15T20:00:00Z',
      '2026-01-16T08:00:00.000Z',
    ],
    ['so does the night', defaultReminderPolicy, '2026-01-16T03:12:00Z', '2026-01-16T08:00:00.000Z'],
    [
      'the first minute of the day',
      defaultReminderPolicy,
      '2026-01-16T08:00:00Z',
      '2026-01-16T08:00:00.000Z',
    ],
    [
      'in summer the clock is an hour on',
      defaultReminderPolicy,
      '2026-07-15T19:30:00Z',
      '2026-07-16T07:00:00.000Z',
    ],
    // 29 March and 25 October 2026, when the clocks change in the night.
    ['into summer time', defaultReminderPolicy, '2026-03-28T22:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['into winter time', defaultReminderPolicy, '2026-10-24T21:00:00Z', '2026-10-25T08:00:00.000Z'],
    [
      'an hour that comes twice is quiet twice',
      defaultReminderPolicy,
      '2026-10-25T01:30:00Z',
      '2026-10-25T08:00:00.000Z',
    ],
    ['within a day', lunch, '2026-01-15T12:30:00Z', '2026-01-15T14:00:00.000Z'],
    ['none at all', none, '2026-01-15T23:30:00Z', '2026-01-15T23:30:00.000Z'],
    ['a weekend waits for Monday', weekdays, '2026-01-17T12:00:00Z', '2026-01-19T08:00:00.000Z'],
    ['and so does Friday evening', weekdays, '2026-01-16T21:00:00Z', '2026-01-19T08:00:00.000Z'],
    ['Sunday night too', weekdays, '2026-01-18T23:59:00Z', '2026-01-19T08:00:00.000Z'],
    ['a weekend in which the clocks change', weekdays, '2026-03-27T21:00:00Z', '2026-03-30T07:00:00.000Z'],
    [
      'a weekend without quiet hours',
      { ...none, weekends: false },
      '2026-01-17T12:00:00Z',
      '2026-01-19T00:00:00.000Z',
    ],
  ])('%s', (_what, policy, from, allowed) => {
    expect(nextAllowed(at(from), policy, london).toISOString()).toBe(allowed)
  })

  it('are told by the clock of the practice, not of London', () => {
    expect(
      nextAllowed(at('2026-01-15T19:30:00Z'), defaultReminderPolicy, 'Europe/Athens').toISOString(),
    ).toBe('2026-01-16T06:00:00.000Z')
  })
})

describe('the next reminder', () => {
  const sentAt = at('2026-01-12T10:15:00Z')
  const step = (now: string, done: string[] = [], policy = defaultReminderPolicy) => {
    const waiting = { sentAt, isOpened: false, appointmentAt: null, done: new Set(done), now: at(now) }
    const next = nextStep(waiting, policy, london)
    return next && `${next.step} ${next.at.toISOString()}`
  }

  it.each<[string, string, string[], string | null]>([
    ['is the first after sending', '2026-01-12T10:15:00Z', [], 'day-2 2026-01-14T10:15:00.000Z'],
    ['then the second', '2026-01-14T10:16:00Z', ['day-2'], 'day-5 2026-01-17T10:15:00.000Z'],
    ['then none', '2026-01-17T10:16:00Z', ['day-2', 'day-5'], null],
    ['is the latest alone of several overdue', '2026-02-01T09:00:00Z', [], 'day-5 2026-01-17T10:15:00.000Z'],
    ['is not what a later one has overtaken', '2026-02-01T09:00:00Z', ['day-5'], null],
    [
      'does not count what was sent by hand',
      '2026-01-13T09:00:00Z',
      ['by-hand-1'],
      'day-2 2026-01-14T10:15:00.000Z',
    ],
  ])('%s', (_what, now, done, next) => {
    expect(step(now, done)).toBe(next)
  })

  it('keeps the time of day when the clocks change', () => {
    const sent = {
      sentAt: at('2026-03-28T10:15:00Z'),
      isOpened: false,
      appointmentAt: null,
      done: new Set<string>(),
      now: at('2026-03-28T10:15:00Z'),
    }
    expect(nextStep(sent, defaultReminderPolicy, london)!.at.toISOString()).toBe('2026-03-30T09:15:00.000Z')
  })

  it('of a practice that reminds nobody, or at no day, is none', () => {
    expect(step('2026-01-12T10:15:00Z', [], { ...defaultReminderPolicy, isOn: false })).toBeNull()
    expect(step('2026-01-12T10:15:00Z', [], { ...defaultReminderPolicy, daysAfterSending: [] })).toBeNull()
  })
})

describe('the reminder before an appointment', () => {
  const sentAt = at('2026-01-05T10:15:00Z')
  type Case = { appointment?: string; now?: string; done?: string[]; isOpened?: boolean; sent?: string }
  const step = (given: Case, policy: Partial<ReminderPolicy> = {}) => {
    const {
      appointment = '2026-01-15T14:30:00Z',
      now = '2026-01-10T12:00:00Z',
      done,
      isOpened = false,
    } = given
    const waiting = {
      ...{ sentAt: given.sent ? at(given.sent) : sentAt, isOpened, now: at(now) },
      ...{ appointmentAt: at(appointment), done: new Set(done ?? ['day-2', 'day-5']) },
    }
    const next = nextStep(waiting, { ...defaultReminderPolicy, ...policy }, london)
    return next && `${next.step} ${next.at.toISOString()}`
  }

  it.each<[string, Case, Partial<ReminderPolicy>, string | null]>([
    ['comes in the morning, two days before', {}, {}, 'before-appointment 2026-01-13T10:00:00.000Z'],
    [
      'moves with the appointment',
      { appointment: '2026-01-20T09:00:00Z' },
      {},
      'before-appointment 2026-01-18T10:00:00.000Z',
    ],
    ['also of what was opened', { isOpened: true }, {}, 'before-appointment 2026-01-13T10:00:00.000Z'],
    [
      'comes once',
      { done: ['day-2', 'day-5', 'before-appointment'], appointment: '2026-01-20T09:00:00Z' },
      {},
      null,
    ],
    ['of a practice that wants none is none', {}, { daysBeforeAppointment: null }, null],
    ['nor of one that reminds nobody', {}, { isOn: false }, null],
    [
      'is overdue where somebody books for tomorrow',
      { now: '2026-01-14T12:00:00Z' },
      {},
      'before-appointment 2026-01-13T10:00:00.000Z',
    ],
    ['is none where another one went out since', { appointment: '2026-01-11T09:00:00Z' }, {}, null],
    [
      'is none where the consent was sent only then',
      { sent: '2026-01-12T12:00:00Z', now: '2026-01-12T12:00:00Z', isOpened: true },
      {},
      null,
    ],
    [
      'waits within the day for the end of quiet hours',
      {},
      { quietFrom: '09:00', quietUntil: '13:00' },
      'before-appointment 2026-01-13T13:00:00.000Z',
    ],
    // Two days before a Tuesday is a Sunday, and then comes Friday.
    [
      'comes on Friday where weekends are quiet',
      { appointment: '2026-01-20T09:00:00Z' },
      { weekends: false },
      'before-appointment 2026-01-16T10:00:00.000Z',
    ],
    [
      'is on the clock of summer in summer',
      { sent: '2026-07-01T10:00:00Z', appointment: '2026-07-15T09:00:00Z', now: '2026-07-10T10:00:00Z' },
      {},
      'before-appointment 2026-07-13T09:00:00.000Z',
    ],
  ])('%s', (_what, given, policy, next) => {
    expect(step(given, policy)).toBe(next)
  })

  it('takes the place of one that would come within a day of it', () => {
    // The second would come on 10 January at 10:15.
    const given = { appointment: '2026-01-12T09:00:00Z', now: '2026-01-08T12:00:00Z', done: ['day-2'] }
    expect(step(given)).toBe('before-appointment 2026-01-10T10:00:00.000Z')
    expect(step({ ...given, now: '2026-01-11T09:00:00Z', done: ['day-2', 'before-appointment'] })).toBeNull()
  })
})
