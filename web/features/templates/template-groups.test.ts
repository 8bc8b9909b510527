import { expect, test } from 'vitest'
import { groupTemplates, type TemplateSummary } from './template-groups.ts'

const template = (name: string, treatmentType: string, usageCount = 0) =>
  ({ id: name, name, treatmentType, usageCount }) as TemplateSummary

const few = [
  template('Composite', 'Filling', 4),
  template('Simple', 'Tooth Extraction'),
  template('Amalgam', 'Filling'),
]

const names = (groups: ReturnType<typeof groupTemplates>) =>
  groups.map(({ title, templates }) => [title, templates.map(({ name }) => name)])

test('a few templates need no headings', () => {
  expect(names(groupTemplates(few))).toEqual([['Treatments', ['Composite', 'Simple', 'Amalgam']]])
  expect(groupTemplates([])).toEqual([])
})

test('more templates stand under their treatment type', () => {
  const unused = [...few, ...['One', 'Two', 'Three', 'Four'].map((name) => template(name, 'Crown'))]
  expect(names(groupTemplates(unused.map((one) => ({ ...one, usageCount: 0 }))))).toEqual([
    ['Filling', ['Composite', 'Amalgam']],
    ['Tooth Extraction', ['Simple']],
    ['Crown', ['One', 'Two', 'Three', 'Four']],
  ])
})

test('among many, the most used come first, and each stands once', () => {
  const many = [...few, ...['One', 'Two', 'Three', 'Four'].map((name, used) => template(name, 'Crown', used))]
  const [favourites, ...groups] = groupTemplates(many)
  expect(favourites?.title).toBe('Used most')
  expect(favourites?.templates.map(({ name }) => name)).toEqual(['Composite', 'Four', 'Three'])
  expect(groups.flatMap(({ templates }) => templates)).toHaveLength(many.length - 3)
})
