import { expect, it } from 'vitest'
import { worries_a_day_max } from '../../../contract/limits.ts'
import { levelOf, nextAsk, type WorryAnswers } from '../../../contract/worry-levels.ts'
import { library } from './aftercare-rules.ts'
import { findWorry, isTooMuch, sortWorry, taskOf, toldAtOf } from './aftercare-worry-rules.ts'

/** Every way through every worry, written out: what is answered, and what it comes to. */
const paths: [string, WorryAnswers, 'red' | 'amber' | 'green'][] = [
  ['breathing', {}, 'red'],
  ['bleeding', { filling: true }, 'red'],
  ['bleeding', { filling: false, pressed: true }, 'red'],
  ['bleeding', { filling: false, pressed: false }, 'green'],
  ['swelling', { place: true }, 'red'],
  ['swelling', { place: false, growing: true }, 'amber'],
  ['swelling', { place: false, growing: false }, 'green'],
  ['fever', { sepsis: true }, 'red'],
  ['fever', { sepsis: false }, 'amber'],
  ['pain', { later: true }, 'amber'],
  ['pain', { later: false, helpless: true }, 'amber'],
  ['pain', { later: false, helpless: false }, 'green'],
  ['numbness', { overnight: true }, 'amber'],
  ['numbness', { overnight: false }, 'green'],
  ['allergy', { lips: true }, 'red'],
  ['allergy', { lips: false }, 'amber'],
  ['loose', { inhaled: true }, 'red'],
  ['loose', { inhaled: false }, 'amber'],
  ['else', {}, 'amber'],
]

it.each(paths)('%s answered %j is %s', (id, answers, level) => {
  const sorted = sortWorry(findWorry(id)!, answers, 'In my own words')
  if (typeof sorted === 'string') throw new Error(sorted)
  expect(sorted.level).toBe(level)
  expect(sorted.asked.map((asked) => [asked.id, asked.answer])).toEqual(Object.entries(answers))
  expect(sorted.asked.every(({ id: ask, question }) => question !== ask)).toBe(true)
  expect(sorted.shown.includes('Call 999 now')).toBe(level === 'red')
  expect(taskOf[level]).toBe({ red: 'urgent-worry', amber: 'worry', green: null }[level])
})

it('has every way through in its table', () => {
  const ways = (id: string, answers: WorryAnswers): WorryAnswers[] => {
    const worry = findWorry(id)!
    const ask = nextAsk(worry, answers)
    return ask === null ? [answers] : [true, false].flatMap((yes) => ways(id, { ...answers, [ask]: yes }))
  }
  const all = library.worries.flatMap(({ id }) => ways(id, {}).map((way) => JSON.stringify([id, way])))
  expect(all.toSorted()).toEqual(paths.map(([id, way]) => JSON.stringify([id, way])).toSorted())
})

it('says nothing before all is answered, and not of what nobody asked', () => {
  expect(sortWorry(findWorry('pain')!, { later: false }, '')).toBe('unanswered')
  expect(sortWorry(findWorry('else')!, {}, '')).toBe('text-missing')
  expect(levelOf(findWorry('breathing')!, { lips: false })).toBe('red')
  const sorted = sortWorry(findWorry('bleeding')!, { filling: true, pressed: false }, '')
  expect(sorted).toMatchObject({ level: 'red', asked: [{ id: 'filling', answer: true }] })
})

it('never has too much of what is urgent', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const told = Array.from({ length: worries_a_day_max }, () => ({ at: now }))
  expect(isTooMuch('amber', told, now)).toBe(true)
  expect(isTooMuch('amber', told.slice(1), now)).toBe(false)
  expect(isTooMuch('red', told, now)).toBe(false)
})

it('takes a time that has not come for now', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  expect(toldAtOf('2027-01-01T00:00:00.000Z', now)).toEqual(now)
  expect(toldAtOf('2026-03-02T09:00:00.000Z', now)).toEqual(new Date('2026-03-02T09:00:00Z'))
})
