import { expect, it } from 'vitest'
import { ConsentPlan } from '../../../contract/consent-plan.ts'
import type { Area } from '../../../contract/teeth.ts'
import { buildFrozenContent, missingPlaceholders, type ContentInput } from './consent-content.ts'

const planned = ConsentPlan.parse({ items: [{ templateId: '0199e000-0000-7000-8000-000000000002' }] })

type Place = { teeth?: string[]; area?: Area }

function contentInput(html: string, { teeth = [], area }: Place): ContentInput {
  const section = { id: 1, title: 'Treatment Description', content: html, media: null }
  const wording = {
    sections: [section],
    risks: [
      {
        label: 'Sinus opening',
        band: 'rare' as const,
        serious: true,
        source: '',
        figure: null,
        only: 'onlyUpper',
      },
      { label: 'Pain', band: 'common' as const, serious: false, source: '', figure: null },
    ],
    pictures: ['wisdom-tooth-nerve'],
  }
  const template = {
    id: 't',
    name: 'Filling',
    treatmentType: 'Fillings',
    versionId: 'v',
    versionLabel: '1.0',
    wording,
  }
  return {
    kind: 'consent',
    treatments: [{ template, item: { ...planned.items[0]!, teeth, area: area ?? null } }],
    plan: planned,
    reflectionHours: 0,
    understandingCheck: 'off',
    ownPictures: [],
    ownFigures: [],
    clinic: { name: 'Harbour Street', address: '', phone: '01632 960417', outOfHours: '', email: '' },
    nation: 'northern-ireland',
    day: '2026-11-28',
    patient: { name: 'Ada Byron', dateOfBirth: '2011-11-28', nhsNumber: '' },
    clinician: { name: 'Sam Reed', role: 'Dentist', gdcNumber: null },
    statements: [],
    additionalConsents: [],
  }
}
const renderedContent = (html: string, place: Place) =>
  buildFrozenContent(contentInput(html, place)).sections[0]?.content

it.each<[string, Place, string]>([
  ['It is for {{tooth}}.', { teeth: ['46'] }, 'It is for the lower right first molar (46).'],
  [
    'It is for {{tooth}}.',
    { teeth: ['46', '23'] },
    'It is for the lower right first molar (46) and the upper left canine (23).',
  ],
  ['It is for {{tooth}}.', { area: 'upper-arch' }, 'It is for the upper teeth.'],
  ['It is for {{tooth}}.', { area: 'whole-mouth' }, 'It is for all of the mouth.'],
  ['It is for {{tooth}}.', {}, 'It is for [tooth].'],
  // Practices' own texts have articles of their own.
  ['It is for the {{tooth}}.', { teeth: ['46'] }, 'It is for the lower right first molar (46).'],
  ['It is for the {{tooth}}.', { area: 'upper-arch' }, 'It is for the upper teeth.'],
  ['Your {{tooth}} is chipped.', { teeth: ['11'] }, 'Your upper right central incisor (11) is chipped.'],
  ['{{tooth}} is chipped.', { teeth: ['11'] }, 'The upper right central incisor (11) is chipped.'],
])('a place has its article: %s', (html, place, text) => {
  expect(renderedContent(`<p>${html}</p>`, place)).toBe(`<p>${text}</p>`)
})

it('says what holds for this tooth, age and nation, and asks for nothing that is left out', () => {
  const html = [
    '<p>{{onlyUpper}} The sinus. {{onlyLower}} Your lip.</p>',
    '<p>{{onlyUnder16}} A parent. {{onlyFrom16}} You.</p>',
    '<p>{{onlyGreatBritain}} Phone {{what}}. {{onlyNorthernIreland}} Phone us.</p>',
  ].join('')
  const parts = contentInput(html, { teeth: ['46'] })
  const content = buildFrozenContent(parts)
  expect(content.sections[0]?.content).toBe('<p>Your lip.</p><p>A parent.</p><p>Phone us.</p>')
  expect(missingPlaceholders(parts)).toEqual([])
  expect(content.risks).toEqual([{ label: 'Pain', band: 'common', serious: false, source: '', figure: null }])
  expect(content.pictures?.map(({ id }) => id)).toEqual(['wisdom-tooth-nerve'])
  const upper = buildFrozenContent(contentInput(html, { teeth: ['18'] }))
  expect(upper.risks.map(({ label }) => label)).toEqual(['Sinus opening', 'Pain'])
  expect(upper.pictures).toBeUndefined()
})
