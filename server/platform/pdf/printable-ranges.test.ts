import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unprintableCharacters } from '../../../contract/printable-text.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { readFamilyCoverage, REPLACEMENT } from './font-coverage.ts'
import { shippedFonts } from './font-set.ts'
import { createTextNormaliser } from './text-normaliser.ts'

const normalise = createTextNormaliser(shippedFonts)

/** Where runs of characters begin and end, each as its distance from the border before. */
function stepsOf(covered: ReadonlySet<number>): string {
  const codes = [...covered].sort((one, other) => one - other)
  const borders = codes.flatMap((code) => [
    ...(covered.has(code - 1) ? [] : [code]),
    ...(covered.has(code + 1) ? [] : [code + 1]),
  ])
  return borders.map((border, at) => (border - (borders[at - 1] ?? 0)).toString(36)).join(' ')
}

test('what the contract calls printable is what the fonts have', async () => {
  const ranges = shippedFonts.map((family) => {
    const covered = [...readFamilyCoverage(family)]
    // The typesetter leaves out what no text is written with, whatever a font has for it.
    return `  // ${family.name}\n  '${stepsOf(new Set(covered.filter((code) => normalise(String.fromCodePoint(code)) !== '')))}',`
  })
  const source = `/**
 * The characters that each of the record's fonts has: where their runs begin and end, each as its distance from the
 * border before, in base 36. Made from the fonts: \`vitest run --project rules printable-ranges -u\`. Import-free.
 */
export const printableRanges: readonly string[] = [
${ranges.join('\n')}
]
`
  await expect(source).toMatchFileSnapshot(join(import.meta.dirname, '../../../contract/printable-ranges.ts'))
})

test('every character is refused that would be left out or replaced, and no other', () => {
  const planes = [[0, 0x40000] as const, [0xe0000, 0xe1000] as const, [0xf0000, 0xf0100] as const]
  const differing = planes.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_none, step) => visibleText(String.fromCodePoint(from + step))).filter(
      (seen) => {
        if (seen.trim() === '' || seen === REPLACEMENT) return false
        const drawn = normalise(seen)
        return (drawn !== '' && !drawn.includes(REPLACEMENT)) !== (unprintableCharacters(seen).length === 0)
      },
    ),
  )
  expect(differing.map((character) => character.codePointAt(0)!.toString(16))).toEqual([])
})
