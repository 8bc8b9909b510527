import type { LibraryShorthand } from '../../../build/content/types.d.ts'
import { toothCodes, toothRows } from '../../../contract/teeth.ts'
import { blankOut } from './note-figures.ts'
import type { Span } from './note-tokens.ts'

/** Teeth as they are written at one place: by two digits, or by their side in signs or words. */
export type ToothGroup = Span & { teeth: string[]; notation: 'digits' | 'side' }

type Places = LibraryShorthand['places']
type ToothReader = { pattern: RegExp; notation: ToothGroup['notation']; read: (groups: string[]) => string[] }

const quadrants = { ur: 1, ul: 2, ll: 3, lr: 4 } as const
const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const anyOf = (words: readonly string[]) =>
  words
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|')

/** '6' or 'E' in a quadrant as an FDI code: letters are milk teeth. */
function fdiCodeOf(quadrant: number, place: string): string {
  const letter = 'abcde'.indexOf(place.toLowerCase())
  return letter < 0 ? `${quadrant}${place}` : `${quadrant + 4}${letter + 1}`
}

const adultRows = [toothRows.upper, toothRows.lower].map((row) => row.map(({ fdi }) => fdi))

/** From one tooth to another along its jaw; nothing where they stand in different jaws. */
function toothRange(first: string, last: string): string[] {
  const row = adultRows.find((one) => one.includes(first) && one.includes(last))
  if (!row) return [first, last]
  const [from, to] = [row.indexOf(first), row.indexOf(last)]
  return from <= to ? row.slice(from, to + 1) : row.slice(to, from + 1).toReversed()
}

const positionsIn = (list: string) => list.match(/[1-8a-e]/gi) ?? []
const quadrantNumber = (name: string) => quadrants[name.toLowerCase() as keyof typeof quadrants]

/** What stands in a quadrant: 'UR6', 'UR654', 'UL6,7', 'UR4-7', 'UR3 to UL3'. */
const sideReaders: ToothReader[] = [
  {
    pattern: /\b([ul][rl])\s?([1-8])\s?(?:-|–|to)\s?([ul][rl])\s?([1-8])\b/gi,
    notation: 'side',
    read: ([one = '', first = '', other = '', last = '']) =>
      toothRange(fdiCodeOf(quadrantNumber(one), first), fdiCodeOf(quadrantNumber(other), last)),
  },
  {
    pattern: /\b([ul][rl])\s?([1-8])\s?[-–]\s?([1-8])\b/gi,
    notation: 'side',
    read: ([side = '', first = '', last = '']) =>
      toothRange(fdiCodeOf(quadrantNumber(side), first), fdiCodeOf(quadrantNumber(side), last)),
  },
  {
    pattern:
      /\b([ul][rl])\s?([1-8]+(?:(?:\s?[,/&+]\s?|\sand\s|\s)[1-8](?![\d\w]|\s?[x£/%]|\s[a-z]+\s?\d))*)(?![\w])/gi,
    notation: 'side',
    read: ([side = '', list = '']) =>
      positionsIn(list).map((place) => fdiCodeOf(quadrantNumber(side), place)),
  },
  {
    pattern: /\b([ul][rl])([a-e](?:\s?[,/&]\s?[a-e])*)\b/gi,
    notation: 'side',
    read: ([side = '', list = '']) =>
      positionsIn(list).map((place) => fdiCodeOf(quadrantNumber(side), place)),
  },
]

/** Palmer's corners: the digit stands before them on the patient's right, behind them on the left. */
const corners: [RegExp, number][] = [
  [/([1-8]+|[a-e]+)\s?[┘⏌]/gi, 1],
  [/[└⎿]\s?([1-8]+|[a-e]+)(?!\w)/gi, 2],
  [/[┌⎾]\s?([1-8]+|[a-e]+)(?!\w)/gi, 3],
  [/([1-8]+|[a-e]+)\s?[┐⏋]/gi, 4],
]
const cornerReaders: ToothReader[] = corners.map(([pattern, quadrant]) => ({
  pattern,
  notation: 'side',
  read: ([list = '']) => positionsIn(list).map((place) => fdiCodeOf(quadrant, place)),
}))

const digitReaders: ToothReader[] = [
  {
    pattern: /(?<![\d/.:£\-–\w])([1-4][1-8])\s?(?:-|–|to)\s?([1-4][1-8])(?![\d/.:%\w])/g,
    notation: 'digits',
    read: ([first = '', last = '']) => toothRange(first, last),
  },
  {
    pattern: /(?<![\d/.:£\-–\w])([1-8][1-8])(?![\d/:%\w]|\.\d|-\d)/g,
    notation: 'digits',
    read: ([code = '']) => [code],
  },
]

/** 'upper left 6', 'lower right wisdom', 'all 6s', 'lower 3-3'. */
function wordReaders({ positions, upper, lower, left, right }: Places): ToothReader[] {
  const digitOf = (written: string) =>
    positions.find(({ words }) => words.includes(written.toLowerCase().replaceAll(/\s+/g, ' ')))?.digit
  const isIn = (words: readonly string[], written: string) => words.includes(written.toLowerCase())
  const quadrantOf = (jaw: string, side: string) => {
    const isRight = isIn(right, side)
    return isIn(upper, jaw) ? (isRight ? 1 : 2) : isRight ? 4 : 3
  }
  const jaw = `(${anyOf([...upper, ...lower])})`
  const side = `(${anyOf([...left, ...right])})`
  const place = `(${anyOf(positions.flatMap(({ words }) => words))}|[a-e])`
  const tooth = (quadrant: number, written: string) =>
    fdiCodeOf(quadrant, String(digitOf(written) ?? written))
  const ofAll = (which: string) =>
    which.startsWith('all') ? [1, 2, 3, 4] : /upper/.test(which) ? [1, 2] : /lower/.test(which) ? [3, 4] : []
  const across = (which: string, digit: string) =>
    isIn(upper, which) ? toothRange(`1${digit}`, `2${digit}`) : toothRange(`4${digit}`, `3${digit}`)
  return [
    {
      pattern: new RegExp(String.raw`\b(upper|lower)\s([1-8])\s?(?:-|–|to)\s?\2\b`, 'gi'),
      notation: 'side',
      read: ([which = '', digit = '']) => across(which, digit),
    },
    {
      pattern: new RegExp(String.raw`\b${jaw}[\s/]?\s?${side}\s${place}(?!\w)`, 'gi'),
      notation: 'side',
      read: ([one = '', other = '', written = '']) => [tooth(quadrantOf(one, other), written)],
    },
    {
      pattern: new RegExp(String.raw`\b${side}\s${jaw}\s${place}(?!\w)`, 'gi'),
      notation: 'side',
      read: ([other = '', one = '', written = '']) => [tooth(quadrantOf(one, other), written)],
    },
    {
      pattern: new RegExp(
        String.raw`\b(all|both upper|both lower|upper|lower)\s(?:the\s)?(?:four\s|4\s)?${place}'?s\b`,
        'gi',
      ),
      notation: 'side',
      read: ([which = '', written = '']) =>
        ofAll(which.toLowerCase()).map((quadrant) => tooth(quadrant, written)),
    },
  ]
}

/** The teeth a note names, in their order, and the note with blanks in their place. */
export function readTeeth(text: string, places: Places): { groups: ToothGroup[]; rest: string } {
  let rest = text
  const groups: ToothGroup[] = []
  const readers = [...wordReaders(places), ...sideReaders, ...cornerReaders, ...digitReaders]
  for (const { pattern, notation, read } of readers)
    rest = rest.replaceAll(pattern, (whole: string, ...more: unknown[]) => {
      const from = more.findLast((one) => typeof one === 'number')!
      const found = read(
        more.slice(0, more.lastIndexOf(from)).map((one) => (one as string | undefined) ?? ''),
      )
      const teeth = found.filter((code) => toothCodes.includes(code))
      if (teeth.length === 0 || teeth.length < found.length) return whole
      groups.push({ teeth, notation, from, to: from + whole.length })
      return blankOut(whole)
    })
  return { groups: groups.sort((one, other) => one.from - other.from), rest }
}

export const sideOf = (fdi: string): 'left' | 'right' => ('1458'.includes(fdi[0]!) ? 'right' : 'left')
export const jawOf = (fdi: string): 'upper' | 'lower' => ('1256'.includes(fdi[0]!) ? 'upper' : 'lower')
