import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './input-messages.ts'

const messageFor = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

/** Not the library's: what it says in English of each. */
const defaultZodWording = /Invalid|Too (big|small)|expected|received|Unrecognized|option/i

describe('what is told of a value that is refused', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['nothing', z.string(), undefined, 'Enter a value'],
    ['null', z.number(), null, 'Enter a value'],
    ['no choice', z.enum(['a', 'b']), undefined, 'Enter a value'],
    ['a number for a text', z.string(), 1, 'Enter text'],
    ['a text for a number', z.number(), '1', 'Enter a number'],
    ['no number', z.number(), Number.NaN, 'Enter a number'],
    ['a part of a number', z.int(), 1.5, 'Enter a whole number'],
    ['a text for a choice of two', z.boolean(), 'yes', 'Enter true or false'],
    ['a text for a list', z.array(z.string()), 'a', 'Send a list'],
    ['a list for an object', z.object({}), [], 'Send named values'],
    ['a text for a record', z.record(z.string(), z.string()), 'a', 'Send named values'],
    ['a text for a day', z.date(), 'a', 'Enter a date'],
    ['a text that is too long', z.string().max(5), 'abcdefgh', 'Enter at most 5 characters: 3 too many'],
    [
      'a long text that is too long',
      z.string().max(40_000),
      'x'.repeat(41_234),
      'Enter at most 40,000 characters: 1,234 too many',
    ],
    ['a text that is one too long', z.string().max(1), 'ab', 'Enter at most 1 character: 1 too many'],
    ['a text that is too short', z.string().min(8), 'abc', 'Enter at least 8 characters'],
    ['an empty text', z.string().min(1), '', 'Enter a value'],
    ['a text of another length', z.string().length(4), 'abc', 'Enter exactly 4 characters'],
    ['a longer one', z.string().length(4), 'abcde', 'Enter exactly 4 characters'],
    ['a number above', z.number().max(1200), 1201, 'Enter 1,200 or less'],
    ['a number at a limit that is out', z.number().lt(12), 12, 'Enter less than 12'],
    ['a number below', z.number().min(1), 0, 'Enter 1 or more'],
    ['a number at the lower limit that is out', z.number().gt(0), 0, 'Enter more than 0'],
    ['too many entries', z.array(z.string()).max(2), ['a', 'b', 'c'], 'Enter at most 2 entries: 1 too many'],
    ['too few entries', z.array(z.string()).min(1), [], 'Enter at least 1 entry'],
    ['a day too late', z.date().max(new Date(0)), new Date(1), 'Enter an earlier date'],
    ['a day too early', z.date().min(new Date(1)), new Date(0), 'Enter a later date'],
    ['no number of a record', z.uuid(), 'abc', 'This is not the number of a record'],
    [
      'no e-mail address',
      z.email(),
      'a@',
      'Enter an email address in the correct format, such as name@example.com',
    ],
    ['no web address', z.url(), 'a', 'Enter a full web address, such as https://www.example.com'],
    ['no day', z.iso.date(), '31/03/2026', 'Enter a real date as year, month and day, such as 2026-03-31'],
    ['no instant', z.iso.datetime(), '2026', 'Enter a date and time in UTC, such as 2026-03-31T14:30:00Z'],
    ['no time', z.iso.time(), 'noon', 'Enter a time, such as 14:30'],
    ['no base64', z.base64(), '?', 'Send the file as base64'],
    ['a text off its pattern', z.string().regex(/^a$/), 'b', 'Enter this in the required format'],
    ['a text without its start', z.string().startsWith('a'), 'b', 'Enter this in the required format'],
    ['none of several', z.enum(['day', 'week']), 'year', 'Choose one of these: day, week'],
    ['not the one', z.literal('a'), 'b', 'Only a can be entered'],
    ['none of several kinds', z.union([z.string(), z.number()]), [], 'Enter a value of a different type'],
    ['what nobody asked for', z.strictObject({}), { a: 1 }, 'Remove values that are not allowed: a'],
    ['a number off its step', z.number().multipleOf(0.5), 0.7, 'Enter a multiple of 0.5'],
    [
      'a name that cannot be one',
      z.record(z.uuid(), z.string()),
      { a: 'b' },
      'One of the names cannot be used',
    ],
    ['a rule without words', z.string().refine(() => false), 'a', 'This value cannot be used'],
  ])('of %s', (_what, schema, value, message) => {
    expect(messageFor(schema, value)).toBe(message)
    expect(message).not.toMatch(defaultZodWording)
  })

  it.each<[string, z.ZodType]>(
    Object.entries({
      ...{
        guid: z.guid(),
        nanoid: z.nanoid(),
        cuid2: z.cuid2(),
        ulid: z.ulid(),
        xid: z.xid(),
        ksuid: z.ksuid(),
      },
      ...{
        ipv4: z.ipv4(),
        ipv6: z.ipv6(),
        cidrv4: z.cidrv4(),
        cidrv6: z.cidrv6(),
        mac: z.mac(),
        jwt: z.jwt(),
      },
      ...{ base64url: z.base64url(), e164: z.e164(), emoji: z.emoji(), duration: z.iso.duration() },
      ...{
        lowercase: z.string().lowercase(),
        uppercase: z.string().uppercase(),
        ends: z.string().endsWith('z'),
      },
      ...{ includes: z.string().includes('z'), template: z.templateLiteral(['a', z.number()]) },
    }),
  )('of a text that is no %s', (_format, schema) => {
    expect(messageFor(schema, 'aA?+')).toMatch(/^(Enter|Send|Use|This is not) /)
  })

  it('of a thousand choices names twenty', () => {
    const choices = Array.from({ length: 1000 }, (_, at) => `c${at}`)
    expect(messageFor(z.enum(choices), 'x')).toMatch(/^Choose one of these: c0, .*, c19, …$/)
  })

  it('of an issue that nobody has heard of is said all the same', () => {
    expect(validationMessage({ code: 'of tomorrow', input: 1 } as never)).toBe('This value cannot be used')
  })
})
