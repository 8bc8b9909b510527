import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packContainer, readContainer, type Entry } from '../../../verification/bundle-container.ts'
import { checkFile } from '../../../verification/file-check.ts'
import { verifySecondSignature } from '../../../verification/second-signature-check.ts'
import { createSecondKey, secondAlgorithms, signSecond } from '../../platform/pdf/second-signature.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

// Evidence bundles with two signatures: that of the seals, and one that holds against quantum computers.

let testApp: TestApp
let consent: OpenedConsent
beforeAll(async () => {
  testApp = await openTestApp()
  consent = await testApp.clinicA.addFinalised()
  await testApp.runJobs()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** The bundle as an installation with this setting gives it. */
async function bundleWith(secondSignature: TestApp['config']['secondSignature']): Promise<Entry[]> {
  const app = await testApp.openSecondInstance({ secondSignature })
  try {
    const caller = createTestCaller(app.http, testApp.clinicA.as('dentist').cookie)
    const { status, raw } = await caller.get(`/api/clinic/consents/${consent.consentId}/evidence`)
    expect(status).toBe(200)
    return readContainer(Uint8Array.from(raw))[0]!
  } finally {
    await app.close()
  }
}

const check = (entries: Entry[]) => checkFile(packContainer(entries))
const withChanged = (entries: Entry[], path: string) =>
  entries.map((entry) => {
    const content = entry.content.slice()
    if (entry.path === path) content[content.length >> 1]! ^= 1
    return { ...entry, content }
  })

describe.each(secondAlgorithms)('a second signature by %s', (algorithm) => {
  it('is over exactly what was signed, by exactly that key', async () => {
    const [key, other] = [createSecondKey(algorithm), createSecondKey(algorithm)]
    const bytes = Uint8Array.from(Buffer.from('a manifest'))
    const signature = signSecond(key, bytes)
    expect(await verifySecondSignature(key, signature, bytes)).toBe(true)
    expect(await verifySecondSignature(key, signature, Uint8Array.from(Buffer.from('another')))).toBe(false)
    expect(await verifySecondSignature(other, signature, bytes)).toBe(false)
    signature[3]! ^= 1
    expect(await verifySecondSignature(key, signature, bytes)).toBe(false)
  })

  it('stands in the bundle beside the first, and both are checked', async () => {
    const entries = await bundleWith({ off: false, algorithm })
    const { findings, facts } = await check(entries)
    expect(findings).toEqual([])
    expect(facts.at(-1)).toEqual({ label: 'Second signature', value: `${algorithm}: valid` })
    for (const path of ['manifest.second.sig', 'manifest.sig', 'certificates/second-key.pem']) {
      const changed = await check(withChanged(entries, path))
      expect(
        changed.findings.map((finding) => finding.path),
        path,
      ).toContain(path)
    }
    const without = await check(entries.filter(({ path }) => path !== 'manifest.second.sig'))
    expect(without.outcome).toBe('changed')
  })
})

it('keeps its key, wrapped, and makes it once', async () => {
  const keyOf = async () =>
    (await bundleWith({ off: false, algorithm: 'ML-DSA-65' })).find(
      ({ path }) => path === 'certificates/second-key.pem',
    )!.content
  expect(await keyOf()).toEqual(await keyOf())
  const { rows } = await testApp.owner.query<{ wrapped_key: string }>(
    `select wrapped_key from sealing_keys where algorithm = 'ML-DSA-65'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.wrapped_key).toMatch(/^v1\./)
})

it('is not there unless it is set, and a program that does not know an algorithm says so', async () => {
  const entries = await bundleWith({ off: true })
  expect(entries.map(({ path }) => path)).not.toContain('manifest.second.sig')
  const bytes = Uint8Array.of(1)
  expect(await verifySecondSignature({ algorithm: 'SLH-DSA', publicKey: '' }, bytes, bytes)).toBe('unable')
})
