import { afterAll, beforeAll, expect, it } from 'vitest'
import shipped from '../../../build/content/picture-translations.json' with { type: 'json' }
import { ConsentPlan } from '../../../contract/consent-plan.ts'
import type { Language } from '../../../contract/languages.ts'
import { englishHash } from '../translations/index.ts'
import { buildContent, type ContentInput } from './consent-content.ts'

const { pl, cy } = shipped
const before = { pl: pl.crown, cy: cy.crown }
// The words of the library change; these do not, and Welsh has none.
beforeAll(() => {
  pl.crown = { title: 'Korona', alt: 'Nakładka na zębie.' }
  Object.assign(cy, { crown: undefined })
})
afterAll(() => {
  pl.crown = before.pl
  cy.crown = before.cy
})

function contentIn(language: string) {
  const plan = ConsentPlan.parse({
    language,
    items: [{ templateId: '0199e000-0000-7000-8000-000000000002' }],
  })
  const title = 'Treatment Description'
  const section = { id: 1, title, content: '<p>A cap.</p>', media: null }
  const template = {
    ...{ id: 't', name: 'Crown', treatmentType: 'Dental Crown', versionId: 'v', versionLabel: '1.0' },
    wording: { sections: [section, { ...section, id: 2 }], risks: [], pictures: ['crown'] },
  }
  const own = { sectionId: 1, title, content: '<p>Own.</p>', status: 'checked' as const }
  const rendering = {
    ...{ language: language as Language, format: 'standard' as const },
    sections: [
      { ...own, englishHash: englishHash(section), checkedBy: null, checkedByName: null, checkedAt: null },
    ],
  }
  const input: ContentInput = {
    ...{ kind: 'consent', plan, reflectionHours: 0, understandingCheck: 'off', ownPictures: [] },
    ...{ ownFigures: [], nation: 'england', day: '2026-11-29', statements: [], additionalConsents: [] },
    treatments: [{ template, item: plan.items[0]!, ...(language !== 'en' && { rendering }) }],
    clinic: { name: 'Harbour Street', address: '', phone: '01632 960417', outOfHours: '', email: '' },
    patient: { name: 'Ada Byron', dateOfBirth: '1990-11-28', nhsNumber: '' },
    clinician: { name: 'Sam Reed', role: 'Dentist', gdcNumber: null },
  }
  return buildContent(input)
}

it('a drawing is frozen with its words in the language of the patient, its English with them', () => {
  const [drawing] = contentIn('pl').content.pictures!
  expect(drawing).toMatchObject({
    title: 'How a crown covers a tooth',
    beside: { language: 'pl', title: 'Korona', alt: 'Nakładka na zębie.' },
  })
})

it.each(['en', 'cy', 'so'])('in %s, where nobody has said them, it has the English alone', (language) => {
  const [drawing] = contentIn(language).content.pictures!
  expect(drawing).not.toHaveProperty('beside')
  expect(drawing!.title).toBe('How a crown covers a tooth')
})

it('staff are told before sending that a drawing has no words in the language of the patient', () => {
  const drawing = { kind: 'picture', text: 'How a crown covers a tooth' }
  expect(contentIn('cy').inEnglish).toContainEqual(drawing)
  expect(contentIn('pl').inEnglish).not.toContainEqual(drawing)
})
