import { printableRanges } from './printable-ranges.ts'
import type { InputFieldError } from './errors.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that every font has stand between the others; the one before may bear their marks. */
const uncommonCharacters = /[\x20-\x7e]?[^\n\r\t\x20-\x7e]+/gu
/** What nothing is drawn for: a break becomes a blank, and a variant of a Han character is drawn as the character. */
const invisibleCharacters = /[\u2028\u2029]|[\u{E0100}-\u{E01EF}]/gu

/** Where the runs of characters that one font has begin and end, in turns, ends excluded. */
const decodeRangeBounds = (ranges: string): Uint32Array => {
  let at = 0
  return Uint32Array.from(ranges.split(' '), (step) => (at += Number.parseInt(step, 36)))
}
let fontRangeBounds: Uint32Array[] | undefined

/** An odd number of borders lies at or before what is inside a run. */
function hasGlyph(borders: Uint32Array, character: string): boolean {
  const code = character.codePointAt(0)!
  let [low, high] = [0, borders.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (borders[middle]! <= code) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

/** A letter and its marks are drawn by one font, so one of them must have them all. */
function isPrintable(characters: string): boolean {
  fontRangeBounds ??= printableRanges.map(decodeRangeBounds)
  return fontRangeBounds.some((font) => [...characters].every((character) => hasGlyph(font, character)))
}

/** What a text has that none of the record's fonts can draw, each once: letters with their marks, in NFC. */
export function unprintableCharacters(text: string): string[] {
  const stretches = new Set(text.normalize('NFC').match(uncommonCharacters))
  const clusters = [...stretches]
    .map((stretch) => stretch.replaceAll(invisibleCharacters, ' '))
    .filter((stretch) => !isPrintable(stretch))
    .flatMap((stretch) => Array.from(graphemes.segment(stretch), ({ segment }) => segment))
  return [...new Set(clusters)].filter((cluster) => !isPrintable(cluster))
}

const named_max = 5
/** As it looks where that can be seen, else by its number. */
const describeCharacter = (cluster: string): string =>
  /^[\p{Co}\p{Cn}\p{Cc}\p{Cs}\p{Cf}\p{M}]/u.test(cluster)
    ? [...cluster]
        .map((each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
        .join(' ')
    : `“${cluster}”`

/** What people are told of them. */
export function unprintableMessage(clusters: readonly string[]): string {
  const [first = '', ...others] = clusters.slice(0, named_max).map(describeCharacter)
  if (others.length === 0)
    return `The character ${first} cannot be printed in the record. Remove it or write it another way`
  const more = clusters.length > named_max ? ' and others' : ''
  return `The characters ${[first, ...others].join(', ')}${more} cannot be printed in the record. Remove them or write them another way`
}

/** Every text of a value, by its path. */
function collectTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    collectTexts(each, path === '' ? name : `${path}.${name}`),
  )
}

/**
 * The fields of a record in which something was written that cannot be printed. What it held before is not judged again:
 * another field of it can be changed.
 */
export function fieldsWithNewUnprintableText(written: unknown, before: unknown): InputFieldError[] {
  const held = new Set(collectTexts(before).map(([, text]) => text))
  return collectTexts(written).flatMap(([field, text]) => {
    const found = held.has(text) ? [] : unprintableCharacters(text)
    return found.length > 0 ? [{ field, message: unprintableMessage(found) }] : []
  })
}
