import { day_ms } from './clock.ts'

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
export function wallAt(at: Date, zone: string): Wall {
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

/**
 * The moment at which a wall clock in this zone shows a day and a time. Where it shows it twice, as clocks go back, the
 * first; null where it never does, as they go forward.
 */
export function momentOf({ day, time }: Wall, zone: string): Date | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (near: number) => {
    const wall = wallAt(new Date(near), zone)
    return Date.parse(`${wall.day}T${wall.time}:00Z`) - near
  }
  const offsets = [asUtc - day_ms, asUtc + day_ms].map(offsetAt)
  const moments = offsets
    .map((offset) => asUtc - offset)
    .filter((moment) => {
      const wall = wallAt(new Date(moment), zone)
      return wall.day === day && wall.time === time
    })
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}
