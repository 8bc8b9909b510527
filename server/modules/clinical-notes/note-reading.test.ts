import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import shorthand from '../../../build/content/shorthand.json' with { type: 'json' }
import type { LibraryShorthand } from '../../../build/content/types.d.ts'
import { makeNoteReader, type NoteReading } from './note-reading.ts'

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

const read = makeNoteReader(shorthand as LibraryShorthand)
const file = readFileSync(join(import.meta.dirname, 'written-notes.yaml'), 'utf8')
const { notes } = parse(file) as { notes: WrittenNote[] }

const sorted = (words: string) => words.split(' ').sort().join(' ')

/** A reading in the words of the written notes. */
function shown(reading: NoteReading): Omit<WrittenNote, 'note' | 'about'> {
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
    expect(shown(read(text))).toEqual({
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
