import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A script that some devices have no letters of, and the fonts of the record that have them, by weight. */
export type ScriptFont = {
  name: string
  /** Its characters, where all are wanted; else those of `content/` that match. */
  ranges: readonly (readonly [from: number, to: number])[] | 'content'
  pattern: RegExp
  files: Record<number, string>
}

const fontOf = (script: string, styles: Record<number, string>): Record<number, string> =>
  Object.fromEntries(
    Object.entries(styles).map(([weight, style]) => [
      weight,
      `@expo-google-fonts/noto-sans-${script.toLowerCase()}/${style.replace('*', `NotoSans${script}`)}.ttf`,
    ]),
  )
const whole = { 400: '*_400Regular', 600: '*_600SemiBold' }
const inFolders = { 400: '400Regular/*_400Regular', 600: '600SemiBold/*_600SemiBold' }

export const scriptFonts: readonly ScriptFont[] = [
  {
    name: 'arabic',
    // The letters of Arabic and Urdu, and the signs that join or part them.
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x200c, 0x200f],
    ],
    pattern: /[\p{Script=Arabic}\u060C\u061B\u061F]/u,
    files: fontOf('Arabic', whole),
  },
  {
    name: 'bengali',
    ranges: [
      [0x964, 0x965],
      [0x980, 0x9ff],
      [0x200c, 0x200d],
    ],
    pattern: /\p{Script=Bengali}/u,
    files: fontOf('Bengali', whole),
  },
  {
    name: 'gurmukhi',
    ranges: [
      [0x964, 0x965],
      [0xa00, 0xa7f],
      [0x200c, 0x200d],
    ],
    pattern: /\p{Script=Gurmukhi}/u,
    files: fontOf('Gurmukhi', inFolders),
  },
  {
    name: 'han',
    ranges: 'content',
    pattern: /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u,
    files: fontOf('SC', { 400: '*_400Regular', 700: '*_700Bold' }),
  },
]

const content = path.join(import.meta.dirname, '../../content')

/** The characters of this script that stand in a text of `content/`. */
export function charactersInContent({ pattern }: ScriptFont): string {
  const found = new Set<string>()
  const names = readdirSync(content, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => /\.(md|json|ya?ml)$/.test(each)))
    for (const character of readFileSync(path.join(content, name), 'utf8'))
      if (pattern.test(character)) found.add(character)
  return [...found].toSorted().join('')
}

/** What the font of a script is to hold. */
export const textOf = (font: ScriptFont): string =>
  font.ranges === 'content'
    ? charactersInContent(font)
    : font.ranges
        .flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
        )
        .join('')
