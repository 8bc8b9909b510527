const two = (digits: string) => digits.padStart(2, '0')

/** The month as typed so far: 3 is March, 1 is January or the beginning of October, November and December. */
const monthsOf = (month: string): string[] =>
  month.length === 1 && month !== '0' ? [`${two(month)}/`, ...(month === '1' ? ['1'] : [])] : [month]

/** A birth date as typed so far, as the beginnings of what is stored. */
function datesOf(day: string, month: string, year: string): string[] {
  if (year === '') return monthsOf(month).map((typed) => `${two(day)}/${typed}`)
  const written = `${two(day)}/${two(month)}/`
  if (year.length === 4) return [`${year}-${two(month)}-${two(day)}`]
  if (year.length !== 2) return [written + year]
  const begun = year === '19' || year === '20' ? [written + year] : []
  return [...begun, `${written}19${year}`, `${written}20${year}`]
}

const isDay = (typed: string) => Number(typed) >= 1 && Number(typed) <= 31
const isMonth = (typed: string) => Number(typed) <= 12

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** 'mar', 'sept' and 'february' as '03', '09' and '02'; null for what begins no month. */
function monthNumber(name: string): string | null {
  const index = months.findIndex((month) => month.startsWith(name))
  return index === -1 ? null : two(String(index + 1))
}

const iso = /(?<!\d)((?:19|20)\d\d)[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)/
const figures =
  /(?<![\d/.-])(\d{1,2})(?:[./-]|\s+)(\d{1,2})(?:(?:[./-]|\s+)(\d{1,4})|[./-])?(?![\d./-]|\s+\d)/
const between = String.raw`[\s.,/-]*`
const monthName = String.raw`(?<![\p{L}\p{M}])(\p{L}{3,9})(?![\p{L}\p{M}])`
const dayNumber = String.raw`(?<![\d/.-])(\d{1,2})(?:st|nd|rd|th)?`
const yearAfter = String.raw`(?:[\s.,/-]+(\d{1,4})(?!\d))?`
const dayAndMonth = new RegExp(`${dayNumber}${between}(?:of\\s+)?${monthName}${yearAfter}`, 'gu')
const monthAndDay = new RegExp(`${monthName}${between}${dayNumber}(?!\\d)${yearAfter}`, 'gu')
const monthAndYear = new RegExp(`${monthName}${between}((?:19|20)\\d\\d)(?!\\d)`, 'gu')

/** What a date was read as: each of `words` in one of its readings. */
type ReadDate = { rest: string; words: string[][] }

/** Takes the first of what a pattern finds that can be read out of a text. */
function extractFirst(
  text: string,
  pattern: RegExp,
  wordsOf: (found: string[]) => string[][] | null,
): ReadDate {
  for (const found of text.matchAll(new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : 'g'))) {
    const words = wordsOf(found)
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    if (words) return { rest, words }
  }
  return { rest: text, words: [] }
}

const ofParts = (day: string, month: string | null, year = ''): string[][] | null =>
  month !== null && isDay(day) && isMonth(month) ? [datesOf(day, month, year)] : null

/**
 * Takes birth dates out of a typed search, folded as names are: 1961-03-14, 14/03/1961, 14.3.61, 14 March 1961, 14 mar 61,
 * March 14th, 1961, each of them also half typed. Somebody may be called April and born in 1961, so that a month with a
 * year alone stays the name that it may be.
 */
export function extractDates(text: string): ReadDate {
  const words: string[][] = []
  let rest = text
  const take = (pattern: RegExp, wordsOf: (found: string[]) => string[][] | null) => {
    const read = extractFirst(rest, pattern, wordsOf)
    words.push(...read.words)
    rest = read.rest
  }
  take(iso, ([, year, month, day]) =>
    isMonth(month!) ? [[[year, two(month!), ...(day ? [two(day)] : [])].join('-')]] : null,
  )
  take(figures, ([, day, month, year]) => ofParts(day!, month!, year))
  take(dayAndMonth, ([, day, name, year]) => ofParts(day!, monthNumber(name!), year))
  take(monthAndDay, ([, name, day, year]) => ofParts(day!, monthNumber(name!), year))
  take(monthAndYear, ([, name, year]) => {
    const month = monthNumber(name!)
    return month === null ? null : [[`${year}-${month}`, name!], [year!]]
  })
  return { rest, words }
}
