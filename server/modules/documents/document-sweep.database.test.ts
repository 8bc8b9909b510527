import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Named = { consentId: string }

const get = ({ consentId }: Named) =>
  testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })

/** What is left of a job that gave up: nothing. */
const forgetJobs = ({ consentId }: Named) =>
  testApp.owner.query(`delete from pgboss.job where data->>'consentId' = $1 or name = 'live.tell'`, [
    consentId,
  ])

describe('the sealing sweep', () => {
  const later_ms = 11 * minute_ms

  async function sweepLater(): Promise<void> {
    testApp.clock.advance(later_ms)
    await testApp.app.sweep('documents.unsealed')
    testApp.clock.advance(-later_ms)
    await testApp.runJobs()
  }

  async function addWithdrawn(): Promise<OpenedConsent> {
    const consent = await testApp.clinicA.addSigned()
    await consent.patient.callOk(contract.signing.withdraw, { consentId: consent.consentId })
    return consent
  }

  it.each([
    ['signed', () => testApp.clinicA.addSigned(), ['signed']],
    ['finalised', () => testApp.clinicA.addFinalised(), ['finalised', 'signed']],
    ['withdrawn after it was signed', addWithdrawn, ['signed', 'annex']],
  ])('seals, once it is overdue, what jobs gave up on and is %s', async (_name, add, kinds) => {
    const consent = await add()
    await forgetJobs(consent)
    await testApp.app.sweep('documents.unsealed')
    expect(await testApp.runJobs()).toBe(0)
    await sweepLater()
    const { documents, chainIntact } = await get(consent)
    expect(documents.map(({ kind }) => kind)).toEqual(kinds)
    expect(chainIntact).toBe(true)
  })

  it('finds nothing more once everything is sealed', async () => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    testApp.clock.advance(later_ms)
    await testApp.app.sweep('documents.unsealed')
    testApp.clock.advance(-later_ms)
    const { rows } = await testApp.owner.query(
      `select 1 from pgboss.job where state = 'created' and data->>'consentId' = $1`,
      [consent.consentId],
    )
    expect(rows).toEqual([])
  })
})
