import { expect, test } from 'vitest'
import { adoptDialogTitle, adoptionSentence, needsAdoption, type Adoption } from './adoption-words.ts'

const adopted: Adoption = {
  state: 'adopted',
  byName: 'Noor Sato',
  gdcNumber: '271905',
  at: '2026-11-20T09:00:00.000Z',
  version: '1.0',
}
const nobody = { byName: null, gdcNumber: null, at: null, version: null }

test.each([
  [
    { state: 'none', ...nobody } as const,
    'Drafted from published guidance, awaiting your clinic’s clinical approval.',
    true,
  ],
  [adopted, 'Version 1.0 was adopted for your practice: Noor Sato (GDC 271905), 20 Nov 2026.', false],
  [
    { ...adopted, state: 'outdated' } as const,
    'The wording has changed since version 1.0 was adopted: Noor Sato (GDC 271905), 20 Nov 2026. Drafted from published guidance, awaiting your clinic’s clinical approval.',
    true,
  ],
  [
    { state: 'own', ...nobody } as const,
    'This is your practice’s own template, so there is nothing to adopt.',
    false,
  ],
])('%o', (adoption, sentence, toAdopt) => {
  expect(adoptionSentence(adoption, null)).toBe(sentence)
  expect(needsAdoption(adoption)).toBe(toAdopt)
})

test('wording of a group names the group', () => {
  const sentence = 'Shared by Coastal Dental, awaiting your practice’s clinical approval.'
  expect(adoptionSentence({ state: 'none', ...nobody }, 'Coastal Dental')).toBe(sentence)
})

test('a dialog names what is adopted', () => {
  const [one, other] = [
    { templateId: '1', name: 'Porcelain Crown' },
    { templateId: '2', name: 'Inlay' },
  ]
  expect(adoptDialogTitle({ templates: [one] })).toBe('Adopt “Porcelain Crown”?')
  expect(adoptDialogTitle({ templates: [one, other] })).toBe('Adopt 2 templates?')
  expect(adoptDialogTitle({ treatmentType: 'Dental Crown', count: 14 })).toBe(
    'Adopt 14 templates for Dental Crown?',
  )
  expect(adoptDialogTitle({ treatmentType: 'Other', count: 1 })).toBe('Adopt 1 template for Other?')
})
