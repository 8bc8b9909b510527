import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { signatureFor } from '../../testing/test-clinic.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { replacePolicySubqueries } from './policy-functions.ts'

const sent: string[] = []
// Connections take their query from here when they are made. Those of the application alone are pipelined.
const { query } = pg.Client.prototype
pg.Client.prototype.query = function noted(this: pg.Client & { pipeline: boolean }, ...asked: never[]) {
  const [given] = asked as unknown as [string | { text?: string }]
  if (this.pipeline) sent.push(typeof given === 'string' ? given : (given.text ?? ''))
  return (query as (...asked: never[]) => unknown).apply(this, asked)
} as never

/** PostgreSQL by itself takes what Citus is sent, and shows that it does the same. */
let testApp: TestApp
beforeAll(async () => {
  const { logins, drop } = await cloneDatabase()
  await withDedicatedConnection(logins.owner, async (owner) => {
    await owner.query('begin')
    await replacePolicySubqueries(owner)
    await owner.query('commit')
  })
  testApp = await openTestApp({ logins: { ...logins, isSpread: true }, drop })
})
afterAll(async () => {
  pg.Client.prototype.query = query
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

it('sends each setting by itself, no settings without a transaction, and no insert of what a statement returned', async () => {
  const viewed = await testApp.clinicA.addViewed()
  sent.length = 0
  await viewed.patient.callOk(contract.signing.read, viewed)
  await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed))
  await testApp.clinicA.as('dentist').callOk(contract.consents.list, {})
  expect(sent).toContain('begin')
  expect(sent).toContain(`set local app.clinic_id = '${testApp.clinicA.id}'`)
  expect(sent).toContain(`select set_config('role', 'candour_patient', true)`)
  expect(sent.filter((text) => /^set local role|plan_cache_mode|; set local/.test(text))).toEqual([])
  expect(sent.filter((text) => /^with .*\binsert into "?(consent_events|pgboss)/s.test(text))).toEqual([])
})

it('signs, with those who sign beside the patient, finalises, declines and withdraws on a whole chain', async () => {
  const { clinicA } = testApp
  const witnessed = await clinicA.addViewed()
  const witness = {
    ...{ role: 'witness' as const, name: 'Priya Nair', capacity: 'Dental nurse' },
    mark: { kind: 'typed' as const, typed: 'Priya Nair' },
  }
  await witnessed.patient.callOk(contract.signing.sign, { ...signatureFor(witnessed), cosigners: [witness] })
  const declined = await clinicA.addViewed()
  await declined.patient.callOk(contract.signing.decline, {
    consentId: declined.consentId,
    reason: 'Not now',
  })
  const finalised = await clinicA.addFinalised()
  const withdrawn = await clinicA.addSigned()
  await withdrawn.patient.callOk(contract.signing.withdraw, { consentId: withdrawn.consentId })
  await testApp.runJobs()
  const record = async ({ consentId }: { consentId: string }) => {
    const read = await clinicA.as('dentist').callOk(contract.consents.get, { consentId })
    return [read.status, read.chainIntact, read.attestations.map(({ name }) => name).join()]
  }
  expect(await record(witnessed)).toEqual(['signed', true, 'Priya Nair'])
  expect(await record(declined)).toEqual(['declined', true, ''])
  expect(await record(finalised)).toEqual(['finalised', true, ''])
  expect(await record(withdrawn)).toEqual(['withdrawn', true, ''])
})
