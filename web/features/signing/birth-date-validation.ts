import type { Words } from '../../../build/content/types.d.ts'
import { parseDate, type DatePart, type DateParts } from '../../ui/plain/date-parts.ts'

type BirthDateWords = Words['birthDate']
type BirthDateResult = { ok: true; date: string } | { ok: false; text: string; parts: readonly DatePart[] }

const allDateParts: readonly DatePart[] = ['day', 'month', 'year']

/** The typed birth date as YYYY-MM-DD, or what is wrong with it and in which of the three inputs. `today` is YYYY-MM-DD. */
export function validateBirthDate(typed: DateParts, today: string, words: BirthDateWords): BirthDateResult {
  const invalid = (text: string, parts: readonly DatePart[] = allDateParts): BirthDateResult => ({
    ok: false,
    text,
    parts,
  })
  const empty = allDateParts.filter((part) => typed[part].trim() === '')
  if (empty.length === allDateParts.length) return invalid(words.empty)
  const [first] = empty
  if (first) return invalid(words.missing[first], empty)
  if (!/^\d{4}$/.test(typed.year.trim())) return invalid(words.missing.year, ['year'])
  const date = parseDate(typed)
  if (date === undefined || date < '1900-01-01') return invalid(words.unreal)
  return date > today ? invalid(words.future) : { ok: true, date }
}
