import { expect, test } from 'vitest'
import { quickTemplates } from './quick-templates.ts'
import type { TemplateSummary } from './use-templates.ts'

const template = (name: string, known: Partial<TemplateSummary> = {}) =>
  ({ id: name, name, usageCount: 0, lastUsedAt: null, isFavourite: false, ...known }) as TemplateSummary
const names = (templates: TemplateSummary[]) => quickTemplates(templates).map(({ name }) => name)

test('favourites stand first, then those used last, then those used most, each once', () => {
  expect(
    names([
      template('Never'),
      template('Most', { usageCount: 9, lastUsedAt: '2026-01-01' }),
      template('Last', { usageCount: 1, lastUsedAt: '2026-03-01' }),
      template('Starred', { isFavourite: true, usageCount: 3, lastUsedAt: '2026-02-01' }),
    ]),
  ).toEqual(['Starred', 'Last', 'Most'])
})

test('six are few enough to be read at a glance', () => {
  const used = Array.from({ length: 9 }, (_, place) => template(`T${place}`, { usageCount: 9 - place }))
  expect(names(used)).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5'])
})

test('a practice that sent nothing yet has none', () => {
  expect(names([template('A'), template('B')])).toEqual([])
})
