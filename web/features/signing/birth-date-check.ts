import type { Words } from '../../../build/content/types.d.ts'
import { readDate, type DatePart, type DateParts } from '../../ui/plain/date-parts.ts'

type BirthDateWords = Words['birthDate']
type BirthDateCheck = { ok: true; date: string } | { ok: false; text: string; parts: readonly DatePart[] }

const all: readonly DatePart[] = ['day', 'month', 'year']

/** The typed birth date as YYYY-MM-DD, or what is wrong with it and in which of the three inputs. `today` is YYYY-MM-DD. */
export function checkBirthDate(typed: DateParts, today: string, words: BirthDateWords): BirthDateCheck {
  const wrong = (text: string, parts: readonly DatePart[] = all): BirthDateCheck => ({
    ok: false,
    text,
    parts,
  })
  const empty = all.filter((part) => typed[part].trim() === '')
  if (empty.length === all.length) return wrong(words.empty)
  const [first] = empty
  if (first) return wrong(words.missing[first], empty)
  if (!/^\d{4}$/.test(typed.year.trim())) return wrong(words.missing.year, ['year'])
  const date = readDate(typed)
  if (date === undefined || date < '1900-01-01') return wrong(words.unreal)
  return date > today ? wrong(words.future) : { ok: true, date }
}
