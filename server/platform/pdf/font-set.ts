import { createRequire } from 'node:module'
import type { FontFamily } from './font-coverage.ts'

const { resolve } = createRequire(import.meta.url)

/**
 * The fonts that come with the product, at versions pinned by the lockfile, so that a record looks the
 * same whichever machine draws it: Latin, Greek, Cyrillic, Devanagari, Arabic, Bengali, Gurmukhi and
 * Chinese scripts. All of them are Noto, under the SIL Open Font License 1.1. The Chinese one comes last:
 * it is as large as all others twenty times, and read by the normaliser only where no other has a letter.
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
  uprightFamily('Arabic'),
  uprightFamily('Bengali'),
  uprightFamily('Gurmukhi'),
  {
    name: 'Noto Sans SC',
    files: ['NotoSansSC_400Regular', 'NotoSansSC_700Bold'].map((file) =>
      resolve(`@expo-google-fonts/noto-sans-sc/${file}.ttf`),
    ),
  },
]

/** A script that knows no italics. */
function uprightFamily(script: string): FontFamily {
  const files = ['400Regular', '600SemiBold'].map((style) =>
    resolve(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/${style}/NotoSans${script}_${style}.ttf`),
  )
  return { name: `Noto Sans ${script}`, files }
}
