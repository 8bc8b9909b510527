/** Every time zone this browser knows, and the recorded one should it not be among them. */
export function timeZoneOptions(recorded: string): { value: string; label: string }[] {
  const zones = new Set([recorded, ...Intl.supportedValuesOf('timeZone')])
  return [...zones]
    .toSorted((one, other) => one.localeCompare(other, 'en-GB'))
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
