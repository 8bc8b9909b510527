import { datePartsOf, type DateParts } from './date-parts.ts'
import { loadChunkOnce } from './chunk-load.ts'

const isNumeric = ({ day, month, year }: DateParts): boolean =>
  /^\d{0,2}$/.test(day.trim()) && /^\d{0,2}$/.test(month.trim()) && /^\d{0,4}$/.test(year.trim())

/**
 * A date as the three boxes hold it, also where it was pasted whole into one of them or its month is a name; what cannot be
 * read stays as it was typed. `latest` is the last day that can be meant, YYYY-MM-DD. The reader is fetched when there is
 * something for it to read.
 */
export async function expandPastedDate(typed: DateParts, latest: string): Promise<DateParts> {
  if (isNumeric(typed)) return typed
  const load = () => import('../../../contract/date-parsing.ts')
  const reader = await loadChunkOnce(load).catch(() => null)
  const date = reader?.parseBirthDate(reader.joinDateParts(typed), latest)
  return date ? datePartsOf(date) : typed
}
