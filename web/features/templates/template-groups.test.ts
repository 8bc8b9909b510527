import { expect, test } from 'vitest'
import { groupTemplates, type TemplateSummary } from './template-groups.ts'

const template = (name: string, treatmentType: string, usageCount = 0, lastUsedAt: string | null = null) =>
  ({ id: name, name, treatmentType, usageCount, lastUsedAt, isFavourite: false }) as TemplateSummary

const fewTemplates = [
  template('Composite', 'Filling', 4),
  template('Simple', 'Tooth Extraction'),
  template('Amalgam', 'Filling'),
]

const names = (groups: ReturnType<typeof groupTemplates>) =>
  groups.map(({ title, templates }) => [title, templates.map(({ name }) => name)])

test('a few templates need no headings', () => {
  expect(names(groupTemplates(fewTemplates))).toEqual([['Treatments', ['Composite', 'Simple', 'Amalgam']]])
  expect(groupTemplates([])).toEqual([])
})

test('more templates stand under their treatment type', () => {
  const unused = [...fewTemplates, ...['One', 'Two', 'Three', 'Four'].map((name) => template(name, 'Crown'))]
  expect(names(groupTemplates(unused.map((one) => ({ ...one, usageCount: 0 }))))).toEqual([
    ['Crown', ['Four', 'One', 'Three', 'Two']],
    ['Filling', ['Amalgam', 'Composite']],
    ['Tooth Extraction', ['Simple']],
  ])
})

test('among many, the most used come first, and each stands once', () => {
  const many = [
    ...fewTemplates,
    ...['One', 'Two', 'Three', 'Four'].map((name, used) => template(name, 'Crown', used)),
  ]
  const [favourites, ...groups] = groupTemplates(many)
  expect(favourites?.title).toBe('Used most')
  expect(favourites?.templates.map(({ name }) => name)).toEqual(['Composite', 'Four', 'Three'])
  expect(groups.flatMap(({ templates }) => templates)).toHaveLength(many.length - 3)
})

test('before all others stand the favourites, as the server orders them, and nowhere else', () => {
  const many = [
    ...fewTemplates,
    ...['One', 'Two', 'Three', 'Four'].map((name, used) => template(name, 'Crown', used)),
  ]
  const starred = many.map((one) => ({ ...one, isFavourite: one.name === 'Two' || one.name === 'Simple' }))
  expect(names(groupTemplates(starred)).slice(0, 2)).toEqual([
    ['Favourites', ['Simple', 'Two']],
    ['Used most', ['Composite', 'Four', 'Three']],
  ])
  expect(groupTemplates(starred).flatMap(({ templates }) => templates)).toHaveLength(many.length)
})

test('after those used most stand those used last, the newest first', () => {
  const seen = (name: string, day: number) => template(name, 'Crown', 1, `2026-01-0${day}T10:00:00.000Z`)
  const many = [
    ...['One', 'Two', 'Three'].map((name) => template(name, 'Bridge', 9, '2026-01-09T10:00:00.000Z')),
    ...[seen('Four', 1), seen('Five', 4), seen('Six', 2), seen('Seven', 3)],
  ]
  expect(names(groupTemplates(many))).toEqual([
    ['Used most', ['One', 'Two', 'Three']],
    ['Used last', ['Five', 'Seven', 'Six']],
    ['Crown', ['Four']],
  ])
})
