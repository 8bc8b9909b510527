import { expect, it } from 'vitest'
import { countOutcomes, countedWindow, isFollowedUp, type OutcomeCase } from './outcome-rules.ts'

const dayAt = (day: number) => new Date(Date.UTC(2026, 0, day))

type Told = { patientId?: string; done?: number; seen?: number; occurred?: string[]; listed?: string[] }

const followed = ({
  patientId = 'p',
  done = 1,
  seen = 60,
  occurred = [],
  listed = ['Pain'],
}: Told = {}): OutcomeCase => ({
  ...{ templateId: 't', patientId, doneAt: dayAt(done) },
  outcome: { result: 'known', listed, occurred, assessedAt: dayAt(seen) },
})
const unfollowed = (told: Told = {}): OutcomeCase => ({ ...followed(told), outcome: null })

it('counts each risk among those for whom it was listed', () => {
  const cases = [
    followed({ patientId: 'a', occurred: ['Pain'], listed: ['Pain', 'Sinus opening'] }),
    followed({ patientId: 'b' }),
    unfollowed({ patientId: 'c', done: 2 }),
  ]
  expect(countOutcomes(cases)).toEqual([
    {
      ...{ templateId: 't', treated: 3, followed: 2, followUpDays: 59, countedFrom: dayAt(1) },
      risks: [
        { label: 'Pain', known: 2, occurred: 1 },
        { label: 'Sinus opening', known: 1, occurred: 0 },
      ],
    },
  ])
})

it('counts a person once, by their first treatment, whatever came of a later one', () => {
  const [counted] = countOutcomes([
    followed({ patientId: 'a', done: 9, occurred: ['Pain'] }),
    followed({ patientId: 'a', done: 2 }),
  ])
  expect(counted).toMatchObject({ treated: 1, followed: 1, risks: [{ known: 1, occurred: 0 }] })
})

it('counts from the first treatment that was followed up: those before it are of no series, those after it all are', () => {
  const cases = [
    unfollowed({ patientId: 'a', done: 1 }),
    {
      ...followed({ patientId: 'b', done: 3 }),
      outcome: { ...followed().outcome!, result: 'not-known' as const },
    },
    unfollowed({ patientId: 'c', done: 4 }),
    followed({ patientId: 'd', done: 5 }),
  ]
  expect(countOutcomes(cases)).toMatchObject([{ treated: 3, followed: 1, countedFrom: dayAt(3) }])
  expect(countOutcomes([unfollowed()])).toEqual([])
})

it('knows the result of nobody who was last seen before 30 days, though something happened by then', () => {
  const early = followed({ seen: 30, occurred: ['Pain'] })
  expect(isFollowedUp(early.doneAt, early.outcome)).toBe(false)
  expect(countOutcomes([early])).toMatchObject([{ treated: 1, followed: 0, risks: [] }])
  const late = followed({ seen: 31 })
  expect(isFollowedUp(late.doneAt, late.outcome)).toBe(true)
})

it('counts treatments of three years, up to a month ago', () => {
  expect(countedWindow(new Date('2026-11-29T12:00:00Z'))).toEqual({
    from: new Date('2023-11-29T00:00:00Z'),
    until: new Date('2026-10-30T12:00:00Z'),
  })
})
