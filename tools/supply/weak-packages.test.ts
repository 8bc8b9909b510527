import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { dateOfUtcMidnight } from '../../contract/calendar-day.ts'
import { days_to_replace, findWeakPackages, type Advisory, type JudgedAdvisory } from './weak-packages.ts'
import { satisfiesAdvisory } from './advisory-ranges.ts'
import { readAdvisorySnapshot } from './advisory-snapshot.ts'
import type { LockedPackage } from './locked-packages.ts'

const day_ms = 24 * 60 * 60 * 1000

const lockedPackage = (name: string, version: string): LockedPackage => ({
  ...{ name, version, license: 'MIT', integrity: null, hasInstallScript: false },
  ...{ neededFor: 'product', isForOneSystem: false },
})
const advisory = (fields: Partial<Advisory> = {}): Advisory => ({
  ...{ id: 'GHSA-1', modified: '2026-11-02T10:00:00Z', published: '2026-11-01T10:00:00Z', summary: 'Weak' },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.4.2' }] }],
    },
  ],
  database_specific: { severity: 'HIGH' },
  ...fields,
})
const packages = [
  lockedPackage('left', '1.3.0'),
  lockedPackage('left', '1.4.2'),
  lockedPackage('right', '1.3.0'),
]
const find = (one: Advisory, today: string, judged: JudgedAdvisory[] = []) =>
  findWeakPackages(packages, [one], judged, today)

describe('a version', () => {
  const events = [
    { fixed: '1.4.2' },
    { introduced: '2.0.0-rc.1' },
    { introduced: '0' },
    { last_affected: '2.3.0' },
  ]
  test.each([
    ['0.0.1', true],
    ['1.4.1', true],
    ['1.4.2-beta.1', true],
    ['1.4.2', false],
    ['1.9.0', false],
    ['2.0.0-rc.1', true],
    ['2.3.0', true],
    ['2.3.1', false],
  ])('%s is one that an advisory is about: %s', (version, isIt) =>
    expect(satisfiesAdvisory(version, { ranges: [{ type: 'SEMVER', events }] })).toBe(isIt),
  )

  it('may be named by itself, and commits of a repository are no versions', () => {
    expect(satisfiesAdvisory('1.0.0', { versions: ['1.0.0'] })).toBe(true)
    expect(satisfiesAdvisory('1.0.0', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] })).toBe(
      false,
    )
  })
})

describe('a weak package', () => {
  it('is found in the version that is locked, of npm alone, and not where it was mended', () => {
    expect(find(advisory(), '2026-11-02')).toMatchObject([
      { advisory: 'GHSA-1', package: 'left 1.3.0', severity: 'high', due: '2026-11-08', state: 'open' },
    ])
    const elsewhere = advisory({
      affected: [{ package: { ecosystem: 'PyPI', name: 'left' }, versions: ['1.3.0'] }],
    })
    expect(find(elsewhere, '2026-11-02')).toEqual([])
    expect(find(advisory({ withdrawn: '2026-11-02T12:00:00Z' }), '2026-11-02')).toEqual([])
  })

  test.each([
    ['CRITICAL', days_to_replace.critical],
    ['MODERATE', days_to_replace.moderate],
    ['LOW', days_to_replace.low],
    [undefined, days_to_replace.high],
  ])('of severity %s is overdue after %i days', (severity, days) => {
    const dayAfter = (more: number) => dateOfUtcMidnight(Date.UTC(2026, 10, 1 + days + more))
    const one = advisory({ database_specific: { severity } })
    expect([0, 1].map((more) => find(one, dayAfter(more))[0]!.state)).toEqual(['open', 'overdue'])
  })

  it('that is malicious is critical whatever else is said', () => {
    expect(find(advisory({ id: 'MAL-2026-1', database_specific: {} }), '2026-11-02')[0]!.severity).toBe(
      'critical',
    )
  })

  it('is left as judged until the day for judging it anew, by any of its names', () => {
    const judged = [
      { id: 'CVE-2026-1', reason: 'Only its server is weak.', on: '2026-11-02', until: '2026-12-01' },
    ]
    const one = advisory({ aliases: ['CVE-2026-1'] })
    expect(find(one, '2026-12-01', judged)).toMatchObject([{ state: 'judged', due: '2026-12-01' }])
    expect(find(one, '2026-12-02', judged)).toMatchObject([{ state: 'overdue', due: '2026-11-08' }])
  })
})

describe('a snapshot', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'candour-advisories-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const read = async (place: string) => {
    const ids: string[] = []
    return { ...(await readAdvisorySnapshot(place, ({ id }) => ids.push(id))), ids: ids.toSorted() }
  }
  const newer = advisory({ id: 'GHSA-2', modified: '2026-11-20T00:00:00Z' })
  const whole = { count: 2, newest: newer.modified, ids: ['GHSA-1', 'GHSA-2'] }

  it('is read from a folder and from a ZIP', async () => {
    for (const one of [advisory(), newer])
      writeFileSync(path.join(folder, `${one.id}.json`), JSON.stringify(one))
    expect(await read(folder)).toEqual(whole)
    const file = path.join(folder, 'all.zip')
    const entries = [advisory(), newer].map((one) => [`${one.id}.json`, strToU8(JSON.stringify(one))])
    writeFileSync(file, zipSync(Object.fromEntries(entries)))
    expect(await read(file)).toEqual(whole)
  })

  it('that holds none, or anything else, is refused by name', async () => {
    await expect(read(folder)).rejects.toThrow('holds no advisory')
    writeFileSync(path.join(folder, 'package.json'), '{"name":"left"}')
    await expect(read(folder)).rejects.toThrow('package.json is no advisory in the OSV format')
    const file = path.join(folder, 'all.zip')
    writeFileSync(file, zipSync({ 'x.json': strToU8('{}') }))
    await expect(read(file)).rejects.toThrow('x.json is no advisory')
  })
})

test('what was judged has a reason, and is judged anew within 90 days', () => {
  const file = path.join(import.meta.dirname, 'judged-advisories.yaml')
  const judged = parse(readFileSync(file, 'utf8')) as JudgedAdvisory[]
  for (const { id, reason, on, until } of judged) {
    expect(reason, id).toMatch(/\w{3}/)
    expect((Date.parse(until) - Date.parse(on)) / day_ms, id).toBeLessThanOrEqual(90)
  }
})
