import { describe, expect, it } from 'vitest'
import {
  declinedPositions,
  textFrozenAt,
  isDocumentCodeOf,
  paperTimeError,
  documentCode,
  scanHash,
} from './paper-rules.ts'

const hash = `0a1bc9de${'f'.repeat(56)}`

describe('the code on the paper', () => {
  it('is the beginning of the text’s hash, in two groups', () => {
    expect(documentCode(hash)).toBe('0A1B C9DE')
  })

  it.each(['0A1B C9DE', '0a1bc9de', ' 0a1b-c9de ', 'OA1B C9DE', 'oaIb c9de', '0alb c9de'])(
    'is read from %j',
    (typed) => expect(isDocumentCodeOf(typed, hash)).toBe(true),
  )

  it.each(['', '0A1B', '0A1B C9DF', '0A1B C9DE F', hash])('is not %j', (typed) =>
    expect(isDocumentCodeOf(typed, hash)).toBe(false),
  )
})

describe('a moment told of a paper', () => {
  const [fixed, now] = [new Date('2026-11-21T09:30:45Z'), new Date('2026-11-21T12:00:00Z')]
  it.each([
    ['2026-11-21T12:00:00Z', null],
    ['2026-11-21T12:00:01Z', 'in-future'],
    ['2026-11-21T09:31:00Z', null],
    // The minute in which it was fixed: nobody writes seconds beside a signature.
    ['2026-11-21T09:30:00Z', null],
    ['2026-11-21T09:29:59Z', 'before-sent'],
  ])('%s: %s', (told, fault) => {
    expect(paperTimeError(new Date(told), { fixed, now })).toBe(fault)
  })

  it('counts from the sending, or from the word of mouth that fixed the text', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))
    const event = (name: string, hour: number) => ({ event: name, at: at(hour) })
    expect(
      textFrozenAt([event('consent.created', 8), event('consent.sent', 9), event('consent.verbal', 10)]),
    ).toEqual(at(9))
    expect(textFrozenAt([event('consent.created', 8), event('consent.verbal', 10)])).toEqual(at(10))
  })
})

it('what is not agreed to is declined, by its place', () => {
  expect(declinedPositions([true, false, true, false])).toEqual([1, 3])
})

it('a scan’s fingerprint tells its files and their order', () => {
  const [one, other] = [{ sha256: 'a' }, { sha256: 'b' }]
  const hashes = [scanHash([one, other]), scanHash([other, one]), scanHash([one])]
  expect(new Set(hashes).size).toBe(3)
})
