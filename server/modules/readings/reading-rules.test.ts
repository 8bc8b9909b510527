import { describe, expect, it } from 'vitest'
import { readingChainRecords } from './reading-proof.ts'
import { isImpossible, isReadable, readingHash, readingSummary, type ReadingRow } from './reading-rules.ts'

const minute = 60_000
const proved = new Date('2026-11-14T10:00:00Z')
const after = (ms: number) => new Date(proved.getTime() + ms)
const shown = (ms: number, part = 1, listenedMs = 0) => ({ part, ms, listenedMs })

/** Rows as they would be stored, each report of one visit unless told otherwise. */
function rowsOf(
  reports: { spells: ReadingRow['spells']; visit?: string; visitNumber?: number }[],
): ReadingRow[] {
  const rows: ReadingRow[] = []
  for (const [index, { spells, visit = 'a', visitNumber = index + 1 }] of reports.entries()) {
    const placed = {
      consentId: 'c',
      number: index + 1,
      visit,
      visitNumber,
      spells,
      at: after((index + 1) * minute),
    }
    const hash = readingHash(placed, rows.at(-1)?.hash ?? '')
    rows.push({ ...placed, clinicId: 'k', id: String(index), hash })
  }
  return rows
}

describe('a claim', () => {
  it.each([
    ['of no time at all', { claims: [0], before: [], passed: 0 }, false],
    ['of all the time that has passed', { claims: [minute], before: [], passed: minute }, false],
    ['of a millisecond more than has passed', { claims: [minute + 1], before: [], passed: minute }, true],
    ['whose stays together are too long', { claims: [30_000, 30_001], before: [], passed: minute }, true],
    ['that with the reports before just fits', { claims: [20_000], before: [40_000], passed: minute }, false],
    [
      'that with the reports before is too long',
      { claims: [20_001], before: [40_000], passed: minute },
      true,
    ],
    ['that the same time was told of before', { claims: [minute], before: [minute], passed: minute }, true],
    ['hours after a short look', { claims: [minute], before: [minute], passed: 180 * minute }, false],
    ['while the clock was set back', { claims: [1], before: [], passed: -minute }, true],
    ['of nothing while the clock was set back', { claims: [0], before: [], passed: -minute }, false],
  ])('%s', (_what, { claims, before, passed }, isTooLong) => {
    const rows = before.map((ms) => ({ spells: [shown(ms)] }))
    const opened = { before: rows, provedAt: proved, now: after(passed) }
    expect(
      isImpossible(
        claims.map((ms) => shown(ms)),
        opened,
      ),
    ).toBe(isTooLong)
  })

  it('of any time is impossible where nobody was let in', () => {
    expect(isImpossible([shown(1)], { before: [], provedAt: null, now: after(minute) })).toBe(true)
  })
})

it.each([
  ['sent', null, true],
  ['viewed', null, true],
  ['verbal', null, true],
  ['viewed', -1, false],
  ['viewed', 1, true],
  ['signed', null, false],
  ['declined', null, false],
  ['voided', null, false],
] as const)('a text that is %s (ending %s) is read for the record: %s', (status, ends, isNoted) => {
  const expiresAt = ends === null ? null : after(ends)
  expect(isReadable({ status, expiresAt }, proved)).toBe(isNoted)
})

describe('the summary', () => {
  const sections = [{ title: 'What it is' }, { title: 'Risks' }, { title: 'Costs' }]

  it('adds up parts over reports and visits, and keeps the order in which they came', () => {
    const rows = rowsOf([
      { spells: [shown(20_000), shown(10_400, 2)] },
      { spells: [shown(9_900, 2, 5000), shown(3000)] },
      { spells: [shown(1000, 2)], visit: 'b', visitNumber: 1 },
    ])
    expect(readingSummary(rows, sections)).toEqual({
      parts: [
        { title: 'What it is', seconds: 23, listenedSeconds: 0, isOpened: true },
        { title: 'Risks', seconds: 21, listenedSeconds: 5, isOpened: true },
        { title: 'Costs', seconds: 0, listenedSeconds: 0, isOpened: false },
      ],
      opened: 2,
      seconds: 44,
      visits: [
        { firstAt: after(minute).toISOString(), lastAt: after(2 * minute).toISOString(), order: [1, 2, 1] },
        { firstAt: after(3 * minute).toISOString(), lastAt: after(3 * minute).toISOString(), order: [2] },
      ],
    })
  })

  it('puts a report that was overtaken where it belongs', () => {
    const rows = rowsOf([
      { spells: [shown(1000, 2)], visitNumber: 2 },
      { spells: [shown(1000, 1)], visitNumber: 1 },
    ])
    expect(readingSummary(rows, sections)!.visits[0]!.order).toEqual([1, 2])
  })

  it('is none where nothing was told', () => expect(readingSummary([], sections)).toBeNull())
})

describe('the record', () => {
  const rows = rowsOf([{ spells: [shown(1000)] }, { spells: [shown(2000, 2)] }, { spells: [shown(3000, 3)] }])
  const told = [{ event: 'consent.read', details: { reports: 2, hash: rows[1]!.hash } }]

  it('holds with the reports as they were, also those that came after the signature', () => {
    expect(readingChainRecords.isIntact(rows, told)).toBe(true)
    expect(readingChainRecords.isIntact(rows, [])).toBe(true)
    expect(readingChainRecords.isIntact([], [])).toBe(true)
  })

  it.each([
    ['a longer time', [{ ...rows[0]!, spells: [shown(9000)] }, rows[1]!, rows[2]!]],
    ['another time of arrival', [{ ...rows[0]!, at: after(1) }, rows[1]!, rows[2]!]],
    ['a report less in front', [rows[1]!, rows[2]!]],
    ['a report less behind', [rows[0]!]],
    ['another order', [rows[1]!, rows[0]!, rows[2]!]],
  ])('does not hold with %s', (_what, changed) => {
    expect(readingChainRecords.isIntact(changed, told)).toBe(false)
  })

  it('does not hold with other reports that are chained by themselves', () => {
    expect(
      readingChainRecords.isIntact(rowsOf([{ spells: [shown(5000)] }, { spells: [shown(5000)] }]), told),
    ).toBe(false)
  })
})
