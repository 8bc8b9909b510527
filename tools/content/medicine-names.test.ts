import { expect, test } from 'vitest'
import { differingMedicines, type MedicineNames } from './medicine-names.ts'

const names = { ibuprofen: { ar: 'إيبوبروفين' }, aspirin: { ar: 'أسبرين' } } as unknown as MedicineNames
const differ = (english: string, text: string) => differingMedicines(english, { language: 'ar', text }, names)

test('a medicine that both name, in whatever form, agrees', () => {
  expect(differ('Take ibuprofen, not aspirin.', 'الإيبوبروفين وليس الأسبرين')).toEqual([])
  expect(differ('Take ibuprofen.', 'دواء (ibuprofen)')).toEqual([])
})

test('one that was lost, or came by itself, is named', () => {
  expect(differ('Do not take ibuprofen.', 'لا الأسبرين')).toEqual([
    'ibuprofen is not named',
    'aspirin is named, but not in English',
  ])
})

test('a language without names is not compared', () => {
  expect(differingMedicines('Aspirin', { language: 'pl', text: '' }, names)).toEqual([])
})
