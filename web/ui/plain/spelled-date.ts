import { datePartsOf, type DateParts } from './date-parts.ts'
import { tryChunk } from './chunk-load.ts'

const isPlain = ({ day, month, year }: DateParts): boolean =>
  /^\d{0,2}$/.test(day.trim()) && /^\d{0,2}$/.test(month.trim()) && /^\d{0,4}$/.test(year.trim())

/**
 * A date as the three boxes hold it, also where it was pasted whole into one of them or its month is a name; what cannot be
 * read stays as it was typed. `latest` is the last day that can be meant, YYYY-MM-DD. The reader is fetched when there is
 * something for it to read.
 */
export async function spelledOut(typed: DateParts, latest: string): Promise<DateParts> {
  if (isPlain(typed)) return typed
  const load = () => import('../../../contract/written-dates.ts')
  const reader = await tryChunk(load).catch(() => null)
  const date = reader?.readBirthDate(reader.joinedParts(typed), latest)
  return date ? datePartsOf(date) : typed
}
