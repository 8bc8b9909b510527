import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('./*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const parts = Object.entries(sources).filter(([path]) => !path.endsWith('.test.ts'))

/** Whole statements: an import may stand over several lines. */
const imported = (source: string) =>
  [...source.matchAll(/^(?:import|export) [^'"]*?from '([^']+)'/gms)].map(([, from]) => from)

test('there are parts to look at', () => expect(parts.length).toBeGreaterThan(20))

/** Which way wording runs is told by its letters, for screens and records alike; so is which day it is; how long a script may take is a limit. */
const ofContract = ['calendar-day', 'limits', 'written-language'].map(
  (name) => `../../../contract/${name}.ts`,
)

/** Month names in ten languages: fetched once somebody writes one. */
const fetchedLater = "import('../../../contract/written-dates.ts')"

test.each(parts)('%s stays light: react, clsx and its neighbours only', (_, source) => {
  const heavy = imported(source).filter(
    (from) => !ofContract.includes(from ?? '') && !/^(react|clsx|\.\/[a-z-]+\.tsx?)$/.test(from ?? ''),
  )
  expect(heavy).toEqual([])
  expect(source.replace(fetchedLater, '')).not.toMatch(/\bimport\(|^import '/m)
})
