import { describe, expect, it } from 'vitest'
import { passwordField } from './identity.ts'
import { instant, isoDate, lineText, optionalLine, visibleTextField } from './kit.ts'

describe('days and moments', () => {
  it.each(['1000-01-01', '2026-11-24', '2999-12-31'])('take %s', (day) => {
    expect(isoDate.safeParse(day).success).toBe(true)
    expect(instant.safeParse(`${day}T00:00:00Z`).success).toBe(true)
  })

  // Of the database's calendar, and of years with four digits, are days before and after a day too.
  it.each(['0000-01-01', '0001-01-01', '0999-12-31', '3000-01-01', '9999-12-31'])('refuse %s', (day) => {
    expect(isoDate.safeParse(day).success).toBe(false)
    expect(instant.safeParse(`${day}T00:00:00Z`).success).toBe(false)
  })

  it('refuse what is no day', () => {
    expect(isoDate.safeParse('2026-02-30').success).toBe(false)
    expect(instant.safeParse('2026-11-24').success).toBe(false)
  })
})

it.each([
  ['blanks around it', ' pass word '],
  ['a zero-width blank', 'pass\u200Bword'],
  ['an accent written apart', 'Jose\u0301-1961'],
  ['a soft hyphen', 'pass\u00ADword'],
  ['a tab and a line break', 'pass\tword\n'],
  ['a joiner in an emoji', '👩\u200D⚕️ letmein'],
  ['blanks alone', '      '],
])('a password with %s stays byte for byte', (_name, typed) => {
  expect(passwordField.parse(typed)).toBe(typed)
})

it.each([
  ['Step\nmother', 'Step mother'],
  ['  Practice\tmanager ', 'Practice manager'],
  ['Polish\r\n\r\ninterpreter', 'Polish interpreter'],
  ['Surgery\u00A0\u200B2', 'Surgery 2'],
])('text of one line is %j as %j', (typed, line) => {
  expect(lineText(80).parse(typed)).toBe(line)
  expect(optionalLine(80).parse(typed)).toBe(line)
})

it('keeps the line breaks of text that is given as a file', () => {
  expect(visibleTextField().parse('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nJose\u0301\n')).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nJosé\n',
  )
})
