import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import declared from '../../package.json' with { type: 'json' }

const record = readFileSync(
  new URL('../../docs/decisions/2026-11-21-dependencies.md', import.meta.url),
  'utf8',
)

test('every package has a line that gives its reason', () => {
  const lines = Array.from(record.matchAll(/^\| `([^`]+)` +\| .*\w.* \|$/gm), ([, name]) => name)
  const names = Object.keys({
    ...declared.dependencies,
    ...declared.devDependencies,
    ...declared.optionalDependencies,
  })
  expect(names.filter((name) => !lines.includes(name))).toEqual([])
})
