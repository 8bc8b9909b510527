import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shellModules } from './shell-chunk.ts'

/** Each way of reading a pattern's groups: `a/(b|c)-(d|e)` is four names. */
function namesIn(pattern: string): string[] {
  const group = /\(([^()]+)\)/.exec(pattern)
  if (!group) return [pattern]
  return (group[1] ?? '').split('|').flatMap((name) => namesIn(pattern.replace(group[0], name)))
}

test('every module that the frame names is there', () => {
  const missing = shellModules.flatMap(namesIn).filter((name) => globSync(`${name}.{ts,tsx}`).length === 0)
  expect(missing).toEqual([])
})
