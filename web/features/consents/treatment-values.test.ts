import { expect, test } from 'vitest'
import type { Template } from '../templates/index.ts'
import {
  toTreatmentInput,
  newTreatment,
  treatmentFromSaved,
  withTemplate,
  withWording,
  type TreatmentWording,
} from './treatment-values.ts'

const template = { id: 't', placeholders: ['price', 'material', 'visits'] } as unknown as Template
const wording: TreatmentWording = {
  template,
  wordingToConfirm: false,
  prefill: {
    item: { material: 'Zirconia', pricePence: 9900, band: 'private', placeholders: { visits: '3 visits' } },
    options: [],
    reflectionHours: 0,
    linkDays: 30,
  },
}
const item = {
  ...{ templateId: 't', teeth: ['46'], area: null, material: 'Gold', pricePence: 7350 },
  ...{ band: 'band-2' as const, placeholders: { visits: '2 visits' } },
}

test('a saved treatment comes back as it was, without what the practice entered last', () => {
  const treatment = treatmentFromSaved(item, wording, 'first')
  expect(treatment).toMatchObject({ price: '£73.50', material: 'Gold', band: 'band-2' })
  expect(toTreatmentInput(treatment)).toEqual(item)
})

test('a price and a material that stand in the text alone come into their fields', () => {
  const older = { ...item, material: '', pricePence: null, placeholders: { price: '£90', material: 'Gold' } }
  expect(treatmentFromSaved(older, wording, 'first')).toMatchObject({
    price: '£90',
    material: 'Gold',
    placeholders: {},
  })
  const unclear = { ...older, placeholders: { price: '£73.50 (NHS band 2)' } }
  expect(treatmentFromSaved(unclear, wording, 'first').price).toBe('£73.50 (NHS band 2)')
})

test('choosing another template takes away what was offered with the first, and nothing that was typed', () => {
  const offered = withWording({ ...newTreatment(), templateId: 't' }, wording)
  expect(withTemplate(offered, 'u')).toMatchObject({
    ...{ templateId: 'u', template: null, material: '', price: '', band: '', placeholders: {} },
  })
  const typed = { ...offered, price: '£50', placeholders: { visits: '5 visits' } }
  expect(withTemplate(typed, 'u')).toMatchObject({
    ...{ material: '', price: '£50', band: '', placeholders: { visits: '5 visits' } },
  })
})
