import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { countsFile, readCounts, writeCounts, sumCounts } from './program-counts.ts'

const home = mkdtempSync(path.join(tmpdir(), 'candour-counts-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

describe('counts of programs', () => {
  it('are left in the file that is named, and nowhere where none is', () => {
    const file = path.join(home, 'counts')
    writeCounts({ faults: 1 })
    expect(readCounts(file)).toEqual({})
    vi.stubEnv(countsFile, file)
    writeCounts({ faults: 3, checked: 40 })
    expect(readCounts(file)).toEqual({ faults: 3, checked: 40 })
  })

  it('come together by their names', () => {
    expect(sumCounts([{ faults: 3, checked: 40 }, {}, { checked: 2 }])).toEqual({ faults: 3, checked: 42 })
  })
})
