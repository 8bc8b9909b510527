import { describe, expect, it } from 'vitest'
import {
  archiveName,
  parseArchiveTime,
  isBackupDue,
  lastScheduledAt,
  newestArchive,
  archivesToDelete,
} from './nightly-rules.ts'

const at = (text: string) => new Date(`${text}:00Z`)

describe('a nightly archive', () => {
  it('bears the moment of its beginning', () => {
    const name = archiveName(at('2026-03-04T02:05'))
    expect(name).toBe('candour-2026-03-04T020500Z.age')
    expect(parseArchiveTime(name)).toEqual(at('2026-03-04T02:05'))
  })

  it.each(['notes.txt', '.candour-2026-03-04T020500Z.age.12.part', 'candour-2026.age', 'candour.age'])(
    '%s is none',
    (name) => expect(parseArchiveTime(name)).toBeNull(),
  )
})

describe('the time it falls due', () => {
  it.each([
    ['2026-03-04T02:00', '2026-03-04T02:00'],
    ['2026-03-04T01:59', '2026-03-03T02:00'],
    ['2026-01-01T00:30', '2025-12-31T02:00'],
  ])('at %s it was last %s', (now, due) => expect(lastScheduledAt(at(now), 2)).toEqual(at(due)))

  it('is over once an archive was begun after it', () => {
    const [before, after] = [at('2026-03-03T14:00'), at('2026-03-04T02:04')].map(archiveName)
    expect(isBackupDue([], at('2026-03-04T03:00'), 2)).toBe(true)
    expect(isBackupDue([before!], at('2026-03-04T03:00'), 2)).toBe(true)
    expect(isBackupDue([before!, after!], at('2026-03-04T03:00'), 2)).toBe(false)
    expect(isBackupDue([before!, after!], at('2026-03-05T02:00'), 2)).toBe(true)
    expect(newestArchive(['other', before!, after!])).toEqual(at('2026-03-04T02:04'))
    expect(newestArchive(['other'])).toBeNull()
  })
})

it('the oldest go first, and only archives', () => {
  const names = ['2026-03-03T02:00', '2026-03-01T02:00', '2026-03-02T02:00'].map((day) =>
    archiveName(at(day)),
  )
  expect(archivesToDelete([...names, 'a-note'], 2)).toEqual([names[1]])
  expect(archivesToDelete(names, 3)).toEqual([])
  expect(archivesToDelete([], 3)).toEqual([])
})
