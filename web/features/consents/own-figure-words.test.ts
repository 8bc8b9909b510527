import { expect, test } from 'vitest'
import { describeOwnFigures, hasOwnFigures } from './own-figure-words.ts'
import { newTreatment, type TreatmentValues } from './treatment-values.ts'

const risk = (label: string, serious: boolean) => ({
  ...{ label, serious, band: 'rare' as const, source: '', figure: null },
})
const template = {
  risks: [risk('Numb lip', true), risk('Pain', false)],
} as unknown as TreatmentValues['template']
const counted = (label: string) => ({
  ...{ label, occurred: 2, known: 120, range: { from: 0, to: 6, of: 100 } },
})

function treatment(change: Partial<NonNullable<TreatmentValues['ownFigure']>>): TreatmentValues {
  const figure = { templateId: 't', name: 'Implant', treated: 130, followed: 120, followUpDays: 90 }
  const ownFigure = {
    ...figure,
    state: 'enough' as const,
    risks: [counted('Numb lip'), counted('Pain')],
    ...change,
  }
  return { ...newTreatment('a'), template, ownFigure }
}

test('whoever sends sees the figures that the patient will be shown: of serious risks, out of one number', () => {
  const shown = treatment({})
  expect(hasOwnFigures([shown])).toBe(true)
  expect(describeOwnFigures([shown, newTreatment('b')])).toEqual([
    {
      ...{ key: 'a', name: 'Implant', text: '120 of 130 people followed up' },
      risks: [{ ...counted('Numb lip'), range: { from: 4, to: 59, of: 1000 } }],
    },
  ])
})

test.each([
  [{ state: 'too-few', followed: 99, risks: [] }, '99 of 130 people followed up. Not shown: 100 are needed'],
  [
    { state: 'follow-up-low', treated: 200, risks: [] },
    '120 of 200 people followed up. Not shown: fewer than 80%',
  ],
  [{ risks: [counted('Pain')] }, '120 of 130 people followed up. Not shown: too few for each risk'],
] as const)('%o: %s', (change, text) => {
  const hidden = treatment(change as never)
  expect(hasOwnFigures([hidden])).toBe(false)
  expect(describeOwnFigures([hidden])).toMatchObject([{ text, risks: [] }])
})
