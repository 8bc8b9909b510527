import { describe, expect, it } from 'vitest'
import {
  toAcceptedInput,
  answerFact,
  initialChoices,
  validateChoices,
  resolveTeethConflict,
  withSuggestions,
  textAtSpans,
  type ParsedNote,
} from './note-choices.ts'
import { splitIntoSegments } from './note-highlights.ts'

const note = 'UL6 RCT tooth 16, crown, smoker'
const template = (id: string, requiresTooth = true) => ({ id, name: id, requiresTooth, isOwn: false })
const span = (words: string) => ({ from: note.indexOf(words), to: note.indexOf(words) + words.length })

const reading: ParsedNote = {
  proposals: [
    {
      ...{
        says: 'root canal treatment',
        subtype: 'Molar Root Canal',
        teeth: ['26', '16'],
        area: '',
        why: 'a molar',
      },
      offers: [{ subtype: 'Molar Root Canal', templates: [template('molar')] }],
      isDoubted: false,
      spans: [span('RCT'), span('UL6')],
    },
    {
      ...{ says: 'crown', subtype: null, teeth: ['26'], area: '', why: '' },
      offers: [{ subtype: 'Zirconia Crown', templates: [template('zirconia')] }],
      isDoubted: false,
      spans: [span('crown')],
    },
  ],
  diagnosis: 'An inflamed nerve',
  diagnoses: [],
  facts: [
    { factor: 'smoker', label: 'Smokes', answer: 'unknown', fields: {}, teeth: [], spans: [span('smoker')] },
  ],
  conflicts: [
    { about: 'teeth', between: ['16', '26'], message: 'say which', spans: [span('UL6'), span('16')] },
    { about: 'factor', between: ['smoker'], message: 'say which', spans: [span('smoker')] },
  ],
  ...{ aside: [], price: null, visits: null, unknown: [], corrections: [], outgoing: null },
}
const who = { patientId: 'p', clinicianId: 'c' }
const start = initialChoices(note, reading)

describe('what was read', () => {
  it('is chosen where it is sure, and waits where somebody has to say', () => {
    expect(start.treatments.map(({ isChosen, templateId }) => [isChosen, templateId])).toEqual([
      [true, 'molar'],
      [true, ''],
    ])
    expect(start.facts[0]!.isAccepted).toBe(false)
    expect(validateChoices(start, reading, { patientId: '', clinicianId: '' }).map(({ id }) => id)).toEqual([
      'patientId',
      'conflict-16-26',
      'conflict-smoker',
      'template-crown',
      'clinicianId',
    ])
  })

  it('has one tooth once somebody said which, and no fault once all is said', () => {
    const teeth = resolveTeethConflict(start, ['16', '26'], ['26'])
    expect(teeth.treatments.map((one) => one.teeth)).toEqual([['26'], ['26']])
    const said = answerFact(teeth, 'smoker', 'no')
    const treatments = said.treatments.map((one) => (one.templateId ? one : { ...one, isChosen: false }))
    const done = { ...said, treatments }
    expect(validateChoices(done, reading, who)).toEqual([])
    expect(toAcceptedInput(done, who)).toMatchObject({
      ...who,
      note,
      settled: ['16 26', 'smoker'],
      treatments: [{ templateId: 'molar', teeth: ['26'] }],
      facts: [{ factor: 'smoker', answer: 'no', foundBy: 'rules', spans: [span('smoker')] }],
    })
  })

  it('asks for a tooth where the template needs one, and for a treatment where none is chosen', () => {
    const without = { ...start, treatments: start.treatments.map((one) => ({ ...one, teeth: [] })) }
    expect(validateChoices(without, reading, who).map(({ id }) => id)).toContain('teeth-Molar Root Canal')
    const none = { ...start, treatments: start.treatments.map((one) => ({ ...one, isChosen: false })) }
    expect(validateChoices(none, reading, who).map(({ id }) => id)).toContain('other-treatment')
  })
})

it('what a model suggests joins it without being taken, and changes nothing that was read', () => {
  const suggested = withSuggestions(start, [
    {
      about: 'treatment',
      subtype: 'Scale and Polish',
      words: 'tooth',
      templates: [template('s', false)],
      ...span('tooth'),
    },
    { about: 'factor', factor: 'smoker', label: 'Smokes', answer: 'no', words: 'smoker', ...span('smoker') },
    { about: 'factor', factor: 'vaper', label: 'Vapes', answer: 'yes', words: 'smoker', ...span('smoker') },
    { about: 'diagnosis', text: 'Something else', words: 'RCT', ...span('RCT') },
    { about: 'placeholder', name: 'price', value: '£1', words: 'RCT', ...span('RCT') },
  ])
  expect(suggested.treatments.at(-1)).toMatchObject({
    says: 'Scale and Polish',
    key: 'Scale and Polish',
    isChosen: false,
    foundBy: 'model',
  })
  expect(suggested.facts.map(({ factor, answer, isAccepted }) => [factor, answer, isAccepted])).toEqual([
    ['smoker', 'unknown', false],
    ['vaper', 'yes', false],
  ])
  expect(suggested).toMatchObject({
    diagnosis: start.diagnosis,
    otherDiagnosis: { text: 'Something else' },
    price: '£1',
  })
})

it('a note is marked without losing a letter', () => {
  const pieces = splitIntoSegments(note, reading)
  expect(pieces.map(({ text }) => text).join('')).toBe(note)
  expect(pieces.find(({ text }) => text === 'RCT')?.mark).toBe('treatment')
  expect(pieces.find(({ text }) => text === 'UL6')?.mark).toBe('conflict')
  expect(textAtSpans(note, [span('RCT'), span('RCT')])).toEqual(['RCT'])
})
