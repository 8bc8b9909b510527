/** Its name in the database of time zones, which is what is recorded, and that as people read it. */
export type TimeZone = { value: string; label: string }

/** Every time zone this browser knows, and the recorded one should it not be among them. */
export function timeZoneOptions(recorded: string): TimeZone[] {
  const zones = new Set([...(recorded ? [recorded] : []), ...Intl.supportedValuesOf('timeZone')])
  return [...zones]
    .toSorted((one, other) => one.localeCompare(other, 'en-GB'))
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

/** The zone of this device, or London's clock where the device names none that can be recorded. */
export function deviceTimeZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return Intl.supportedValuesOf('timeZone').includes(own) ? own : 'Europe/London'
}

const nameOf = (zone: string, timeZoneName: 'shortOffset' | 'shortGeneric') =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** How far a zone's clock is from Greenwich today, such as 'GMT+1'. */
export const offsetOf = ({ value }: TimeZone): string => nameOf(value, 'shortOffset')

/** What people type for a zone that the database has under an older spelling, or under no such name. */
const otherNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'kolkata mumbai delhi',
  'Asia/Katmandu': 'kathmandu',
  'Asia/Rangoon': 'yangon',
  'Asia/Saigon': 'ho chi minh city',
  'Atlantic/Faeroe': 'faroe',
  'Europe/Kiev': 'kyiv',
  'Europe/London': 'uk great britain england scotland wales northern ireland bst greenwich',
}

/** Hundreds of them take a moment to name, so that each is named once. */
const wordsByZone = new Map<string, string>()

/** What a zone can be found by: its region and city, its country, its distance from Greenwich. */
function searchWordsOf(zone: TimeZone): string {
  const { value, label } = zone
  const known = wordsByZone.get(value)
  if (known !== undefined) return known
  const names = [label.replaceAll('/', ' '), offsetOf(zone), nameOf(value, 'shortGeneric'), otherNames[value]]
  const words = ` ${names.join(' ').toLowerCase()}`
  wordsByZone.set(value, words)
  return words
}

/**
 * The time zones that somebody means who types a city, a country, a zone's own name or a distance from Greenwich: each
 * word begins one of theirs. A zone whose city begins so comes first.
 */
export function findTimeZones(zones: readonly TimeZone[], typed: string): TimeZone[] {
  const wanted = typed
    .toLowerCase()
    .replace(/\butc/g, 'gmt')
    .split(/[\s/_,]+/)
    .filter(Boolean)
  if (wanted.length === 0) return [...zones]
  const found = zones.filter((zone) => wanted.every((word) => searchWordsOf(zone).includes(` ${word}`)))
  const isCity = ({ label }: TimeZone) =>
    label
      .slice(label.lastIndexOf('/') + 1)
      .toLowerCase()
      .startsWith(wanted.join(' '))
  return [...found.filter(isCity), ...found.filter((zone) => !isCity(zone))]
}
