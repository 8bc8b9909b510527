import { expect, it } from 'vitest'
import { buildNarrative } from './fhir-narrative.ts'

const clinic = { name: 'Elm', address: '', phone: '', email: '' }
const shown = {
  ...{ consentId: 'c', title: 'Crown', treatment: 'Crown', diagnosis: '', teeth: [], clinic },
  patient: { name: 'Sam Reed', born: '1980-01-01' },
  clinician: { name: 'Ada Bell', role: 'Dentist' },
  ...{ template: { name: 'Crown', version: '1.0' }, sections: [], risks: [], statements: [] },
  pictures: [
    {
      ...{ id: 'crown', title: 'A crown', alt: 'A cap over a tooth.', svg: '<svg/>', sectionTitle: 'A' },
      beside: { language: 'pl' as const, title: 'Korona', alt: 'Nakładka na zębie.' },
    },
  ],
} as unknown as Parameters<typeof buildNarrative>[0]

it('gives the words of a drawing in English and as its patient read them', () => {
  const narrative = buildNarrative(shown, null)
  expect(narrative).toContain('A crown: A cap over a tooth.')
  expect(narrative).toContain('pl: Korona: Nakładka na zębie.')
})
