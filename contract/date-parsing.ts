export type DateOrder = 'day-first' | 'month-first'

export type DateParseOptions = {
  /** Which comes first where day and month are both figures. */
  order: DateOrder
  /** A year of two figures is the last such year in which the date is not later than this (YYYY-MM-DD). */
  latest: string
  /** Other dates beside it are written the other way round, so that figures up to 12 may be either. */
  isOrderMixed?: boolean | undefined
  /** Five figures may be a spreadsheet's number for a day. */
  hasDayNumbers?: boolean | undefined
}

/**
 * Why a text is no date: not written as one; one that no calendar has; a month above 12; day and month may be either; what a
 * spreadsheet shows for none; or figures that may be a year or a spreadsheet's number.
 */
export type DateProblem =
  'unreadable' | 'no-such-day' | 'no-such-month' | 'either-order' | 'no-date' | 'day-number'

/** A written date as YYYY-MM-DD, with what was added to it in reading; or why it is none. */
export type ParsedDate =
  | { date: string; assumed: 'century' | 'day-number' | null }
  | { problem: DateProblem; day?: number; month?: number }

/**
 * The months in the product's ten languages, as dates have them and as they stand alone (Unicode CLDR), Welsh also as after
 * 'o', Arabic also as in the Levant and the Maghreb. Beginnings of three letters or more are read as well. Browsers lack some of these languages.
 */
const monthNames = [
  'january ionawr styczeń stycznia januari ianuarie janeiro ਜਨਵਰੀ جنوری يناير كانون-الثاني جانفي জানুয়ারি জানুয়ারী 一月',
  'february chwefror luty lutego februarie fevereiro ਫ਼ਰਵਰੀ فروری فبراير شباط فيفري ফেব্রুয়ারি ফেব্রুয়ারী 二月',
  'march mawrth fawrth marzec marca martie março ਮਾਰਚ مارچ مارس آذار মার্চ 三月',
  'april ebrill kwiecień kwietnia aprilie abril ਅਪ੍ਰੈਲ اپریل أبريل إبريل نيسان أفريل এপ্রিল 四月',
  'may mai fai maj maja maio ਮਈ مئی مايو أيار ماي মে 五月',
  'june mehefin fehefin czerwiec czerwca iunie junho ਜੂਨ جون يونيو يونيه حزيران جوان জুন 六月',
  'july gorffennaf orffennaf lipiec lipca iulie julho ਜੁਲਾਈ جولائی يوليو يوليه تموز جويلية জুলাই 七月',
  'august awst sierpień sierpnia agosto ਅਗਸਤ اگست أغسطس آب أوت আগস্ট 八月',
  'september medi fedi wrzesień września septembrie setembro ਸਤੰਬਰ ستمبر سبتمبر أيلول সেপ্টেম্বর 九月',
  'october hydref październik października octombrie outubro ਅਕਤੂਬਰ اکتوبر أكتوبر تشرين-الأول অক্টোবর 十月',
  'november tachwedd dachwedd listopad listopada noiembrie novembro ਨਵੰਬਰ نومبر نوفمبر تشرين-الثاني নভেম্বর 十一月',
  'december rhagfyr ragfyr grudzień grudnia decembrie dezembro ਦਸੰਬਰ دسمبر ديسمبر كانون-الأول ডিসেম্বর 十二月',
].map((names) => names.split(' ').map((name) => stripDiacritics(name.replaceAll('-', ''))))

/** Letters without the marks that some leave out: accents, hamza and vowel signs of Arabic, nukta. */
function stripDiacritics(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u064B-\u0655\u09BC\u0A3C]/g, '')
    .toLowerCase()
}

/** The month (1 to 12) of a name, whole or begun with three letters or more; null for none, or for more than one. */
function parseMonthName(word: string): number | null {
  const name = stripDiacritics(word)
  const found = (isIt: (known: string) => boolean) =>
    monthNames.flatMap((names, index) => (names.some(isIt) ? index + 1 : []))
  const whole = found((known) => known === name)
  const months = whole.length > 0 || name.length < 3 ? whole : found((known) => known.startsWith(name))
  return months.length === 1 ? months[0]! : null
}

/** A digit of any script as 0 to 9: the digits of a script follow one another. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** What is read: without marks that nobody sees, one kind of dash, blank and digit, nothing before or behind the date. */
const normalizeDateText = (written: string): string =>
  written
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Nd}/gu, latinDigit)
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:date of birth|d\.? ?o\.? ?b\.?|born(?: on)?)(?![\p{L}]) ?:? ?/iu, '')
    .replace(/ ?\([^()]*\)$/, '')

/** Hours behind a date say nothing: '14/03/1961 00:00:00'. */
const time = /[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i
/** A moment in universal time, as programs write the midnight of a day. */
const utcTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/i
const ukDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' })

const numericDate = /^(\d{1,2}) ?[/.\- ] ?(\d{1,2}) ?[/.\- ] ?(\d{4}|\d{2})$/
const yearFirst = /^(\d{4}) ?[/.\- ] ?(\d{1,2}) ?[/.\- ] ?(\d{1,2})$/
const chinese = /^(\d{4}|\d{2}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]?$/
const eightDigitDate = /^(\d{2})(\d{2})(\d{2})(\d{2})$/
const dayNumber = /^\d{4,5}(?:[.,]\d+)?$/

/** Stands beside the figures of a date and says nothing: ordinals, and words between day, month and year. */
const fillerWords = new Set('st nd rd th o a of the de del er r roku af ail ydd ed fed eg ain ء م'.split(' '))

type DateParts = { day: number; month: number; year: string; isNamed: boolean }

/**
 * Reads a date as people and programs write it: figures in the order of a form or file, months by name in ten languages,
 * ISO 8601 with or without a time, eight figures together, Chinese dates, numbers of spreadsheets where those are looked
 * for. A date that no calendar has is told as such; none is guessed.
 */
export function parseWrittenDate(written: string, reading: DateParseOptions): ParsedDate {
  const whole = normalizeDateText(written)
  if (utcTimestamp.test(whole) && !Number.isNaN(Date.parse(whole)))
    return { date: ukDay.format(new Date(whole)), assumed: null }
  const text = whole.replace(time, '')
  const numbered = dayNumber.test(text) || text === '0' ? parseSpreadsheetDayNumber(text, reading) : null
  if (numbered) return numbered
  const parts = parseDateParts(text, reading.order)
  if (!parts) return { problem: 'unreadable' }
  const { day, month } = parts
  if (day === 0 || month === 0) return { problem: 'no-date' }
  const mayBeEither = !parts.isNamed && numericDate.test(text) && day <= 12 && month <= 12 && day !== month
  if (reading.isOrderMixed && mayBeEither) return { problem: 'either-order' }
  const isShort = parts.year.length === 2
  const year = isShort ? expandYear(parts, reading.latest) : Number(parts.year)
  if (!isCalendarDay(year, month, day))
    return { problem: month > 12 && day <= 12 ? 'no-such-month' : 'no-such-day', day, month }
  return { date: formatIsoDate(year, month, day), assumed: isShort ? 'century' : null }
}

/** A birth date written in a form or a search, as YYYY-MM-DD; null where it is none, or nobody living has it. */
export function parseBirthDate(written: string, today: string): string | null {
  const read = parseWrittenDate(written, { order: 'day-first', latest: today })
  return 'date' in read && read.date >= '1900-01-01' && read.date <= today ? read.date : null
}

/** What stands in the three boxes of a date, as one text: a whole date may stand in one of them. */
export const joinDateParts = ({ day, month, year }: { day: string; month: string; year: string }): string =>
  [day, month, year]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

function parseDateParts(text: string, order: DateOrder): DateParts | null {
  const parts = (day: string, month: string, year: string): DateParts => ({
    ...{ day: Number(day), month: Number(month), year, isNamed: false },
  })
  const [, first, second, end] = numericDate.exec(text) ?? []
  if (first && second && end)
    return order === 'day-first' ? parts(first, second, end) : parts(second, first, end)
  const [, year, month, day] = yearFirst.exec(text) ?? chinese.exec(text) ?? []
  if (year && month && day) return parts(day, month, year)
  const [, one = '', two = '', three = '', four = ''] = eightDigitDate.exec(text) ?? []
  // 1961 03 14, else 14 03 1961: no eight figures are both.
  if (one && isCentury(one) && Number(three) <= 12) return parts(four, three, one + two)
  if (one && isCentury(three))
    return order === 'day-first' ? parts(one, two, three + four) : parts(two, one, three + four)
  return parseNamedMonthDate(text)
}

const isCentury = (written: string) => written === '19' || written === '20'

/** '14 March 1961', 'Tuesday, March 14th 1961', '1961-Mar-14', '14 de março de 1961'. */
function parseNamedMonthDate(text: string): DateParts | null {
  const tokens = (text.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).filter(
    (token) => !fillerWords.has(token.toLowerCase()),
  )
  if (/[^\p{L}\p{M}\d\s,،、./'’()-]/u.test(text)) return null
  const numbers = tokens.filter((token) => /^\d+$/.test(token))
  const words = tokens.filter((token) => !/^\d+$/.test(token))
  const [first, second] = numbers
  if (!first || !second || numbers.length > 2) return null
  // Some months are two words, and a day of the week may stand before them.
  const month =
    parseMonthName(words.join('')) ?? (words.length > 1 ? parseMonthName(words.slice(1).join('')) : null)
  if (month === null || words.length > 3) return null
  const [day, year] = first.length === 4 ? [second, first] : [first, second]
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return null
  return { day: Number(day), month, year, isNamed: true }
}

function expandYear({ day, month, year }: DateParts, latest: string): number {
  const century = Math.floor(Number(latest.slice(0, 4)) / 100) * 100
  const here = century + Number(year)
  return formatIsoDate(here, month, day) <= latest ? here : here - 100
}

const formatIsoDate = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const day_ms = 86_400_000
/** Day 0 of spreadsheets since their first: they count 29 February 1900, which never was, so that later days fit this. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30)
const spreadsheet_day_min = 10_000

/** The day that spreadsheets keep under a number. Four figures may be a year, and are not taken for one. */
function parseSpreadsheetDayNumber(text: string, { hasDayNumbers, latest }: DateParseOptions): ParsedDate {
  if (!hasDayNumbers) return { problem: 'unreadable' }
  const number = Math.floor(Number(text.replace(',', '.')))
  if (number === 0) return { problem: 'no-date' }
  const day = new Date(spreadsheetEpoch + number * day_ms)
  const date = formatIsoDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate())
  if (number < spreadsheet_day_min || date > latest) return { problem: 'day-number' }
  return { date, assumed: 'day-number' }
}
