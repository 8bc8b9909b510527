import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** What is asked for instead, by the type that a value ought to have. */
const typeMessages: Record<string, string> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  bigint: 'Enter a whole number',
  boolean: 'Enter true or false',
  date: 'Enter a date',
  array: 'Send a list',
  tuple: 'Send a list',
  set: 'Send a list',
  object: 'Send named values',
  record: 'Send named values',
  map: 'Send named values',
  file: 'Choose a file',
  null: 'Leave this empty',
  undefined: 'Leave this out',
  void: 'Leave this out',
  never: 'Leave this out',
}

/** What is asked for instead, by the format that a text ought to have. */
const formatMessages: Record<string, string> = {
  email: 'Enter an email address in the correct format, such as name@example.com',
  url: 'Enter a full web address, such as https://www.example.com',
  uuid: 'This is not the number of a record',
  guid: 'This is not the number of a record',
  date: 'Enter a real date as year, month and day, such as 2026-03-31',
  time: 'Enter a time, such as 14:30',
  datetime: 'Enter a date and time in UTC, such as 2026-03-31T14:30:00Z',
  duration: 'Enter a duration, such as PT30M',
  base64: 'Send the file as base64',
  base64url: 'Send this as base64 for web addresses',
  e164: 'Enter a phone number with its country code, such as +441134960000',
  ipv4: 'Enter an IPv4 address',
  ipv6: 'Enter an IPv6 address',
  json_string: 'Send valid JSON',
  lowercase: 'Use small letters only',
  uppercase: 'Use capital letters only',
}

/** What is told of a value that is left out or null, whatever type it ought to have had. */
export const valueMissingMessage = 'Enter a value'

/** What is counted of a value that has a size, one and several. */
const countUnits: Record<string, [one: string, several: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  tuple: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['entry', 'entries'],
  record: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

const formatNumber = (value: number | bigint): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: 6 })

/** `1 character`, `2,000 characters`; undefined where a size counts nothing we know. */
function formatAmount(value: number | bigint, origin: string): string | undefined {
  const names = countUnits[origin]
  return names && `${formatNumber(value)} ${names[Number(value) === 1 ? 0 : 1]}`
}

const sizeOf = (input: unknown): number | null =>
  typeof input === 'string' || Array.isArray(input) ? input.length : null

function tooBigMessage({
  origin,
  maximum,
  inclusive,
  exact,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  if (origin === 'date') return 'Enter an earlier date'
  const most = formatAmount(maximum, origin)
  if (!most)
    return inclusive === false
      ? `Enter less than ${formatNumber(maximum)}`
      : `Enter ${formatNumber(maximum)} or less`
  const size = sizeOf(input)
  const excess = size === null ? '' : `: ${formatNumber(size - Number(maximum))} too many`
  return exact ? `Enter exactly ${most}` : `Enter at most ${most}${excess}`
}

function tooSmallMessage({
  origin,
  minimum,
  inclusive,
  exact,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (origin === 'date') return 'Enter a later date'
  const least = formatAmount(minimum, origin)
  if (!least)
    return inclusive === false
      ? `Enter more than ${formatNumber(minimum)}`
      : `Enter ${formatNumber(minimum)} or more`
  if (exact) return `Enter exactly ${least}`
  return origin === 'string' && Number(minimum) === 1 ? valueMissingMessage : `Enter at least ${least}`
}

const named_values_max = 20
const named_length_max = 60

/** Names as they were sent or declared, as many and as much of them as a message bears. */
function formatNameList(values: readonly unknown[]): string {
  const named = values.slice(0, named_values_max).map((value) => String(value).slice(0, named_length_max))
  return [...named, ...(values.length > named_values_max ? ['…'] : [])].join(', ')
}

/**
 * What people are told of a value that an input's schema refuses, where the schema says nothing itself: in our words,
 * with the limit of the field. Total over the library's issues, so that none of its own words comes out.
 */
export function validationMessage(issue: Issue): string {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union' || issue.code === 'invalid_value')
    if (issue.input === undefined || issue.input === null) return valueMissingMessage
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? 'Enter a value of a different type'
    case 'too_big':
      return tooBigMessage(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>)
    case 'too_small':
      return tooSmallMessage(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>)
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'Enter this in the required format'
    case 'invalid_value':
      return issue.values.length === 1
        ? `Only ${formatNameList(issue.values)} can be entered`
        : `Choose one of these: ${formatNameList(issue.values)}`
    case 'not_multiple_of':
      return issue.divisor === 1
        ? 'Enter a whole number'
        : `Enter a multiple of ${formatNumber(issue.divisor)}`
    case 'unrecognized_keys':
      return `Remove values that are not allowed: ${formatNameList(issue.keys)}`
    case 'invalid_key':
      return 'One of the names cannot be used'
    case 'invalid_element':
      return 'One of the entries cannot be used'
    case 'invalid_union':
      return 'Enter a value of a different type'
    case 'custom':
    default:
      return 'This value cannot be used'
  }
}

z.config({ customError: validationMessage })
