import { expect, test } from 'vitest'
import { describeOwnFigures, hasOwnFigures } from './own-figure-words.ts'
import { newTreatment, type TreatmentValues } from './treatment-values.ts'

function treatment(change: Partial<NonNullable<TreatmentValues['ownFigure']>>): TreatmentValues {
  const figure = {
    templateId: 't',
    name: 'Implant',
    treated: 130,
    followed: 120,
    followUpDays: 90,
    risks: [],
  }
  return { ...newTreatment('a'), ownFigure: { ...figure, state: 'enough', ...change } }
}

test.each([
  [{}, true, '120 of 130 people followed up'],
  [{ state: 'too-few', followed: 99 }, false, '99 of 130 people followed up. Not shown: 100 are needed'],
  [
    { state: 'follow-up-low', treated: 200 },
    false,
    '120 of 200 people followed up. Not shown: fewer than 80%',
  ],
] as const)('whoever sends is told why figures are shown or not: %o', (change, isShown, text) => {
  const treatments = [treatment(change), newTreatment('b')]
  expect(hasOwnFigures(treatments)).toBe(isShown)
  expect(describeOwnFigures(treatments)).toEqual([{ key: 'a', name: 'Implant', text }])
})
