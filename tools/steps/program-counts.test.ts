import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { countsFile, countsLeftIn, leaveCounts, sumOf } from './program-counts.ts'

const home = mkdtempSync(path.join(tmpdir(), 'candour-counts-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

describe('counts of programs', () => {
  it('are left in the file that is named, and nowhere where none is', () => {
    const file = path.join(home, 'counts')
    leaveCounts({ faults: 1 })
    expect(countsLeftIn(file)).toEqual({})
    vi.stubEnv(countsFile, file)
    leaveCounts({ faults: 3, checked: 40 })
    expect(countsLeftIn(file)).toEqual({ faults: 3, checked: 40 })
  })

  it('come together by their names', () => {
    expect(sumOf([{ faults: 3, checked: 40 }, {}, { checked: 2 }])).toEqual({ faults: 3, checked: 42 })
  })
})
