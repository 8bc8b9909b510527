/**
 * The letters of scripts that a patient's device may lack, cut out of the fonts that records are drawn with: of the
 * small scripts all of them, of Chinese the characters that stand in `content/`. Written to `web/areas/patient/fonts/`;
 * to be made again where a text brings a character that none of them has (a test says so).
 *
 *   node tools/web/subset-fonts.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { scriptFonts, textOf } from './script-fonts.ts'

const { resolve } = createRequire(import.meta.url)
const folder = path.join(import.meta.dirname, '../../web/areas/patient/fonts')

await mkdir(folder, { recursive: true })
for (const font of scriptFonts) {
  const text = textOf(font)
  for (const [weight, file] of Object.entries(font.files)) {
    const whole = await readFile(resolve(file))
    const letters = await subsetFont(whole, text, { targetFormat: 'woff2' })
    await writeFile(path.join(folder, `${font.name}-${weight}.woff2`), letters)
    console.log(`${font.name}-${weight}.woff2`.padEnd(24), `${Math.round(letters.length / 1000)} kB`)
  }
}
