import { dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import type { Span } from './note-tokens.ts'

const kinds = {
  price: /£\s?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d\d)?/g,
  band: /\b(?:nhs\s)?band\s?([123][ab]?)\b/gi,
  none: /\b(?:bpe|bp|stage|grade|asa|class|temp|spo2|bmi)\b:?\s*(?:[0-4*x-](?:[\s/|]+[0-4*x-]\*?)+|\d+(?:[/.]\d+)?|i{1,3}v?|iv|[abc])(?![\w])/gi,
  inr: /\binr\s*(?:of|is|was|=|:)?\s*(\d+(?:\.\d+)?)/gi,
  hba1c: /\bhba1c\s*(?:of|is|was|=|:)?\s*(\d+(?:\.\d+)?)(?:\s?%|\s?mmol\/mol)?/gi,
  weeks: /\b(\d{1,2})\/40\b/g,
  visits:
    /\bx\s?(\d{1,2})\s(?:visits?|appts?|appointments?|sessions?)\b|\b(\d{1,2})\s?x?\s?(?:visits?|appts?|appointments?|sessions?)\b|\b(?:visits?|appts?)\s?x\s?(\d{1,2})\b/gi,
  age: /\b(\d{1,3})\s?-?\s?(?:yo|y\/o|yrs?[\s-]old|years?[\s-]old|yr old)\b|\baged?\s(\d{1,3})\b/gi,
  perDay:
    /\b(\d{1,3})\s?(?:cigs?|cigarettes|roll[\s-]?ups)?\s?(?:\/|a\s|per\s)\s?(?:day|d\b)|(?<=\bsmok\w*\s+)(\d{1,3})\b(?!\s?(?:y|m|w))/gi,
  units: /\b(\d{1,3})\s?(?:units?|u)\s?(?:\/|a\s|per\s|each\s|p)?\s?(?:weekly|week|wk|w)?\b/gi,
  date: /\b\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})\b|\b\d{4}-\d\d-\d\d\b/g,
  time: /\b\d{1,2}[:.]\d\d\s?(?:am|pm)?(?=\s|$|[,;.])/gi,
  dose: /\b\d+(?:\.\d+)?\s?(?:mg|mcg|micrograms?|g|ml|iu|ppm|mm|cm)\b|\b\d+(?:\.\d+)?\s?%/gi,
  years: /\b(\d{1,2})\s?(?:years?|yrs?|y)\b/gi,
  duration:
    /\b\d{1,2}\s?\/\s?(?:7|52|12)\b|\b\d{1,3}\s?(?:months?|mths?|weeks?|wks?|days?|mins?|minutes?|hrs?|hours?)\b/gi,
  year: /\b(?:19|20)\d\d\b/g,
  times: /\bx\s?\d{1,2}\b|\b\d{1,2}\s?x\b/gi,
  decimal: /\b\d+\.\d+\b/g,
  long: /\b\d{3,}\b/g,
} satisfies Record<string, RegExp>

/** A number that is no tooth: what it counts, and its value as written. */
export type Figure = Span & { kind: keyof typeof kinds; value: string }

/**
 * The numbers of a note that are no teeth, and the note with blanks in their place, as long as before. What is read
 * first is not read again: '24/40' is weeks before it could be a tooth.
 */
export function readFigures(text: string): { figures: Figure[]; rest: string } {
  let rest = text
  const figures: Figure[] = []
  for (const [kind, pattern] of Object.entries(kinds) as [Figure['kind'], RegExp][])
    rest = rest.replaceAll(pattern, (whole: string, ...more: unknown[]) => {
      const from = more.findLast((one) => typeof one === 'number')!
      const groups = more.slice(0, more.lastIndexOf(from)) as (string | undefined)[]
      figures.push({
        kind,
        value: groups.find((one) => one !== undefined) ?? whole,
        from,
        to: from + whole.length,
      })
      return blankOut(whole)
    })
  return { figures: figures.sort((one, other) => one.from - other.from), rest }
}

/** As long as what stood there, and neither a word nor a space that joins words. */
export const blankOut = (text: string): string => '\u0000'.repeat(text.length)

/** '19/11/2026' as '2026-11-19'; null for what is no day. */
export function parseIsoDay(written: string): string | null {
  if (/^\d{4}-/.test(written)) return written
  const [day = '', month = '', year = ''] = written.split(/[/.-]/)
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(iso)
  return Number.isNaN(time) || dateOfUtcMidnight(time) !== iso ? null : iso
}
