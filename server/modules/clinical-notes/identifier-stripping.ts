/** Who is known by name around a note, and by what else they can be told. */
export type KnownPeople = {
  /** Whole names of patient, guardian and staff; each of their words is taken out. */
  names: readonly string[]
  /** Written YYYY-MM-DD. */
  birthDates: readonly string[]
  /** Lines of an address and whatever else is taken out as it stands. */
  texts: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Titles and the names behind them; and what only people's numbers and addresses look like. */
const identifierPatterns: [mark: string, pattern: RegExp][] = [
  ['[e-mail]', /[\w.%+'-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['[number]', /(?<![\d/.])\d{3}[ -]?\d{3}[ -]?\d{4}(?![\d/])/g],
  ['[phone]', /(?<![\w])(?:\+\d{2}[\s(]?|\(?0)(?:[\s()-]{0,2}\d){8,11}(?!\d)/g],
  ['[postcode]', /\b[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}\b/gi],
  [
    '[date of birth]',
    /\b(?:d\.?o\.?b\.?|born|date of birth)\s*(?:on|is|:|=)?\s*\d{1,4}(?:st|nd|rd|th)?[\s/.-]*(?:\d{1,2}|[a-z]{3,9})[\s/.,-]*\d{2,4}/gi,
  ],
  ['[name]', /\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Master|Sir|Lady)\b\.?(?:\s+[A-Z][\p{L}'’-]+){1,3}/gu],
  [
    '[number]',
    /\b(?:nhs|hosp(?:ital)?|chi|ni|h&c|gdc)\s*(?:no\.?|number|num|:|#)?\s*:?\s*[a-z]{0,2}\d[\d\s-]{4,}[a-z]?/gi,
  ],
  ['[number]', /\b[A-CEGHJ-PR-TW-Z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[A-D]\b/gi],
]

/** A day of the calendar as people write it: 14/3/61, 14-03-1961, 14 March 1961, 1961-03-14. */
function datePatterns(day: string): RegExp[] {
  const [year = '', month = '', date = ''] = day.split('-')
  if (!year || !month || !date) return []
  const [d, m] = [`0?${Number(date)}`, `0?${Number(month)}`]
  const y = `(?:${year}|'?${year.slice(2)})`
  const name = `${months[Number(month) - 1]}[a-z]*`
  return [
    new RegExp(String.raw`(?<!\d)${d}[\s/.-]${m}[\s/.-]${y}(?!\d)`, 'gi'),
    new RegExp(String.raw`(?<!\d)${d}(?:st|nd|rd|th)?\s*(?:of\s+)?${name}[\s,]*${y}(?!\d)`, 'gi'),
    new RegExp(String.raw`\b${name}\s*${d}(?:st|nd|rd|th)?[\s,]*${y}(?!\d)`, 'gi'),
    new RegExp(String.raw`(?<!\d)${year}[/.-]?${m}[/.-]?${d}(?!\d)`, 'gi'),
    new RegExp(String.raw`(?<!\d)${date}${month}(?:${year}|${year.slice(2)})(?!\d)`, 'g'),
  ]
}

/** Each word of a name by itself, as people are called by one of them; in any case, because notes are typed in haste. */
const nameWords = (names: readonly string[]) =>
  names
    .map((name) => name.replace(/^(?:mr|mrs|ms|miss|mx|dr|prof)\.?\s+/i, ''))
    .flatMap((name) => [name, ...name.split(/[\s,]+/), ...name.split(/[\s,'’-]+/)])
    .map((word) => word.trim())
    .filter((word) => word.length > 1 && !/^(?:mr|mrs|ms|miss|mx|dr|prof)\.?$/i.test(word))
    .toSorted((one, other) => other.length - one.length)

/**
 * A note without what tells who somebody is: names known to the record, birth dates, e-mail addresses, phone and NHS
 * numbers, postcodes, addresses. What nobody can know, such as a first name of a stranger, stays: so people see the text before it goes.
 */
export function stripIdentifiers(note: string, people: KnownPeople): { text: string; removed: number } {
  let removed = 0
  const marked = (mark: string) => () => {
    removed += 1
    return mark
  }
  let text = note
  for (const day of people.birthDates)
    for (const pattern of datePatterns(day)) text = text.replaceAll(pattern, marked('[date of birth]'))
  for (const one of people.texts.filter((given) => given.trim().length >= 4))
    text = text.replaceAll(
      new RegExp(`(?<![\\p{L}\\d])${escaped(one.trim())}(?![\\p{L}\\d])`, 'giu'),
      marked('[address]'),
    )
  for (const [mark, pattern] of identifierPatterns) text = text.replaceAll(pattern, marked(mark))
  for (const word of nameWords(people.names))
    text = text.replaceAll(
      new RegExp(`(?<![\\p{L}\\[])${escaped(word)}(?:['’]s)?(?![\\p{L}\\]])`, 'giu'),
      marked('[name]'),
    )
  return { text, removed }
}
