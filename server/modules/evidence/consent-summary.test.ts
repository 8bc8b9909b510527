import { expect, it } from 'vitest'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { ReadingSpell } from '../../../contract/readings.ts'
import { elapsedText, summariseConsent, type SummarySource } from './consent-summary.ts'

const at = new Date('2026-11-05T21:00:00Z')
const words = 'word '.repeat(200)
const event = (name: string, minutes: number, details = {}) =>
  ({
    ...{ number: 1, event: name, actor: 'Patient', details },
    at: new Date(at.getTime() + minutes * 60_000),
  }) as unknown as SummarySource['events'][number]

const reading = (...spells: ReadingSpell[]) =>
  [{ visit: 'a', visitNumber: 1, spells, at }] as unknown as SummarySource['beside']['readings']

const source = (changed: Partial<SummarySource> & { spells?: ReadingSpell[] } = {}): SummarySource => {
  const { spells = [], ...rest } = changed
  return {
    content: {
      sections: [
        { id: 'a', title: 'One', content: `<p>${words}</p>` },
        { id: 'b', title: 'Two', content: `<p>${words}</p>` },
      ],
      understanding: {
        isBeforeSigning: false,
        questions: [{ id: 'q', question: '?', answers: [], explanation: '' }],
      },
    } as unknown as FrozenContent,
    events: [event('consent.viewed', 0), event('consent.signed', 7, { name: 'Ann Lee' })],
    signature: { mark: { kind: 'typed', typed: 'Ann Lee' } } as SummarySource['signature'],
    beside: {
      readings: reading(...spells),
      questions: [],
      understanding: [],
    } as unknown as SummarySource['beside'],
    ...rest,
  }
}
const kindsOf = (from: SummarySource) => summariseConsent(from).concerns.map(({ kind }) => kind)
const spell = (part: number, seconds: number): ReadingSpell => ({ part, ms: seconds * 1000, listenedMs: 0 })

it('says how long reading and deciding took', () => {
  const { timeline, reading: read } = summariseConsent(source({ spells: [spell(1, 60), spell(2, 60)] }))
  expect(read).toEqual({ seconds: 120, opened: 2, parts: 2 })
  expect(timeline.at(-1)!.note).toBe('7 min after it was first opened')
})

it('flags a text that was read too quickly or in part, and questions that were skipped', () => {
  expect(kindsOf(source({ spells: [spell(1, 14)] }))).toEqual([
    'read-quickly',
    'parts-unopened',
    'check-unanswered',
  ])
  expect(kindsOf(source({ spells: [spell(1, 60), spell(2, 60)] }))).toEqual(['check-unanswered'])
})

it('does not hold against a paper what only a screen can tell', () => {
  const signature = { mark: { kind: 'paper' } } as SummarySource['signature']
  expect(kindsOf(source({ signature, spells: [spell(1, 1)] }))).toEqual([])
})

it('flags a name that is not the record’s', () => {
  const signed = event('consent.signed', 1, { name: 'Ann Lee', recordName: 'Anna Li' })
  expect(summariseConsent(source({ events: [signed] })).concerns[0]).toMatchObject({
    kind: 'name-differs',
    text: 'Signed as “Ann Lee”; the record says “Anna Li”.',
  })
})

it('is as exact as it matters', () => {
  expect([14, 60, 100, 11_100, 90_000, 200_000].map(elapsedText)).toEqual([
    '14 s',
    '1 min',
    '1 min 40 s',
    '3 h 5 min',
    '1 day',
    '2 days',
  ])
})
