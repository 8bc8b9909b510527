import { expect, test } from 'vitest'
import { findTimeZones, timeZoneOptions } from './time-zone-options.ts'

const zones = timeZoneOptions('Europe/London')
const found = (typed: string) => findTimeZones(zones, typed).map(({ value }) => value)

test.each([
  ['London', 'Europe/London'],
  ['united kingdom', 'Europe/London'],
  ['UK', 'Europe/London'],
  ['BST', 'Europe/London'],
  ['lond', 'Europe/London'],
  ['dublin', 'Europe/Dublin'],
  ['Ireland', 'Europe/Dublin'],
  ['new york', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
  ['mumbai', 'Asia/Calcutta'],
  ['Nigeria', 'Africa/Lagos'],
  ['UTC+9 tokyo', 'Asia/Tokyo'],
])('"%s" finds %s', (typed, zone) => {
  expect(found(typed)).toContain(zone)
})

test('a city comes before what else has its letters', () => {
  expect(found('London')[0]).toBe('Europe/London')
  expect(found('Paris')[0]).toBe('Europe/Paris')
})

test('letters within a word find nothing, and nothing typed finds everything', () => {
  expect(found('ondon')).toEqual([])
  expect(found('')).toHaveLength(zones.length)
})

test('a recorded zone that this browser does not know is among them', () => {
  expect(timeZoneOptions('Etc/UTC').map(({ value }) => value)).toContain('Etc/UTC')
})
