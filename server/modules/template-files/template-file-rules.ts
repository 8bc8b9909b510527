import type { z } from 'zod'
import { valueMissingMessage } from '../../../contract/input-messages.ts'

/** How many templates are taken in at once; a longer file is told to be divided. */
export const templates_at_once_max = 1000
const remarks_max = 12

/** Control characters, halves of characters, and what turns the reading direction of what stands beside it. */
const unprintable = /[\p{Cs}\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu

/** Text of a file as a report repeats it: on one line, and not all of a long one. */
export function printableExcerpt(text: string, length_max = 200): string {
  const line = text
    .slice(0, length_max * 2)
    .replaceAll(unprintable, ' ')
    .trim()
  return line.length > length_max ? `${line.slice(0, length_max - 1)}…`.toWellFormed() : line
}

/** What templates of one owner are told apart by, whatever the case and however the accents were typed. */
export const templateKeyOf = (names: {
  name: string
  treatmentType: string
  treatmentSubtype: string
}): string =>
  [names.name, names.treatmentType, names.treatmentSubtype]
    .map((name) => name.trim().normalize('NFC').toLowerCase())
    .join('\n')

const slug_length_max = 80

/** A file's name from the name of what is in it, each once. */
export function uniqueSlugs(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const words = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
    const slug = words.slice(0, slug_length_max).replace(/-$/, '') || 'template'
    let unique = slug
    for (let count = 2; used.has(unique); count++) unique = `${slug}-${count}`
    used.add(unique)
    return unique
  })
}

const singular: Record<string, string> = {
  sections: 'section',
  risks: 'risk',
  questions: 'question',
  answers: 'answer',
  cautions: 'caution',
  translations: 'translation',
  videos: 'video',
}

const fieldWords = (field: string): string =>
  printableExcerpt(field, 60)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('gdc', 'GDC')

/** `['sections', 1, 'title']` as people say it: 'Section 2, title'. */
function fieldName(path: readonly PropertyKey[]): string {
  const words: string[] = []
  for (const part of path) {
    const last = words.at(-1)
    if (typeof part === 'number' && last !== undefined)
      words[words.length - 1] = `${singular[last] ?? last} ${part + 1}`
    else if (part !== 'metadata') words.push(fieldWords(String(part)))
  }
  const name = words.join(', ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const jsonTypeNames: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a group of fields',
}

const inSentence = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)

type Issue = z.core.$ZodIssue

const tooLargeMessages: Record<string, (limit: unknown) => string> = {
  string: (limit) => `longer than ${limit} characters`,
  array: (limit) => `more than ${limit} of them`,
}
const tooSmallMessages: Record<string, (limit: unknown) => string> = {
  string: () => 'empty',
  array: (limit) => `fewer than ${limit} of them`,
}

/** A field that may be of several kinds is missing where it is none of them for that reason. */
const isMissing = (issue: Issue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.flat().every(isMissing)
    : issue.code === 'invalid_type' && issue.message === valueMissingMessage

function describeIssue(issue: Issue): string {
  const { code } = issue
  if (isMissing(issue)) return 'missing'
  if (code === 'invalid_type') return `must be ${jsonTypeNames[issue.expected] ?? issue.expected}`
  if (code === 'invalid_union') return 'must be text'
  if (code === 'too_big') return tooLargeMessages[issue.origin]?.(issue.maximum) ?? 'too large'
  if (code === 'too_small') return tooSmallMessages[issue.origin]?.(issue.minimum) ?? 'too small'
  if (code === 'invalid_value')
    return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]*)$/, ' or $1')
  if (code === 'invalid_format' && issue.format === 'date') return 'must be a date such as 2027-11-21'
  return inSentence(issue.message)
}

/** What is wrong with a template of a file: a sentence for each, the field first. */
export function describeIssues(issues: readonly Issue[]): string[] {
  const told = issues.slice(0, remarks_max).map((issue) => {
    const field = fieldName(issue.path)
    return `${field || 'The template'}: ${describeIssue(issue)}.`
  })
  const untold = issues.length - told.length
  return untold > 0 ? [...told, `And ${untold} more.`] : told
}
