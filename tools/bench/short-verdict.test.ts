import { expect, test } from 'vitest'
import { judgeShort, type ShortFigure } from './short-verdict.ts'

const rate = (value: number): ShortFigure => ({
  ...{ name: 'openings a second', value, goal: 1400 },
  ...{ better: 'more', isJudgedWhenBusy: false },
})
const time = (value: number): ShortFigure => ({
  ...{ name: 'an opening, ms', value, goal: null },
  ...{ better: 'less', isJudgedWhenBusy: true },
})
const recorded = { 'openings a second': 300, 'an opening, ms': 3 }

test('a figure a fifth below the recorded one has fallen, whichever way it counts', () => {
  expect(judgeShort([rate(245), time(3.7)], recorded, false).fallen).toEqual([])
  expect(judgeShort([rate(235), time(3.8)], recorded, false).fallen).toEqual([
    'openings a second',
    'an opening, ms',
  ])
})

test('on a busy machine rates are shown and not judged', () => {
  const { rows, fallen } = judgeShort([rate(70), time(3.8)], recorded, true)
  expect(fallen).toEqual(['an opening, ms'])
  expect(rows[0]).toMatchObject({ 'of goal': 0.05, 'of recorded': 0.233 })
})

test('what nobody recorded has not fallen', () => {
  const { rows, fallen } = judgeShort([rate(1)], {}, false)
  expect(fallen).toEqual([])
  expect(rows[0]).toMatchObject({ recorded: null, 'of recorded': null })
})
