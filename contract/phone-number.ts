/**
 * A number as it is stored: one of the United Kingdom and its islands as it is dialled there, '07700 900123', or where it
 * was written with its country code, '+44 7700 900123'; any other with + and its country code (E.164). The note is what was written beside it: 'mum', 'ext 21'.
 */
export type PhoneNumber = { number: string; note: string }
/** What somebody wrote as phone numbers, in their order; or why there is none in it. */
export type ParsedPhones =
  { phones: [PhoneNumber, ...PhoneNumber[]] } | { problem: keyof typeof phoneProblems }

/** What is said of writing that cannot be taken. */
export const phoneProblems = {
  none: 'Enter a phone number, like 020 7946 0018',
  'too-short': 'Enter the whole phone number, like 020 7946 0018',
  'too-long': 'This phone number has too many digits. Enter it like 020 7946 0018',
  shortened:
    'A spreadsheet has shortened this phone number. Format the column as text and copy the number again',
} as const

/** ITU-T E.164: at most fifteen digits with the country code. */
const digits_max = 15
/** The shortest that is dialled without an area code. */
const digits_min = 6

/** What nobody writes into one place. */
const written_length_max = 500

/** What a spreadsheet makes of long figures: 7.70E+09. */
const scientificNotation = /^\d([.,]\d+)?E\+?\d+$/i
/** The nought of the country itself, in brackets behind a country code. */
const bracketedTrunkZero = /(?<=\d\)?\s*)\(\s*0\s*\)/g
const letterOForZero = /(?<!\p{L})o(?=\d)|(?<=\d)o(?!\p{L})/giu
/** Digits with anything but letters between them: one number, or several. */
const digitRun = /(?:[+(][\s(+]*)?\d(?:[^\p{L}]*\d)?/gu
/** What stands between two numbers, and less often inside one. */
const numberSeparator = /[/,;|&\\#]|\s\p{Dash}+\s/u
const extension = /(?<!\p{L})(?:ext(?:n|ension)?|x|option|opt|pin)[.:=\s]*$/iu

/** What a digit of any script counts: each script has its ten in a row. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

/** The same writing in plain characters, without those that nothing is drawn for. */
const normalizeText = (written: string): string =>
  written
    .normalize('NFC')
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCodePoint(wide.codePointAt(0)! - 0xfee0))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\P{Nd}\d]/gu, digitValue)
    .replaceAll(/[\n\r]+/g, ' ; ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // What programs make of a column of figures.
    .replace(/^(\d{9,13})\.0$/, '$1')
    .replaceAll(letterOForZero, '0')
    .replaceAll(bracketedTrunkZero, ' ')
    .replaceAll(/\(\s*0\s*\)/g, '0')

type Group = { digits: string; isAbroad: boolean; isApart: boolean; start: number; end: number }

/** The groups of digits of some figures, each with where it stands in the text. */
function groupsOf(text: string, offset: number): Group[] {
  const groups: Group[] = []
  let last = 0
  for (const { 0: run, index } of text.matchAll(/\d+/g)) {
    const between = text.slice(last, index)
    const two = /^(0\d{10})(0\d{9,10})$/.exec(run)
    const parts = two ? two.slice(1) : [run]
    let start = offset + index
    for (const digits of parts) {
      const isAbroad = between.includes('+') && start === offset + index
      const isApart = numberSeparator.test(between) || isAbroad
      groups.push({ digits, isAbroad, isApart, start, end: start + digits.length })
      start += digits.length
    }
    last = index + run.length
  }
  return groups
}

/**
 * Digits as they are dialled: those of the United Kingdom with their nought, which spreadsheets take away, others with +.
 * No area code begins with 4 or 6 (Ofcom, National Telephone Numbering Plan).
 */
function toDialledNumber(digits: string, isAbroad: boolean): string {
  if (isAbroad && /^0+44/.test(digits)) return toDialledNumber(digits.replace(/^0+/, ''), true)
  if (isAbroad && digits.startsWith('0')) return digits
  if (isAbroad && digits.startsWith('44')) return `0${digits.slice(2).replace(/^0+/, '')}`
  if (isAbroad) return `+${digits}`
  if (/^00[1-9]/.test(digits)) return toDialledNumber(digits.slice(2), true)
  if (/^440?[1-35789]\d{9}$/.test(digits)) return toDialledNumber(digits, true)
  return /^[1-35789]\d{8,9}$/.test(digits) ? `0${digits}` : digits
}

const dialledNumberOf = (groups: readonly Group[]): string =>
  toDialledNumber(groups.map(({ digits }) => digits).join(''), groups[0]?.isAbroad ?? false)

/** Ten digits behind the nought; nine in some areas of 01 and of 0500 and 0800; two helplines have seven. */
const isCompleteNumber = (number: string): boolean =>
  /^(?:0[1-35789]\d{9}|01\d{8}|0[58]00\d{6}|08001111|0845464\d|\+\d{8,15})$/.test(number)

const isLocal = (number: string): boolean => /^[1-9]\d{5,7}$/.test(number)

/** Groups of digits as the numbers that they make: one where it can be one, else several whole ones. */
function splitNumbers(groups: readonly Group[]): (readonly Group[])[] {
  if (groups.length < 2 || isCompleteNumber(dialledNumberOf(groups))) return [groups]
  const places = groups.map((_group, place) => place).slice(1)
  const isApart = (place: number) => groups[place]!.isApart
  for (const place of [...places.filter(isApart), ...places.filter((each) => !isApart(each))]) {
    const head = dialledNumberOf(groups.slice(0, place))
    if (!isCompleteNumber(head) && !(isApart(place) && isLocal(head))) continue
    const rest = splitNumbers(groups.slice(place))
    if (isApart(place) || rest.every((each) => isCompleteNumber(dialledNumberOf(each))))
      return [groups.slice(0, place), ...rest]
  }
  return [groups]
}

/** How numbers of the United Kingdom are written, by how they begin: a few area codes have six digits (Ofcom). */
const groupings = [
  /^(013873|015242|01539[456]|01697[347]|01768[347]|019467)(\d+)$/,
  /^(02\d)(\d{4})(\d{4})$/,
  /^(0(?:11\d|1\d1|[3589]\d\d))(\d{3})(\d{3,4})$/,
  /^(0(?:11\d|1\d1|[3589]\d\d))(\d+)$/,
  /^(.{0,5})(.*)$/,
]

/** A number as it is written in the United Kingdom; others with blanks where there was anything between their digits. */
function formatNationalNumber(number: string, groups: readonly Group[]): string {
  if (!number.startsWith('0')) {
    const [first, ...others] = groups.map(({ digits }) => digits)
    const country = number.startsWith('+') ? `+${first!.replace(/^00/, '')}` : first
    return [country, ...others].join(' ')
  }
  const [, ...parts] = groupings.map((pattern) => pattern.exec(number)).find(Boolean)!
  const inGroups = parts.filter(Boolean).join(' ')
  const isInternational = /^0*44/.test(groups.map(({ digits }) => digits).join(''))
  return isInternational ? inGroups.replace('0', '+44 ') : inGroups
}

const edgeCharacters = String.raw`[\s()[\]{}<>"'“”‘’\u0060=:;,.|/\\&+·•*\p{Dash}]`
const edgePattern = new RegExp(`^${edgeCharacters}+|${edgeCharacters}+$`, 'gu')
const phoneLabel = /^(?:tel(?:ephone)?|phone|ph|t|no|number)(?!\p{L})[.:]*/iu
const conjunction = /^(?:or|and)(?!\p{L})|(?<!\p{L})(?:or|and)$/giu

/** What stands beside a number, without what only sets it apart. */
function cleanNote(text: string): string {
  const inner = text.replaceAll(edgePattern, '').replace(phoneLabel, '').replaceAll(edgePattern, '')
  return inner.replaceAll(conjunction, '').replaceAll(edgePattern, '')
}

type FoundNumber = { number: string; isNone: boolean; start: number; end: number }

/** Digits that are all alike stand for a number that is not known. */
const isRepeatedDigit = (groups: readonly Group[]): boolean =>
  /^(\d)\1*$/.test(groups.map(({ digits }) => digits).join(''))

/** Whether the first of these groups is an extension, by the text before it. */
const isExtension = (before: string, [first]: readonly Group[]): boolean =>
  extension.test(before) && first !== undefined && /^[1-9]\d{0,5}$/.test(first.digits)

/** The numbers of one run of figures; an extension before them, and what is too short, is left to the text. */
function findNumbers(run: string, start: number, before: string): FoundNumber[] {
  const groups = groupsOf(run, start)
  const own = isExtension(before, groups) ? groups.slice(1) : groups
  return splitNumbers(own).flatMap((each) => {
    const number = dialledNumberOf(each)
    const length = number.replaceAll(/\D/g, '').length
    if (each.length === 0 || length < digits_min) return []
    const from = /[+(]/.test(run[0]!) && each[0] === groups[0] ? start : each[0]!.start
    return [
      {
        number: formatNationalNumber(number, each),
        isNone: isRepeatedDigit(each),
        start: from,
        end: each.at(-1)!.end,
      },
    ]
  })
}

/** The numbers with the text beside each: behind it, or before it where the first has its text before. */
function attachNotes(text: string, found: readonly FoundNumber[]): PhoneNumber[] {
  const ends = [0, ...found.map(({ end }) => end)]
  const texts = ends.map((end, place) => cleanNote(text.slice(end, found[place]?.start)))
  const isBefore = texts[0] !== '' && found.length > 1
  const joined = (...notes: (string | undefined)[]) => notes.filter(Boolean).join(', ')
  return found.map(({ number }, place) => {
    const isLast = place === found.length - 1
    const behind = isBefore && !isLast ? '' : texts[place + 1]
    return { number, note: joined(isBefore || place === 0 ? texts[place] : '', behind) }
  })
}

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')

/**
 * Reads phone numbers however they are written: blanks, dots, slashes and dashes of every kind between digits, digits of
 * every script, +44, 0044 and (0), 'tel:', a nought that a spreadsheet took away, several numbers in one place, and words
 * beside them. Digits that are all alike are no number.
 */
export function parsePhones(written: string): ParsedPhones {
  if (written.length > written_length_max) return { problem: 'too-long' }
  const text = normalizeText(written)
  if (scientificNotation.test(text)) return { problem: 'shortened' }
  const found: FoundNumber[] = []
  for (const { 0: run, index } of text.matchAll(digitRun)) {
    const before = text.slice(found.at(-1)?.end ?? 0, index)
    found.push(...findNumbers(run, index, before))
  }
  if (found.some(({ number }) => digitsOf(number).length > digits_max)) return { problem: 'too-long' }
  const real = found.filter(({ isNone }) => !isNone)
  const [first, ...others] = attachNotes(text, real)
  if (first) return { phones: [first, ...others] }
  return { problem: /\d/.test(text) && found.length === 0 ? 'too-short' : 'none' }
}

/**
 * How mobile numbers begin in the countries we send texts to, since elsewhere they cost strangers' money: the United Kingdom with its islands,
 * without personal numbers (070) and pagers (076, of which 07624 is the Isle of Man's mobiles; Ofcom), and Ireland (ComReg).
 * Which of them are in use changes, and who delivers knows it.
 */
const mobilePrefixes = /^(?:\+447(?:[1-57-9]\d{2}|624)\d{6}|\+3538[3-9]\d{7})$/

/** A number in international form (E.164), as it is stored or written by itself: '+447700900123'. */
export function internationalNumber(number: string): string {
  const digits = digitsOf(number)
  return number.startsWith('+') ? `+${digits}` : digits.startsWith('0') ? `+44${digits.slice(1)}` : ''
}

/** The form that texts are sent to, of a number as it is stored; '' where none can reach it. */
export function smsNumber(number: string): string {
  const international = internationalNumber(number)
  return mobilePrefixes.test(international) ? international : ''
}

/** What is said of a stored number that no text message can reach; null of one that takes them, and of none. */
export function phoneWarning(number: string): string | null {
  if (number === '' || smsNumber(number) !== '') return null
  const digits = digitsOf(number).replace(/^44(?=\d{6})/, '0')
  const isMistyped = digits.startsWith('0') && !isCompleteNumber(digits)
  const said = 'This number cannot receive text messages'
  return isMistyped ? `${said}: it has ${digits.length} digits, and most UK numbers have 11` : said
}
