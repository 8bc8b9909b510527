import { describe, expect, it } from 'vitest'
import { instant, isoDate } from './kit.ts'

describe('days and moments', () => {
  it.each(['1000-01-01', '2026-11-24', '2999-12-31'])('take %s', (day) => {
    expect(isoDate.safeParse(day).success).toBe(true)
    expect(instant.safeParse(`${day}T00:00:00Z`).success).toBe(true)
  })

  // Of the database's calendar, and of years with four digits, are days before and after a day too.
  it.each(['0000-01-01', '0001-01-01', '0999-12-31', '3000-01-01', '9999-12-31'])('refuse %s', (day) => {
    expect(isoDate.safeParse(day).success).toBe(false)
    expect(instant.safeParse(`${day}T00:00:00Z`).success).toBe(false)
  })

  it('refuse what is no day', () => {
    expect(isoDate.safeParse('2026-02-30').success).toBe(false)
    expect(instant.safeParse('2026-11-24').success).toBe(false)
  })
})
