import { expect, it } from 'vitest'
import { generateApiKey } from '../../server/modules/integrations/api-key-rules.ts'
import { generateCode } from '../../server/modules/signing/link-code-rules.ts'
import { newToken } from '../../server/platform/keys/secret-token.ts'

const count = 20_000
/** Deviations of a fair draw that would be met once in some 10^15 runs. */
const sigmas_max = 8

/** How far the counts of symbols are from even, in standard deviations of the chi-square of a fair draw. */
function chiSquareDeviation(symbols: Iterable<string>, kinds: number): number {
  const counts = new Map<string, number>()
  let all = 0
  for (const symbol of symbols) {
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
    all++
  }
  const even = all / kinds
  const missing = (kinds - counts.size) * even
  const chiSquare = [...counts.values()].reduce((sum, each) => sum + (each - even) ** 2 / even, missing)
  return (chiSquare - (kinds - 1)) / Math.sqrt(2 * (kinds - 1))
}

/** All but the last sign, which holds fewer bits than the others. */
const tokenSamples: [string, string[], number][] = [
  ['tokens of links and cookies', Array.from({ length: count }, newToken), 32],
  ['keys of other programs', Array.from({ length: count }, () => generateApiKey().slice('cand_'.length)), 32],
]

it.each(tokenSamples)('%s are 256 bits of chance, no two alike', (_what, tokens, bytes) => {
  expect(new Set(tokens).size).toBe(count)
  expect(new Set(tokens.map((token) => Buffer.from(token, 'base64url').length))).toEqual(new Set([bytes]))
  // Two tokens share their beginning no more often than chance: 2^-48 for each pair.
  expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBe(count)
})

it.each(tokenSamples)('%s have every sign at every place as often', (_what, tokens) => {
  const places = tokens[0]!.length - 1
  for (let place = 0; place < places; place++)
    expect(
      chiSquareDeviation(
        tokens.map((token) => token[place]!),
        64,
      ),
    ).toBeLessThan(sigmas_max)
})

it.each(tokenSamples)('%s tell nothing of the next: no byte follows another more often', (_what, tokens) => {
  const pairs = tokens.flatMap((token) => {
    const bytes = Buffer.from(token, 'base64url')
    return Array.from({ length: bytes.length - 1 }, (_, at) => `${bytes[at]! >> 3} ${bytes[at + 1]! >> 3}`)
  })
  expect(chiSquareDeviation(pairs, 32 * 32)).toBeLessThan(sigmas_max)
})

it('codes that are read out are six figures, each as likely', () => {
  const codes = Array.from({ length: count }, generateCode)
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  for (let place = 0; place < 6; place++)
    expect(
      chiSquareDeviation(
        codes.map((code) => code[place]!),
        10,
      ),
    ).toBeLessThan(sigmas_max)
})
