import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import shorthand from '../../../build/content/shorthand.json' with { type: 'json' }
import type { LibraryShorthand } from '../../../build/content/types.d.ts'
import { createNoteReader, type NoteReading } from './note-reading.ts'

type WrittenNote = {
  note: string
  treatments?: Record<string, string>
  diagnoses?: string[]
  factors?: Record<string, string>
  conflicts?: string[]
  aside?: Record<string, string>
  unknown?: string[]
  price?: string
  visits?: string
  about?: string
}

const read = createNoteReader(shorthand as LibraryShorthand)
const file = readFileSync(join(import.meta.dirname, 'written-notes.yaml'), 'utf8')
const { notes } = parse(file) as { notes: WrittenNote[] }

const sorted = (words: string) => words.split(' ').sort().join(' ')

/** A reading in the words of the written notes. */
function summaryOf(reading: NoteReading): Omit<WrittenNote, 'note' | 'about'> {
  const { proposals, diagnoses, facts, conflicts, aside, unknown, price, visits } = reading
  const treatments = proposals.map(({ subtype, says, teeth, area }) => [
    subtype ?? says,
    area ?? teeth.toSorted().join(' '),
  ])
  const factors = facts.map(({ factor, answer, fields, teeth }) => {
    const more = Object.entries(fields).map(([name, value]) => `${name} ${value}`)
    return [factor, [answer, ...more, ...(teeth.length > 0 ? [`teeth ${teeth.join(' ')}`] : [])].join(', ')]
  })
  const asked = conflicts.map((one) =>
    one.about === 'teeth'
      ? one.teeth.join(' ')
      : one.about === 'side'
        ? `${one.tooth} ${one.side}`
        : one.factor,
  )
  return {
    treatments: Object.fromEntries(treatments) as Record<string, string>,
    diagnoses: diagnoses.map(({ says, isSure }) => (isSure ? says : `${says}?`)),
    factors: Object.fromEntries(factors) as Record<string, string>,
    conflicts: asked,
    aside: Object.fromEntries(aside.map(({ words, why }) => [words, why])),
    unknown: unknown.map(({ words }) => words),
    price: price?.text ?? '',
    visits: visits?.text ?? '',
  }
}

describe('a note is read as it is meant', () => {
  it.each(notes.map((one) => [one.note, one] as const))('%s', (text, expected) => {
    const { treatments = {}, ...rest } = expected
    const places = Object.entries(treatments).map(([name, place]) => [
      name,
      /^\d/.test(place) ? sorted(place) : place,
    ])
    expect(summaryOf(read(text))).toEqual({
      treatments: Object.fromEntries(places) as Record<string, string>,
      diagnoses: rest.diagnoses ?? [],
      factors: rest.factors ?? {},
      conflicts: rest.conflicts ?? [],
      aside: rest.aside ?? {},
      unknown: rest.unknown ?? [],
      price: rest.price ?? '',
      visits: rest.visits ?? '',
    })
  })
})

test('there are at least 150 notes, and at least 50 that are hard to read', () => {
  expect(notes.length).toBeGreaterThanOrEqual(150)
  expect(new Set(notes.map(({ note }) => note)).size).toBe(notes.length)
  expect(notes.filter(({ about }) => about !== undefined).length).toBeGreaterThanOrEqual(50)
})

/** The same numbers every time, so that a failure can be had again. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const scraps = [
  '',
  ',',
  '. ',
  '; ',
  '\n',
  ' ? ',
  ' not ',
  ' mum ',
  ' - ',
  '()',
  '£',
  '6',
  '…',
  '┘',
  '\u0000',
  '  ',
]

/** Words of several notes in any order, with signs between, cut anywhere: what nobody would write. */
function randomNote(seed: number): string {
  const dice = createRandom(seed)
  const words = Array.from({ length: 3 }, () => notes[dice(notes.length)]!.note.split(' ')).flat()
  const muddle = Array.from(
    { length: 1 + dice(24) },
    () => words[dice(words.length)]! + scraps[dice(scraps.length)]!,
  )
  const text = muddle.join(' ')
  return text.slice(dice(6), text.length - dice(6))
}

function everySpan(reading: NoteReading) {
  const { proposals, diagnoses, facts, conflicts, aside, price, visits, unknown, corrections } = reading
  const many = [...proposals, ...diagnoses, ...facts, ...conflicts]
  const lone = [...aside, ...unknown, ...corrections, ...(price ? [price] : []), ...(visits ? [visits] : [])]
  return { many, all: [...many.flatMap(({ spans }) => spans), ...lone] }
}

describe('nothing is found that the note does not say', () => {
  it.each(Array.from({ length: 40 }, (_, at) => at))('whatever is written, lot %i', (lot) => {
    for (let seed = lot * 50; seed < lot * 50 + 50; seed += 1) {
      const text = randomNote(seed)
      const reading = read(text)
      const { many, all } = everySpan(reading)
      expect(
        many.filter(({ spans }) => spans.length === 0),
        text,
      ).toEqual([])
      const outside = all.filter(({ from, to }) => from < 0 || from >= to || to > text.length)
      expect(outside, text).toEqual([])
      expect(
        all.filter(({ from, to }) => !text.slice(from, to).trim()),
        text,
      ).toEqual([])
      for (const { from, to, words } of [...reading.unknown, ...reading.aside])
        expect(text.slice(from, to), text).toBe(words)
    }
  })

  it('of a note without words that mean something', () => {
    const empty = { proposals: [], diagnoses: [], facts: [], conflicts: [], aside: [] }
    for (const text of ['', ' ', 'the patient was seen today', '12/12', '£ % ? -', 'x'.repeat(4000)])
      expect(read(text), text).toMatchObject(empty)
  })
})
