import { expect, it } from 'vitest'
import { worries_a_day_max } from '../../../contract/limits.ts'
import { urgencyOf, nextConcernQuestion, type WorryAnswers } from '../../../contract/worry-levels.ts'
import { aftercareLibrary } from './aftercare-rules.ts'
import {
  findWorry,
  hasTooManyWorries,
  triageWorry,
  taskKindByLevel,
  reportedAt,
} from './aftercare-worry-rules.ts'

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
  const sorted = triageWorry(findWorry(id)!, answers, 'In my own words')
  if (typeof sorted === 'string') throw new Error(sorted)
  expect(sorted.level).toBe(level)
  expect(sorted.asked.map((asked) => [asked.id, asked.answer])).toEqual(Object.entries(answers))
  expect(sorted.asked.every(({ id: ask, question }) => question !== ask)).toBe(true)
  expect(sorted.shown.includes('Call 999 now')).toBe(level === 'red')
  expect(taskKindByLevel[level]).toBe({ red: 'urgent-worry', amber: 'worry', green: null }[level])
})

it('has every way through in its table', () => {
  const ways = (id: string, answers: WorryAnswers): WorryAnswers[] => {
    const worry = findWorry(id)!
    const ask = nextConcernQuestion(worry, answers)
    return ask === null ? [answers] : [true, false].flatMap((yes) => ways(id, { ...answers, [ask]: yes }))
  }
  const all = aftercareLibrary.worries.flatMap(({ id }) =>
    ways(id, {}).map((way) => JSON.stringify([id, way])),
  )
  expect(all.toSorted()).toEqual(paths.map(([id, way]) => JSON.stringify([id, way])).toSorted())
})

it('says nothing before all is answered, and not of what nobody asked', () => {
  expect(triageWorry(findWorry('pain')!, { later: false }, '')).toBe('unanswered')
  expect(triageWorry(findWorry('else')!, {}, '')).toBe('text-missing')
  expect(urgencyOf(findWorry('breathing')!, { lips: false })).toBe('red')
  const sorted = triageWorry(findWorry('bleeding')!, { filling: true, pressed: false }, '')
  expect(sorted).toMatchObject({ level: 'red', asked: [{ id: 'filling', answer: true }] })
})

it('never has too much of what is urgent', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const reportedWorries = Array.from({ length: worries_a_day_max }, () => ({ at: now }))
  expect(hasTooManyWorries('amber', reportedWorries, now)).toBe(true)
  expect(hasTooManyWorries('amber', reportedWorries.slice(1), now)).toBe(false)
  expect(hasTooManyWorries('red', reportedWorries, now)).toBe(false)
})

it('takes a time that has not come for now', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  expect(reportedAt('2027-01-01T00:00:00.000Z', now)).toEqual(now)
  expect(reportedAt('2026-03-02T09:00:00.000Z', now)).toEqual(new Date('2026-03-02T09:00:00Z'))
})
