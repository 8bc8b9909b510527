import { describe, expect, it } from 'vitest'
import { planYear, year_days } from './demo-year-plan.ts'

const endsAt = Date.UTC(2026, 10, 29, 11)
const day_ms = 86_400_000
const courses = planYear(endsAt)
const consents = courses.flatMap((course) => course.consents)

describe('the plan of a year', () => {
  it('is the same for the same day, and as far back on every other', () => {
    expect(planYear(endsAt)).toEqual(courses)
    const later = planYear(endsAt + day_ms).flatMap((course) => course.consents)
    expect(later.map(({ case: { template }, outcome }) => [template, outcome])).toEqual(
      consents.map(({ case: { template }, outcome }) => [template, outcome]),
    )
  })

  it('has as many consents as were asked for, the latest month first and all of them on working days', () => {
    expect(consents.map(({ number }) => number)).toEqual(Array.from({ length: 240 }, (_, number) => number))
    const first = courses.map((course) => endsAt - course.consents[0]!.at.sent)
    expect(Math.max(...first)).toBeLessThan((year_days + 2) * day_ms)
    expect(first.slice(0, 20).every((ago) => ago < 32 * day_ms)).toBe(true)
    expect(consents.filter(({ at }) => [0, 6].includes(new Date(at.sent).getUTCDay()))).toEqual([])
  })

  it('runs the steps of every consent in order', () => {
    for (const { at, question } of consents) {
      const moments = [
        at.sent,
        at.opened,
        ...(question ? [at.answered] : []),
        at.signed,
        at.finalised,
        at.treated,
      ]
      expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    }
  })

  it('gives each patient a name and a number of their own, and some a second treatment', () => {
    const names = courses.map(({ patient }) => `${patient.firstName} ${patient.lastName}`)
    expect(new Set(names).size).toBe(courses.length)
    expect(new Set(courses.map(({ patient }) => patient.phone)).size).toBe(courses.length)
    expect(courses.filter((course) => course.consents.length === 2).length).toBeGreaterThan(20)
  })

  it('spreads them over all clinicians and outcomes, four fifths of them given', () => {
    expect(new Set(consents.map(({ by }) => by)).size).toBe(3)
    expect(new Set(consents.map(({ outcome }) => outcome)).size).toBe(8)
    const given = consents.filter(({ outcome }) => ['remote', 'kiosk', 'paper', 'verbal'].includes(outcome))
    expect(given.length / consents.length).toBeGreaterThan(0.75)
    expect(given.length / consents.length).toBeLessThan(0.9)
    expect(consents.filter(({ question }) => question).length).toBeGreaterThan(30)
  })
})
