import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('./*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const parts = Object.entries(sources).filter(([path]) => !path.endsWith('.test.ts'))

/** Whole statements: an import may stand over several lines. */
const importsOf = (source: string) =>
  [...source.matchAll(/^(?:import|export) [^'"]*?from '([^']+)'/gms)].map(([, from]) => from)

test('there are parts to look at', () => expect(parts.length).toBeGreaterThan(20))

/** Which way wording runs is told by its letters, for screens and records alike; so is which day it is; how long a script may take is a limit. */
const allowedContractFiles = ['calendar-day', 'limits', 'language-detection'].map(
  (name) => `../../../contract/${name}.ts`,
)

/** Month names in ten languages: fetched once somebody writes one. */
const allowedDynamicImport = "import('../../../contract/date-parsing.ts')"

test.each(parts)('%s stays light: react, clsx and its neighbours only', (_, source) => {
  const heavy = importsOf(source).filter(
    (from) =>
      !allowedContractFiles.includes(from ?? '') && !/^(react|clsx|\.\/[a-z-]+\.tsx?)$/.test(from ?? ''),
  )
  expect(heavy).toEqual([])
  expect(source.replace(allowedDynamicImport, '')).not.toMatch(/\bimport\(|^import '/m)
})
