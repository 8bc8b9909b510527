import { readFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { readCoverage } from '../../server/platform/pdf/font-coverage.ts'
import { charactersInContent, scriptFonts } from './script-fonts.ts'

const folder = path.join(import.meta.dirname, '../../web/areas/patient/fonts')

test.each(
  scriptFonts.flatMap((font) =>
    Object.keys(font.files).map((weight) => [`${font.name}-${weight}.woff2`, font] as const),
  ),
)(
  '%s has every letter of its script that a text of ours has (node tools/web/subset-fonts.ts)',
  async (file, font) => {
    const wanted = charactersInContent(font)
    expect(wanted.length).toBeGreaterThan(40)
    const letters = await subsetFont(await readFile(path.join(folder, file)), wanted, {
      targetFormat: 'sfnt',
    })
    const covered = readCoverage(Buffer.from(letters))
    expect([...wanted].filter((letter) => !covered.has(letter.codePointAt(0)!))).toEqual([])
  },
)
