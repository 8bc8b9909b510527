import { expect, test } from 'vitest'
import type { Template } from '../templates/index.ts'
import {
  toTreatmentInput,
  newTreatment,
  treatmentFromSaved,
  withDetails,
  withTemplate,
  withWording,
  type TreatmentWording,
} from './treatment-values.ts'

const template = { id: 't', placeholders: ['price', 'material', 'visits'] } as unknown as Template
const wording: TreatmentWording = {
  template,
  wordingToConfirm: false,
  prefill: {
    fee: null,
    ownFigure: null,
    item: { material: 'Zirconia', placeholders: { visits: '3 visits' } },
    options: [],
    reflectionHours: 0,
    linkDays: 30,
    suggestions: {},
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
  const banded = { ...older, band: null, placeholders: { price: '£73.50 (NHS band 2)' } }
  expect(treatmentFromSaved(banded, wording, 'first')).toMatchObject({ price: '£73.50', band: 'band-2' })
})

test('choosing another template takes away what was entered for the first, and leaves the tooth', () => {
  const offered = withWording({ ...newTreatment(), templateId: 't', teeth: ['46'] }, wording)
  const typed = { ...offered, price: '£50', placeholders: { visits: '5 visits' } }
  expect(withTemplate(typed, 'u')).toMatchObject({
    ...{ templateId: 'u', template: null, material: '', price: '', band: '', placeholders: {} },
    teeth: ['46'],
  })
})

test('reason and prognosis go with the tooth they were written for', () => {
  const at46 = withDetails(newTreatment(), { teeth: ['46'] })
  const written = withDetails(at46, { placeholders: { reason: 'it hurts', visits: '2 visits' } })
  const both = withDetails(written, { teeth: ['46', '36'] })
  expect(both.placeholders.reason).toBe('it hurts')
  expect(withDetails(both, { teeth: ['36'] }).placeholders).toEqual({ visits: '2 visits' })
})

const listed: TreatmentWording = {
  ...wording,
  prefill: {
    ...wording.prefill,
    fee: { pricePence: 9500, unit: 'tooth', band: null, bandPence: null, isFromGroup: false },
  },
}

test('the one fee of the list stands there, and goes with the number of teeth until somebody types another', () => {
  const one = withWording({ ...newTreatment(), templateId: 't', teeth: ['46'] }, listed)
  expect(one).toMatchObject({ price: '£95', band: 'private' })
  expect(withDetails(one, { teeth: ['46', '47'] })).toMatchObject({ price: '£190' })
  const typed = withDetails(one, { price: '£80' })
  expect(withDetails(typed, { teeth: ['46', '47'] })).toMatchObject({ price: '£80' })
})

test('where the list has a private fee and a band, somebody chooses', () => {
  const both = {
    pricePence: 9500,
    unit: 'tooth' as const,
    band: 'band-2' as const,
    bandPence: 7660,
    isFromGroup: false,
  }
  const chosen = withWording(
    { ...newTreatment(), templateId: 't' },
    { ...listed, prefill: { ...listed.prefill, fee: both } },
  )
  expect(chosen).toMatchObject({ price: '', band: '' })
})

test('a fee per visit is offered, and stands nowhere by itself', () => {
  const perVisit = {
    pricePence: 6000,
    unit: 'visit' as const,
    band: null,
    bandPence: null,
    isFromGroup: false,
  }
  const chosen = withWording(
    { ...newTreatment(), templateId: 't' },
    { ...listed, prefill: { ...listed.prefill, fee: perVisit } },
  )
  expect(chosen.price).toBe('')
})

test('a price that an appointment was booked at is not the list’s to change', () => {
  const booked = { ...newTreatment(), templateId: 't', price: '£60' }
  expect(withWording(booked, listed)).toMatchObject({ price: '£60' })
})

test('asked for again, what was emptied stays empty', () => {
  const first = withWording({ ...newTreatment(), templateId: 't' }, listed)
  const emptied = { ...first, price: '', band: '' as const, material: '', placeholders: { visits: '' } }
  expect(withWording(emptied, listed)).toMatchObject({
    price: '',
    material: '',
    placeholders: { visits: '' },
  })
})

test('a fee per tooth goes when a part of the mouth takes the place of teeth', () => {
  const one = withWording({ ...newTreatment(), templateId: 't', teeth: ['46'] }, listed)
  expect(withDetails(one, { teeth: [], area: 'upper-arch' })).toMatchObject({ price: '', band: '' })
})
