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
import { openTimeStampPeer, type TimeStampPeer } from '../../testing/time-stamp-peer.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const day_ms = 86_400_000

let world: TestWorld
let peer: TimeStampPeer
const folder = mkdtempSync(path.join(tmpdir(), 'digest-'))
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  world = await openWorld()
  peer = await openTimeStampPeer(30)
})

afterAll(async () => {
  peer.close()
  rmSync(folder, { recursive: true })
  expect(world.faults).toEqual([])
  await world.close()
})

/** The digests of a day that ended for this instance. */
async function endDay(app: App, days: number): Promise<void> {
  world.clock.advance(days * day_ms)
  await app.sweep('evidence.digests')
  await app.jobs.drain()
  world.clock.advance(-days * day_ms)
}

const newestOf = async (clinic: TestClinic) =>
  (await clinic.as('owner').ask(contract.evidence.digests, {})).rows[0]!

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
    const app = await world.openAnother({ timestamps: { off: false, url: peer.address } })
    await world.a.addSigned()
    await endDay(app, 1)
    await app.close()
    const { day, isTimeStamped } = await newestOf(world.a)
    expect(isTimeStamped).toBe(true)
    expect(await filesOf(world.a, day)).toContain('digest.tst')
    expect(run('dgst', '-sha256', ...signed)).toContain('Verified OK')
    const stamped = ['-token_in', '-in', 'digest.tst', '-data', 'digest.json', '-CAfile', peer.trusted]
    expect(run('ts', '-verify', ...stamped)).toContain('Verification: OK')
    writeFileSync(file('digest.json'), 'another')
    expect(() => run('ts', '-verify', ...stamped)).toThrow()
  })

  it('say how they are checked, and hold the one file that our own page checks', async () => {
    const { day } = await newestOf(world.a)
    await filesOf(world.a, day)
    const { raw } = await world.a.as('owner').get(`/api/clinic/digests/${day}`)
    const kept = Uint8Array.from(raw)
    expect(await checkFile(kept)).toMatchObject({ kind: 'digest', outcome: 'unchanged' })
    expect(readFileSync(file('kept.json')).equals(raw)).toBe(true)
    expect(readFileSync(file('how-to-check.txt'), 'utf8')).toContain(
      'openssl ts -verify -token_in -in digest.tst -data digest.json',
    )
  })

  it('are without a time stamp where no authority is configured, and say that', async () => {
    await endDay(world.app, 2)
    const { day, isTimeStamped } = await newestOf(world.b)
    expect(isTimeStamped).toBe(false)
    expect(await filesOf(world.b, day)).not.toContain('digest.tst')
    expect(run('dgst', '-sha256', ...signed)).toContain('Verified OK')
    expect(readFileSync(file('how-to-check.txt'), 'utf8')).toContain('No time-stamp authority was configured')
  })

  it('are for administrators of the practice alone', async () => {
    const { day } = await newestOf(world.a)
    const { code } = await world.a.as('receptionist').get(`/api/clinic/digests/${day}/files`)
    expect(code).toBe('permission-denied')
    expect((await world.b.as('owner').get('/api/clinic/digests/2020-01-01/files')).code).toBe('not-found')
  })
})
