import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNightlyBackups, newestArchiveTime, type NightlyOutcome } from './nightly-backups.ts'
import { archiveName } from './nightly-rules.ts'

let folder: string
let now: Date
let outcome: NightlyOutcome
let ran: number
let alerts: string[]
let logged: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candour-nights-'))
  now = new Date('2026-03-04T02:30:00Z')
  ran = 0
  alerts = []
  logged = []
})
afterEach(() => rm(folder, { recursive: true }))

const logger = (level: string) => (_data: object, text: string) => void logged.push(`${level} ${text}`)
const nightly = () =>
  createNightlyBackups({
    settings: { folder, hour: 2, keep: 3 },
    clock: { now: () => now },
    log: { info: logger('info'), warn: logger('warn'), error: logger('error') },
    run: async () => {
      ran++
      if (outcome.ended === 'made') await writeFile(path.join(folder, archiveName(now)), '')
      return outcome
    },
    notify: async ({ day, problem, newest }) => void alerts.push(`${day}: ${problem} (${newest})`),
  })
const advanceMinutes = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))

it('is made once a night', async () => {
  outcome = { ended: 'made', archive: {} }
  const { sweep } = nightly()
  for (let n = 0; n < 3; n++) await sweep()
  expect(ran).toBe(1)
  expect(await newestArchiveTime(folder)).toEqual(now)
  advanceMinutes(23 * 60)
  await sweep()
  expect(ran).toBe(1)
  advanceMinutes(60)
  await sweep()
  expect([ran, alerts, logged.length]).toEqual([2, [], 2])
})

it('is tried again an hour after it failed, and told of once a night', async () => {
  outcome = { ended: 'failed', problem: 'no space left' }
  const { sweep } = nightly()
  for (const minutes of [0, 5, 54, 1]) {
    advanceMinutes(minutes)
    await sweep()
  }
  expect(ran).toBe(2)
  expect(alerts).toEqual(['2026-03-04: no space left (there is none)'])
  expect(logged).toEqual(['error the nightly backup failed', 'error the nightly backup failed'])
  outcome = { ended: 'made', archive: {} }
  advanceMinutes(60)
  await sweep()
  advanceMinutes(24 * 60)
  outcome = { ended: 'failed', problem: 'no space left' }
  await sweep()
  expect(alerts).toHaveLength(2)
  expect(alerts[1]).toMatch(/^2026-03-05: .*\(2026-03-04T04:30:00/)
})

it('is left to the instance that is at it, and to nobody once we stop', async () => {
  outcome = { ended: 'elsewhere' }
  const { sweep, stop } = nightly()
  await sweep()
  outcome = { ended: 'failed', problem: 'stopped' }
  stop()
  await sweep()
  expect([alerts, logged]).toEqual([[], []])
})
