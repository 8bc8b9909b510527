import { foldName } from './name-folding.ts'

/** What a phrase must not hold that is offered for every patient: facts of one of them. */
export type PhraseFact = 'name' | 'date' | 'number' | 'contact'

/** The gaps of a text whose usual values are numbers of visits, weeks or months. */
const numberedGaps: readonly string[] = ['visits', 'duration', 'crownWithin', 'retainerPlan']

/** Words with capitals that name nobody. */
const abbreviations = new Set([
  ...['BPE', 'CBCT', 'CPAP', 'DNA', 'GA', 'GDC', 'GI', 'GIC', 'GP', 'HIV', 'INR', 'IRM', 'IV', 'LA', 'MIH'],
  ...['MRI', 'MRONJ', 'MTA', 'NHS', 'OHI', 'OPG', 'ORN', 'PFM', 'PPE', 'PRF', 'RCT', 'TMD', 'TMJ', 'UK'],
  ...['X-ray', 'X-rays', 'Hall', 'Maryland', 'A', 'I'],
])

const contactPattern = /@|:\/\/|\bwww\.|\b[\w-]+\.(?:com|org|net|info|io|uk|dental|nhs|scot|wales)\b/i

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const weekdays = 'mon(?:day)?|tues?(?:day)?|weds?(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|saturday|sunday'
const datePatterns = [
  new RegExp(String.raw`\b(?:${months}|${weekdays})s?\b`, 'i'),
  // Words of other meanings too: 'you may', 'a march', 'in the sun'.
  /\b(?:in|on|by|since|until|till|before|after|from|early|late|mid|last|next|of|\d{1,2}(?:st|nd|rd|th)?)[\s-]+(?:may|march|sat|sun)\b/i,
  /\b(?:may|march)\s+(?:\d|the\b)/i,
  /\b(?:yesterday|tomorrow|easter|christmas|(?:last|next|this) (?:week|month|year|spring|summer|autumn|winter))\b/i,
  /\b(?:19|20)\d\d\b|\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d|\d\/\d|\d:\d\d|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}\s?[ap]\.?m\b/i,
]

const honorific =
  /\b(?:[Mm][Rr]s?|[Mm][Xx]|M[Ss]|ms|Miss|[Dd][Rr]|[Pp]rof(?:essor)?|Doctor|Master|Sir|Lady|Lord|Dame|Rev(?:erend)?|Nurse|Sister)\b/

const plainNumber = String.raw`(?:[1-9]\d?(?:\.5)?|0\.5)`
const countedUnit = '(?:visit|appointment|hour|minute|day|night|week|month|year)s?'
/** A number of visits or of time, alone or as a range: '2 visits', '1 long visit', '6-8 weeks', '1.5 hours', '12-month'. */
const amount = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/–-])${plainNumber}(?:(?:\s?[-–]\s?|\s(?:to|or)\s)${plainNumber})?[\s-](?:(?:long|short|more)\s)?${countedUnit}(?!\p{L})`,
  'gu',
)
const age = /\b(?:aged?|born)\b|\byears?[- ]old\b|\by\/?o\b/i

const hasForbiddenNumber = (text: string, gap: string): boolean => {
  if (/[£$€%]/.test(text)) return true
  if (!/\p{N}/u.test(text)) return false
  return !numberedGaps.includes(gap) || age.test(text) || /\p{N}/u.test(text.replaceAll(amount, ''))
}

/** As it is seen: wide letters as plain ones, and none that are invisible. */
const readable = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')

/** The words of a text without marks around them, hyphens and apostrophes left inside. */
const wordsOf = (text: string): string[] => text.match(/\p{L}+(?:['’-]\p{L}+)*/gu) ?? []

/** A capital where a sentence does not ask for one: the first word of a phrase is judged by whose name it is. */
const hasInnerCapital = (text: string): boolean =>
  wordsOf(text).some((word, at) => {
    const isFirst = at === 0 && text.trimStart().startsWith(word)
    return /\p{Lu}/u.test(isFirst ? word.slice(1) : word) && !abbreviations.has(word)
  })

const nameFormsOf = (word: string): string[] =>
  [word, word.replace(/['’]s?$/i, ''), ...word.split(/['’-]/)].map(foldName).filter((form) => form.length > 1)

/** The words of names in every form in which they may stand in a text: whole, in parts, without "'s". */
export const nameFormsIn = (text: string): string[] => [...new Set(wordsOf(text).flatMap(nameFormsOf))]

/**
 * What in a text could be somebody's name, in those forms. A word that everybody uses is one only where it has a capital:
 * 'white' is a colour, though somebody may be called White.
 */
export const possibleNames = (text: string, everydayWords: ReadonlySet<string>): string[] => [
  ...new Set(
    wordsOf(readable(text)).flatMap((word) =>
      nameFormsOf(word).filter((form) => /\p{Lu}/u.test(word) || !everydayWords.has(form)),
    ),
  ),
]

export type PhraseContext = {
  /** The gap that the phrase is for. */
  gap: string
  /** Words of people's names, as `nameFormsIn` answers them. */
  names: ReadonlySet<string>
  everydayWords: ReadonlySet<string>
}

/** What one patient's fact a phrase holds, or null for none. */
export function findPatientFact(
  text: string,
  { gap, names, everydayWords }: PhraseContext,
): PhraseFact | null {
  const written = readable(text)
  if (contactPattern.test(written)) return 'contact'
  if (datePatterns.some((pattern) => pattern.test(written))) return 'date'
  if (hasForbiddenNumber(written, gap)) return 'number'
  const isNaming = possibleNames(written, everydayWords).some((form) => names.has(form))
  return isNaming || honorific.test(written) || hasInnerCapital(written) ? 'name' : null
}

/** Whether a text begins with a capital that everyday words and abbreviations do not account for, as a name does. */
export function beginsLikeName(text: string, everydayWords: ReadonlySet<string>): boolean {
  const [first = ''] = wordsOf(readable(text))
  const isKnown = abbreviations.has(first) || nameFormsOf(first).every((form) => everydayWords.has(form))
  return /\p{Lu}/u.test(first) && !isKnown
}

/** A phrase as phrases are compared: without what is typed one way or another. */
export const normalisedPhrase = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')
    .toLowerCase()
