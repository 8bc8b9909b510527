import { createRequire } from 'node:module'
import type { FontFamily } from './font-coverage.ts'

const { resolve } = createRequire(import.meta.url)

/**
 * The fonts that come with the product, at versions pinned by the lockfile, so that a record looks the
 * same whichever machine draws it: Latin, Greek, Cyrillic, Devanagari, Arabic, Bengali, Gurmukhi and
 * Chinese scripts. All of them are Noto, under the SIL Open Font License 1.1.
 *
 * The Arabic and Bengali ones are of an edition that draws a letter whole: later ones set its dots as
 * signs of their own, and whoever copies or searches the record's text then finds the letter twice. The
 * Chinese one stands last because it is by far the largest, and is read only where no other has a letter.
 */
export const shippedFonts: readonly FontFamily[] = [
  {
    name: 'Noto Sans',
    files: [
      '400Regular/NotoSans_400Regular',
      '400Regular_Italic/NotoSans_400Regular_Italic',
      '600SemiBold/NotoSans_600SemiBold',
      '600SemiBold_Italic/NotoSans_600SemiBold_Italic',
    ].map((file) => resolve(`@expo-google-fonts/noto-sans/${file}.ttf`)),
  },
  {
    name: 'Noto Sans Arabic',
    files: ['NotoSansArabic_400Regular', 'NotoSansArabic_600SemiBold'].map((file) =>
      resolve(`@expo-google-fonts/noto-sans-arabic/${file}.ttf`),
    ),
  },
  {
    name: 'Noto Sans Bengali',
    files: ['NotoSansBengali_400Regular', 'NotoSansBengali_600SemiBold'].map((file) =>
      resolve(`@expo-google-fonts/noto-sans-bengali/${file}.ttf`),
    ),
  },
  {
    name: 'Noto Sans Gurmukhi',
    files: ['400Regular/NotoSansGurmukhi_400Regular', '600SemiBold/NotoSansGurmukhi_600SemiBold'].map(
      (file) => resolve(`@expo-google-fonts/noto-sans-gurmukhi/${file}.ttf`),
    ),
  },
  {
    name: 'Noto Sans SC',
    files: ['NotoSansSC_400Regular', 'NotoSansSC_700Bold'].map((file) =>
      resolve(`@expo-google-fonts/noto-sans-sc/${file}.ttf`),
    ),
  },
]
