/** Moments of a video as people write them, in seconds as the program counts them. */

const ms = (seconds: number) => Math.max(0, Math.round(seconds * 1000))

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** '0:04.250': minutes, seconds and thousandths. */
export function formatCueTime(seconds: number): string {
  const all = ms(seconds)
  const minutes = Math.floor(all / 60_000)
  return `${minutes}:${padded(Math.floor(all / 1000) % 60, 2)}.${padded(all % 1000, 3)}`
}

/** As WebVTT writes it: '00:00:04.250'. */
export function webVttTime(seconds: number): string {
  const all = ms(seconds)
  const parts = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60, Math.floor(all / 1000) % 60]
  return `${parts.map((part) => padded(part, 2)).join(':')}.${padded(all % 1000, 3)}`
}

const cueTimePattern = /^(?:(?:(\d+):)?(\d{1,3}):)?(\d{1,4})(?:[.,](\d{1,3}))?$/

/** What somebody typed as a moment, '1:02.5' or '62.5', in seconds; null where it is none. */
export function parseCueTime(text: string): number | null {
  const [whole, hours = '0', minutes, seconds = '0', part = ''] = cueTimePattern.exec(text.trim()) ?? []
  if (whole === undefined) return null
  // Past a minute sign there are sixty seconds and no more.
  if (minutes !== undefined && Number(seconds) > 59) return null
  const past = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return past + Number(part.padEnd(3, '0')) / 1000
}

/** Moved by so many seconds, never before the beginning, to a thousandth. */
export const shiftTime = (seconds: number, by: number): number =>
  Math.max(0, ms(seconds) + Math.round(by * 1000)) / 1000
