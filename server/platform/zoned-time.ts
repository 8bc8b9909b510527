type Wall = { day: string; time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  formats.set(zone, made)
  return made
}

/** What calendar and clock on a wall in this zone show at a moment: YYYY-MM-DD and HH:MM. */
function wallAt(at: Date, zone: string): Wall {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  }
}

/** The day that it is in this zone. */
export const dayAt = (at: Date, zone: string): string => wallAt(at, zone).day
