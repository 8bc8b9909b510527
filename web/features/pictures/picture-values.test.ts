import { describe, expect, test } from 'vitest'
import { newAnnotation } from './annotation-edits.ts'
import {
  toPictureInput,
  unplannedToothPrompt,
  validatePicture,
  describeAnnotation,
  newValues,
  toothOptions,
} from './picture-values.ts'

const onTooth = (tooth: string) => ({ marks: [{ ...newAnnotation('circle', 'a'), tooth }] })
const planned = [{ teeth: ['36'], area: null }]

describe('the second look at tooth and side', () => {
  test.each(['36', ''])('is not asked for of %j', (tooth) => {
    expect(unplannedToothPrompt(onTooth(tooth), planned, 'tooth 36')).toBeNull()
  })

  test('asks about another tooth of the side', () => {
    const question = unplannedToothPrompt(onTooth('37'), planned, 'lower left first molar (36)')!
    expect(question.title).toBe('Is this the correct tooth?')
    expect(question.text).toContain(
      'Marked: lower left second molar (37). Planned: lower left first molar (36).',
    )
  })

  test('says that the other side is another side', () => {
    const question = unplannedToothPrompt(onTooth('46'), planned, 'lower left first molar (36)')!
    expect(question.title).toBe('Is this the correct side?')
    expect(question.text).toContain('on the opposite side of the mouth')
  })
})

test('what the patient could not do without is asked for', () => {
  expect(validatePicture({ ...newValues, takenOn: '2026-05-02' }, '2026-05-01').map(({ id }) => id)).toEqual([
    'picture-caption',
    'picture-taken',
    'picture-alt',
  ])
  expect(
    validatePicture({ ...newValues, caption: 'a', alt: 'b', takenOn: '2026-05-01' }, '2026-05-01'),
  ).toEqual([])
})

test('what is sent has no blanks and names no tooth where none is chosen', () => {
  const marks = [{ ...newAnnotation('arrow', 'a'), note: ' decay ' }]
  expect(toPictureInput({ ...newValues, caption: ' Your teeth ', alt: ' Three. ', marks })).toMatchObject({
    caption: 'Your teeth',
    takenOn: null,
    alt: 'Three.',
    marks: [{ shape: 'arrow', tooth: null, note: 'decay' }],
  })
})

test('all 52 teeth can be chosen, those of the plan first', () => {
  const options = toothOptions([{ teeth: ['36', '26'], area: null }])
  expect(options).toHaveLength(52)
  expect(options.slice(0, 2).map(({ label }) => label)).toEqual([
    'LL6 · 36 · lower left first molar',
    'UL6 · 26 · upper left first molar',
  ])
})

test('a mark in words', () => {
  expect(describeAnnotation({ shape: 'circle', tooth: '26', note: 'decay' })).toBe(
    'Circle, UL6 · 26 · upper left first molar, decay',
  )
  expect(describeAnnotation({ shape: 'line', tooth: '', note: '' })).toBe('Line')
})
