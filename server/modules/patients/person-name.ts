/** A person's name in its parts. Who has one name has it as `lastName`, as passports have it (ICAO 9303). */
export type PersonName = { title: string; firstName: string; lastName: string }

/** Titles as they are kept, by how they are written in small letters and without dots. */
const titles: Record<string, string> = {
  ...{
    mr: 'Mr',
    mister: 'Mr',
    mrs: 'Mrs',
    ms: 'Ms',
    miss: 'Miss',
    mx: 'Mx',
    master: 'Master',
    mstr: 'Master',
  },
  ...{ dr: 'Dr', doctor: 'Dr', prof: 'Prof', professor: 'Professor', rev: 'Rev', revd: 'Revd' },
  ...{ reverend: 'Reverend', sir: 'Sir', dame: 'Dame', lady: 'Lady', lord: 'Lord' },
  ...{ capt: 'Capt', captain: 'Captain', col: 'Col', maj: 'Maj', lt: 'Lt', sgt: 'Sgt' },
}

const normalizeTitle = (word: string): string => word.toLowerCase().replaceAll(/[.()]/g, '')

/** A title as it is kept, or null for what is none. */
export const titleOf = (word: string): string | null =>
  Object.hasOwn(titles, normalizeTitle(word)) ? titles[normalizeTitle(word)]! : null

/** Titles that are names of people as well. */
const alsoNames = /^(master|lord|lady|sir|dame|doctor|captain|col|lt)$/
/** Whether a word is a title and no name. */
export const isTitleAlone = (word: string): boolean =>
  titleOf(word) !== null && !alsoNames.test(normalizeTitle(word))

/** Words that begin a last name of several, where they stand before its last word, in small letters. */
const particles = new Set([
  ...[
    'van',
    'von',
    'vom',
    'vander',
    'der',
    'den',
    'de',
    'del',
    'della',
    'di',
    'da',
    'du',
    'dos',
    'das',
    'do',
  ],
  ...[
    'la',
    'le',
    'los',
    'las',
    'lo',
    'ter',
    'ten',
    'te',
    'zu',
    'zum',
    'zur',
    'af',
    'av',
    'bin',
    'bint',
    'ibn',
  ],
  ...[
    'ben',
    'al',
    'el',
    'ul',
    'abu',
    'mac',
    'mc',
    'fitz',
    'ap',
    'ab',
    'st',
    'saint',
    'san',
    'santa',
    'o',
    "o'",
    'd',
  ],
  ...["d'", 'y', 'e', "'t", 't', 'op', 'in'],
])
/** First names and initials as well, so that they begin a last name only in small letters. */
const alsoFirstNames = new Set(['ben', 'do', 'lo', 'in', 'op', 'te', 'e', 'y', 'd', 't', 'ab', 'santa'])

const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'").replaceAll('.', '')
const isSmall = (word: string): boolean => word === word.toLowerCase()
const isParticle = (word: string): boolean =>
  particles.has(plain(word)) &&
  (isSmall(word) || !alsoFirstNames.has(plain(word))) &&
  // 'O.' is an initial.
  !/^\p{L}\.$/u.test(word)

/** What stands behind a whole name. */
const suffix = /^(jr|jnr|junior|sr|snr|senior|ii|iii|iv|obe|mbe|cbe|phd|bds)$/

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/[()"“”]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** How many of the last words are the last name: 'van der Berg' is three, and a suffix goes with it. */
function lastNameLength(words: readonly string[]): number {
  let length = words.length > 2 && suffix.test(plain(words.at(-1)!)) ? 2 : 1
  while (length < words.length && isParticle(words[words.length - length - 1]!)) length++
  // 'Van Morrison' has a first name, 'de Souza' and 'Van der Berg' have none.
  const isAll = length === words.length && length > 1
  return isAll && !isSmall(words[0]!) && !(words.length > 2 && isParticle(words[1]!)) ? length - 1 : length
}

/** How many of the first words are the last name where that comes first: 'van der Berg Ann'. */
function leadingNameLength(words: readonly string[]): number {
  let length = 1
  while (length < words.length && isParticle(words[length - 1]!)) length++
  return length
}

/** 'WHITCOMBE Eleanor': capitals of three letters and more before a name that has small ones. */
function capitalsLength(words: readonly string[]): number {
  const isCapital = (word: string) => word === word.toUpperCase() && /\p{Lu}{2}/u.test(word)
  const end = words.findIndex((word) => !isCapital(word))
  const run = words.slice(0, Math.max(end, 0))
  return run.some((word) => /\p{Lu}{3}/u.test(word.replaceAll(/['’-]/g, ''))) ? run.length : 0
}

const named = (title: string, first: readonly string[], last: readonly string[]): PersonName | null => {
  const [firstName, lastName] = [first.join(' '), last.join(' ')]
  if (firstName === '' && lastName === '') return null
  return { title, firstName: lastName === '' ? '' : firstName, lastName: lastName || firstName }
}

/** Words without titles, and the titles. */
function withoutTitles(words: readonly string[]): { title: string; names: string[] } {
  const found = words.flatMap((word) => titleOf(word) ?? [])
  return { title: [...new Set(found)].join(' '), names: words.filter((word) => titleOf(word) === null) }
}

/** Titles before a name; one further on is somebody's name, such as 'John Lord'. */
const leadingTitles = (words: readonly string[]): number => {
  const end = words.findIndex((word) => titleOf(word) === null)
  if (end !== -1) return end
  return words.length > 1 && !isTitleAlone(words.at(-1)!) ? words.length - 1 : words.length
}

/**
 * Reads a whole name as lists and people write it: 'Mrs Eleanor Whitcombe', 'Whitcombe, Eleanor (Mrs)', 'Whitcombe Eleanor
 * Mrs', 'WHITCOMBE Eleanor', 'Dr. Ann van der Berg', 'de Souza, Maria', 'Madonna'. Without a comma, a title behind or
 * capitals in front, the last word with its particles is the last name. Null where nobody is named.
 */
export function parseFullName(written: string): PersonName | null {
  if (!/\p{L}/u.test(written)) return null
  const [before = '', ...behind] = written
    .replaceAll(/\s+\p{Dash}\s*|(?<=\p{L})\p{Dash}\s+/gu, '-')
    .split(/[,;]/)
    .map((part) => part.trim())
  const after = withoutTitles(behind.flatMap(wordsOf))
  const words = wordsOf(before)
  if (after.names.length > 0 && !after.names.every((word) => suffix.test(plain(word)))) {
    const first = leadingTitles(words)
    const isTitled = first < words.length
    const titled = isTitled ? withoutTitles(words.slice(0, first)).title : ''
    return named(after.title || titled, after.names, isTitled ? words.slice(first) : words)
  }
  const leading = leadingTitles(words)
  if (leading === words.length) return null
  const lead = withoutTitles(words.slice(0, leading))
  const rest = words.slice(leading)
  const isBehind = rest.length > 1 && leading === 0 && isTrailingTitle(rest.at(-1)!, before)
  const names = [...(isBehind ? rest.slice(0, -1) : rest), ...after.names]
  const title = lead.title || (isBehind ? titleOf(rest.at(-1)!)! : after.title)
  const isBracketed = /\)\s*$/.test(before)
  const front = capitalsLength(names) || (isBehind && !isBracketed ? leadingNameLength(names) : 0)
  if (front > 0) return named(title, names.slice(front), names.slice(0, front))
  const from = names.length - lastNameLength(names)
  return named(title, names.slice(0, from), names.slice(from))
}

/** A title at the end: 'Whitcombe Eleanor Mrs'; 'John Lord' is named so, unless it stands in brackets. */
const isTrailingTitle = (word: string, written: string): boolean =>
  isTitleAlone(word) || (titleOf(word) !== null && /\)\s*$/.test(written))

/**
 * A name that came in its parts: a title in the field of the first name is taken as the title where none is given, one name
 * is the last name whichever field it stands in, and a whole name with a comma in one field is read as that.
 */
export function normalizeName({ title, firstName, lastName }: PersonName): PersonName {
  const only = firstName && lastName ? '' : firstName || lastName
  const whole = only.includes(',') ? parseFullName(only) : null
  if (whole) return { ...whole, title: title || whole.title }
  const words = firstName.split(' ')
  const leading = leadingTitles(words)
  const isTitled = title === '' && lastName !== '' && leading > 0 && leading < words.length
  return {
    title: isTitled ? withoutTitles(words.slice(0, leading)).title : title,
    firstName: lastName === '' ? '' : words.slice(isTitled ? leading : 0).join(' '),
    lastName: lastName || firstName,
  }
}
