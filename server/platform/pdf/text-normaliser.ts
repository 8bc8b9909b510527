import { readFamilyCoverage, REPLACEMENT, type FontFamily } from './font-coverage.ts'

/** Makes a text drawable: see `createTextNormaliser`. */
export type TextNormaliser = (text: string) => string

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Letters and signs that stand by themselves and that every text font has, as the first of ours is seen to have: with
// nothing else in a text there is nothing to look at. PlanTranslator its clusters would take longer than to parse it.
const plain = /^[\x20-\x7e\xa0-\xac\xae-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/

// Characters that are never drawn or that lie about the order of those that are: controls, halves of
// surrogate pairs, private use, unassigned, variation selectors of emoji and Han, and the bidirectional overrides
// with which a text can be made to read differently from what it says.
const undrawable =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFE0E\uFE0F\u{E0100}-\u{E01EF}\uFEFF\u202A-\u202E\u2066-\u2069]/gu

/**
 * Returns a function that makes any text drawable with exactly these families. The typesetter refuses a
 * document in which a single character has no glyph, so a name typed with an emoji would otherwise stop
 * a record from ever being drawn.
 *
 * Line breaks and tabs become spaces, characters never meant to be seen are dropped, and any other
 * character that no family covers becomes the visible replacement. A base letter and its marks are
 * drawn by one font, so they are kept together only if one family covers them all. A family is read when
 * a text first needs it, the ones before it failing.
 */
export function createTextNormaliser(families: readonly FontFamily[]): TextNormaliser {
  const coverages = families.map(readWhenNeeded)
  return (text) => {
    if (plain.test(text)) return text
    const drawable = text
      .normalize('NFC')
      .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
      .replace(undrawable, '')
    return Array.from(clusters.segment(drawable), ({ segment }) => drawCluster(segment, coverages)).join('')
  }
}

/** Whether a family draws a character. */
type Coverage = (code: number) => boolean

function readWhenNeeded(family: FontFamily): Coverage {
  let covered: Set<number> | undefined
  return (code) => (covered ??= readFamilyCoverage(family)).has(code)
}

function drawCluster(cluster: string, coverages: readonly Coverage[]): string {
  const characters = [...cluster]
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const base = coverages.find((covers) => covers(codes[0] ?? 0))
  if (!base) return REPLACEMENT
  const whole = coverages.find((covers) => codes.every(covers)) ?? base
  return characters.map((character, index) => (whole(codes[index] ?? 0) ? character : REPLACEMENT)).join('')
}

/** Applies a normaliser to every string of a JSON value; keys are ours and stay as they are. */
export function normaliseStrings(value: unknown, normalise: TextNormaliser): unknown {
  if (typeof value === 'string') return normalise(value)
  if (Array.isArray(value)) return value.map((item) => normaliseStrings(item, normalise))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, normaliseStrings(item, normalise)]),
  )
}
