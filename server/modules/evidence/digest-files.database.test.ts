import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { readContainer } from '../../../verification/bundle-container.ts'
import { checkFile } from '../../../verification/file-check.ts'
import type { App } from '../../app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import {
  openMockTimestampAuthority,
  type MockTimestampAuthority,
} from '../../testing/mock-timestamp-authority.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const day_ms = 86_400_000

let testApp: TestApp
let peer: MockTimestampAuthority
const folder = mkdtempSync(path.join(tmpdir(), 'digest-'))
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  testApp = await openTestApp()
  peer = await openMockTimestampAuthority(30)
})

afterAll(async () => {
  peer.close()
  rmSync(folder, { recursive: true })
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** The digests of a day that ended for this instance. */
async function endDay(app: App, days: number): Promise<void> {
  testApp.clock.advance(days * day_ms)
  await app.sweep('evidence.digests')
  await app.jobs.drain()
  testApp.clock.advance(-days * day_ms)
}

const newestOf = async (clinic: TestClinic) =>
  (await clinic.as('owner').callOk(contract.evidence.digests, {})).rows[0]!

/** The files of a digest as a practice keeps them, on this disk too. */
async function filesOf(clinic: TestClinic, day: string): Promise<string[]> {
  const { status, raw, headers } = await clinic.as('owner').get(`/api/clinic/digests/${day}/files`)
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  const [entries] = readContainer(Uint8Array.from(raw))
  for (const { path: name, content } of entries!) writeFileSync(file(name), content)
  return entries!.map((entry) => entry.path)
}

const run = (...options: string[]): string =>
  execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: folder })

const signed = ['-verify', 'key.pem', '-signature', 'digest.sig', 'digest.json']

describe('the files of a daily digest', () => {
  it('are time-stamped where an authority is configured, and openssl says so of signature and stamp', async () => {
    const app = await testApp.openSecondInstance({ timestamps: { off: false, url: peer.address } })
    await testApp.clinicA.addSigned()
    await endDay(app, 1)
    await app.close()
    const { day, isTimeStamped } = await newestOf(testApp.clinicA)
    expect(isTimeStamped).toBe(true)
    expect(await filesOf(testApp.clinicA, day)).toContain('digest.tst')
    expect(run('dgst', '-sha256', ...signed)).toContain('Verified OK')
    const stamped = ['-token_in', '-in', 'digest.tst', '-data', 'digest.json', '-CAfile', peer.trusted]
    expect(run('ts', '-verify', ...stamped)).toContain('Verification: OK')
    writeFileSync(file('digest.json'), 'another')
    expect(() => run('ts', '-verify', ...stamped)).toThrow()
  })

  it('say how they are checked, and hold the one file that our own page checks', async () => {
    const { day } = await newestOf(testApp.clinicA)
    await filesOf(testApp.clinicA, day)
    const { raw } = await testApp.clinicA.as('owner').get(`/api/clinic/digests/${day}`)
    const kept = Uint8Array.from(raw)
    expect(await checkFile(kept)).toMatchObject({ kind: 'digest', outcome: 'unchanged' })
    expect(readFileSync(file('kept.json')).equals(raw)).toBe(true)
    expect(readFileSync(file('how-to-check.txt'), 'utf8')).toContain(
      'openssl ts -verify -token_in -in digest.tst -data digest.json',
    )
  })

  it('are without a time stamp where no authority is configured, and say that', async () => {
    await endDay(testApp.app, 2)
    const { day, isTimeStamped } = await newestOf(testApp.clinicB)
    expect(isTimeStamped).toBe(false)
    expect(await filesOf(testApp.clinicB, day)).not.toContain('digest.tst')
    expect(run('dgst', '-sha256', ...signed)).toContain('Verified OK')
    expect(readFileSync(file('how-to-check.txt'), 'utf8')).toContain('No time-stamp authority was configured')
  })

  it('are for administrators of the practice alone', async () => {
    const { day } = await newestOf(testApp.clinicA)
    const { code } = await testApp.clinicA.as('receptionist').get(`/api/clinic/digests/${day}/files`)
    expect(code).toBe('permission-denied')
    expect((await testApp.clinicB.as('owner').get('/api/clinic/digests/2020-01-01/files')).code).toBe(
      'not-found',
    )
  })
})
