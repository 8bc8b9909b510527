import { createRequire } from 'node:module'
import type { FontFamily } from './font-coverage.ts'

const { resolve } = createRequire(import.meta.url)

/**
 * The fonts that come with the product, at versions pinned by the lockfile, so that a record looks the
 * same whichever machine draws it: Latin, Greek, Cyrillic, Devanagari and Arabic scripts.
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
    files: ['400Regular/NotoSansArabic_400Regular', '600SemiBold/NotoSansArabic_600SemiBold'].map((file) =>
      resolve(`@expo-google-fonts/noto-sans-arabic/${file}.ttf`),
    ),
  },
]
