import { createRequire } from 'node:module'
import type { FontFamily } from './font-coverage.ts'

const { resolve } = createRequire(import.meta.url)

/** Those of the packages that keep each weight in a folder. */
const inFolders = (name: string, styles: readonly string[], family = 'noto-sans'): string[] =>
  styles.map((style) => resolve(`@expo-google-fonts/${family}/${style}/${name}_${style}.ttf`))

/** Noto Sans of one script, regular and half bold. */
const noto = (script: string): FontFamily => ({
  name: `Noto Sans ${script}`,
  files: inFolders(`NotoSans${script}`, ['400Regular', '600SemiBold'], `noto-sans-${script.toLowerCase()}`),
})

/** The same of an earlier edition, whose packages have no folders. */
const notoBefore = (script: string, bold = '600SemiBold'): FontFamily => ({
  name: `Noto Sans ${script}`,
  files: ['400Regular', bold].map((style) =>
    resolve(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/NotoSans${script}_${style}.ttf`),
  ),
})

/**
 * The fonts that come with the product, at versions pinned by the lockfile, so that a record looks the same whichever
 * machine draws it: every script that Unicode recommends for names (UAX #31, table 5), signs and emoji. All of them are
 * Noto, under the SIL Open Font License 1.1.
 *
 * The Arabic and Bengali ones are of an edition that draws a letter whole: later ones set its dots as
 * signs of their own, and whoever copies or searches the record's text then finds the letter twice. Chinese and Korean
 * stand last because they are by far the largest, and are read only where no other has a letter; Chinese first, whose
 * characters the Korean one has in Korean shapes.
 */
export const shippedFonts: readonly FontFamily[] = [
  {
    name: 'Noto Sans',
    files: inFolders('NotoSans', ['400Regular', '400Regular_Italic', '600SemiBold', '600SemiBold_Italic']),
  },
  notoBefore('Arabic'),
  notoBefore('Bengali'),
  ...[
    ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thaana'],
    ...['Hebrew', 'Armenian', 'Georgian', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ].map(noto),
  {
    name: 'Noto Serif Tibetan',
    files: inFolders('NotoSerifTibetan', ['400Regular', '600SemiBold'], 'noto-serif-tibetan'),
  },
  {
    name: 'Noto Sans Symbols 2',
    files: inFolders('NotoSansSymbols2', ['400Regular'], 'noto-sans-symbols-2'),
  },
  { name: 'Noto Emoji', files: inFolders('NotoEmoji', ['400Regular', '600SemiBold'], 'noto-emoji') },
  notoBefore('SC', '700Bold'),
  notoBefore('KR', '700Bold'),
]
