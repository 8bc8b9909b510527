import { describe, expect, it } from 'vitest'
import type { LoginHours } from '../../../contract/identity.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { loginHoursRefusal, type LoginHoursFacts } from './login-hours.ts'

/** What the person is told, with everything the refusal names in its place; null when they may come in. */
function refusalMessageFor(facts: LoginHoursFacts): string | null {
  const { refusal } = loginHoursRefusal(facts)
  if (!refusal) return null
  const details: Record<string, string> = refusal.details
  return signInMessages[refusal.reason].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => details[name]!)
}

const dayRefused = (day: string) => `Login not allowed on ${day}. Please contact your administrator.`
const timeRefused = (day: string, start: string, end: string, time: string) =>
  `Login hours for ${day} are ${start} - ${end}. Current time: ${time}`

const nineToFive = { enabled: true, start: '09:00', end: '17:30' }
/** A practice open from Monday to Friday, on Saturday mornings for a while, never on Sunday. */
const weekHours: LoginHours = {
  monday: nineToFive,
  tuesday: nineToFive,
  wednesday: { enabled: true, start: '08:15', end: '20:00' },
  thursday: nineToFive,
  friday: { enabled: true, start: '09:00', end: '09:00' },
  saturday: { enabled: false, start: '09:00', end: '12:00' },
}
const wholeDay = { enabled: true, start: '00:00', end: '23:59' }
const night = { enabled: true, start: '01:00', end: '01:59' }
const london = 'Europe/London'

type Case = [what: string, hours: LoginHours, timeZone: string, now: string, told: string | null]

/** In January London's clocks show UTC. */
const weekdays: Case[] = [
  ['Monday in hours', weekHours, london, '2026-01-12T10:00:00Z', null],
  ['Tuesday in hours', weekHours, london, '2026-01-13T10:00:00Z', null],
  ['Wednesday in hours', weekHours, london, '2026-01-14T19:59:00Z', null],
  ['Thursday in hours', weekHours, london, '2026-01-15T10:00:00Z', null],
  ['Friday in its one minute', weekHours, london, '2026-01-16T09:00:30Z', null],
  [
    'Friday later',
    weekHours,
    london,
    '2026-01-16T10:00:00Z',
    timeRefused('Friday', '09:00', '09:00', '10:00'),
  ],
  ['Saturday, switched off', weekHours, london, '2026-01-17T10:00:00Z', dayRefused('Saturday')],
  ['Sunday, not named', weekHours, london, '2026-01-18T10:00:00Z', dayRefused('Sunday')],
  ['no day at all', {}, london, '2026-01-12T10:00:00Z', dayRefused('Monday')],
]

const borders: Case[] = [
  [
    'a minute before the start',
    weekHours,
    london,
    '2026-01-12T08:59:59Z',
    timeRefused('Monday', '09:00', '17:30', '08:59'),
  ],
  ['the first second', weekHours, london, '2026-01-12T09:00:00Z', null],
  ['the last second of the end', weekHours, london, '2026-01-12T17:30:59.999Z', null],
  [
    'a minute after the end',
    weekHours,
    london,
    '2026-01-12T17:31:00Z',
    timeRefused('Monday', '09:00', '17:30', '17:31'),
  ],
  [
    'before an odd start',
    weekHours,
    london,
    '2026-01-14T08:14:59Z',
    timeRefused('Wednesday', '08:15', '20:00', '08:14'),
  ],
  ['an odd start', weekHours, london, '2026-01-14T08:15:00Z', null],
  [
    'a day that ends before it begins',
    { monday: { ...nineToFive, end: '08:00' } },
    london,
    '2026-01-12T12:00:00Z',
    timeRefused('Monday', '09:00', '08:00', '12:00'),
  ],
]

const midnight: Case[] = [
  ['the first minute of a whole day', { monday: wholeDay }, london, '2026-01-12T00:00:00Z', null],
  ['the last minute of a whole day', { monday: wholeDay }, london, '2026-01-12T23:59:59Z', null],
  ['the minute before that day', { monday: wholeDay }, london, '2026-01-11T23:59:59Z', dayRefused('Sunday')],
  ['the minute after that day', { monday: wholeDay }, london, '2026-01-13T00:00:00Z', dayRefused('Tuesday')],
  [
    'midnight is 00:00, not 24:00',
    weekHours,
    london,
    '2026-01-12T00:00:00Z',
    timeRefused('Monday', '09:00', '17:30', '00:00'),
  ],
]

/** Clocks go from 01:00 to 02:00 at 01:00 UTC: no clock shows 01:30 that night. */
const springForward: Case[] = [
  ['the last minute before', { sunday: { ...night, start: '00:59' } }, london, '2026-03-29T00:59:59Z', null],
  [
    'the hour that never comes cannot be met',
    { sunday: night },
    london,
    '2026-03-29T00:59:00Z',
    timeRefused('Sunday', '01:00', '01:59', '00:59'),
  ],
  [
    'and is passed a minute later',
    { sunday: night },
    london,
    '2026-03-29T01:00:00Z',
    timeRefused('Sunday', '01:00', '01:59', '02:00'),
  ],
  [
    'a start within it has begun when it is over',
    { sunday: { ...night, start: '01:30', end: '06:00' } },
    london,
    '2026-03-29T01:00:00Z',
    null,
  ],
  [
    'an end within it is over when it would come',
    { sunday: { ...night, start: '00:00', end: '01:30' } },
    london,
    '2026-03-29T01:00:00Z',
    timeRefused('Sunday', '00:00', '01:30', '02:00'),
  ],
  ['from then on an hour earlier by UTC', { monday: nineToFive }, london, '2026-03-30T08:00:00Z', null],
  [
    'and until an hour earlier',
    { monday: nineToFive },
    london,
    '2026-03-30T16:31:00Z',
    timeRefused('Monday', '09:00', '17:30', '17:31'),
  ],
  [
    'the Monday before still by UTC',
    { monday: nineToFive },
    london,
    '2026-03-23T08:00:00Z',
    timeRefused('Monday', '09:00', '17:30', '08:00'),
  ],
]

/** Clocks go back from 02:00 to 01:00 at 01:00 UTC: every minute between comes twice. */
const fallBack: Case[] = [
  ['an hour that comes twice, the first time', { sunday: night }, london, '2026-10-25T00:00:00Z', null],
  ['its last minute, the first time', { sunday: night }, london, '2026-10-25T00:59:59Z', null],
  ['the second time', { sunday: night }, london, '2026-10-25T01:00:00Z', null],
  ['its last minute, the second time', { sunday: night }, london, '2026-10-25T01:59:59Z', null],
  [
    'over after the second time',
    { sunday: night },
    london,
    '2026-10-25T02:00:00Z',
    timeRefused('Sunday', '01:00', '01:59', '02:00'),
  ],
  ['an end within it, met', { sunday: { ...night, end: '01:30' } }, london, '2026-10-25T00:30:00Z', null],
  [
    'passed',
    { sunday: { ...night, end: '01:30' } },
    london,
    '2026-10-25T00:31:00Z',
    timeRefused('Sunday', '01:00', '01:30', '01:31'),
  ],
  [
    'and open again when it comes back',
    { sunday: { ...night, end: '01:30' } },
    london,
    '2026-10-25T01:00:00Z',
    null,
  ],
  ['the day is an hour longer', { sunday: wholeDay }, london, '2026-10-25T23:59:59Z', null],
]

const otherTimeZones: Case[] = [
  [
    'Auckland is in Tuesday while UTC is in Monday',
    { tuesday: nineToFive },
    'Pacific/Auckland',
    '2026-01-12T20:00:00Z',
    null,
  ],
  [
    'and not in Monday',
    { monday: nineToFive },
    'Pacific/Auckland',
    '2026-01-12T20:00:00Z',
    dayRefused('Tuesday'),
  ],
  [
    'Auckland tells its own time',
    { tuesday: nineToFive },
    'Pacific/Auckland',
    '2026-01-12T19:59:00Z',
    timeRefused('Tuesday', '09:00', '17:30', '08:59'),
  ],
  [
    'New York is in Sunday while UTC is in Monday',
    weekHours,
    'America/New_York',
    '2026-01-12T03:00:00Z',
    dayRefused('Sunday'),
  ],
  [
    'New York in its own evening',
    { sunday: { ...nineToFive, end: '22:00' } },
    'America/New_York',
    '2026-01-12T03:00:00Z',
    null,
  ],
  [
    'New York changes clocks on another night',
    { sunday: night },
    'America/New_York',
    '2026-10-25T05:30:00Z',
    null,
  ],
  ['a zone of half an hour', { monday: nineToFive }, 'Asia/Kolkata', '2026-01-12T03:30:00Z', null],
  [
    'a zone of three quarters of an hour',
    { monday: nineToFive },
    'Asia/Kathmandu',
    '2026-01-12T03:14:00Z',
    timeRefused('Monday', '09:00', '17:30', '08:59'),
  ],
]

describe.each([
  ['by weekday', weekdays],
  ['to the minute', borders],
  ['around midnight', midnight],
  ['the night the clocks go forward', springForward],
  ['the night the clocks go back', fallBack],
  ['in other zones', otherTimeZones],
])('login hours %s', (_title, cases) => {
  it.each(cases)('%s', (_what, hours, timeZone, now, expected) => {
    expect(refusalMessageFor({ restricted: true, hours, timeZone, now: new Date(now) })).toBe(expected)
    expect(loginHoursRefusal({ restricted: false, hours, timeZone, now: new Date(now) })).toEqual({
      refusal: null,
      isUnreadable: false,
    })
  })
})

it('names what a refusal says, for the caller to fill in', () => {
  const now = new Date('2026-01-12T08:05:00Z')
  expect(loginHoursRefusal({ restricted: true, hours: weekHours, timeZone: london, now })).toEqual({
    refusal: {
      reason: 'login-time-refused',
      details: { day: 'Monday', start: '09:00', end: '17:30', time: '08:05' },
    },
    isUnreadable: false,
  })
})

describe('a restriction that nobody can read lets in, and says so', () => {
  it.each<[what: string, hours: unknown, timeZone: string]>([
    ['no hours', undefined, london],
    ['null', null, london],
    ['a text', 'nine to five', london],
    ['a list', [nineToFive], london],
    ['a day that is a text', { monday: '09:00-17:30' }, london],
    ['a day that is null', { monday: null }, london],
    ['a day that does not say whether it is enabled', { monday: { start: '09:00', end: '17:30' } }, london],
    ['a time of one digit', { monday: { ...nineToFive, start: '9:00' } }, london],
    ['a time that no clock shows', { monday: { ...nineToFive, end: '24:00' } }, london],
    ['no end', { monday: { enabled: true, start: '09:00' } }, london],
    ['a zone that does not exist', weekHours, 'Europe/Atlantis'],
    ['no zone', weekHours, ''],
  ])('%s', (_what, hours, timeZone) => {
    const now = new Date('2026-01-12T03:00:00Z')
    expect(loginHoursRefusal({ restricted: true, hours, timeZone, now })).toEqual({
      refusal: null,
      isUnreadable: true,
    })
    expect(loginHoursRefusal({ restricted: false, hours, timeZone, now }).isUnreadable).toBe(false)
  })

  it('but what makes no sense on another day does not open this one', () => {
    const hours = { monday: { enabled: false, start: 'x', end: 'y' }, tuesday: 'never' }
    const now = new Date('2026-01-12T10:00:00Z')
    expect(refusalMessageFor({ restricted: true, hours, timeZone: london, now })).toBe(dayRefused('Monday'))
  })
})
