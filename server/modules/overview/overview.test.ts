import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const getOverview = () => testApp.as(testApp.superAdmin).callOk(contract.overview.get, {})
const today = async () => (await getOverview()).days.at(-1)!

it('counts what was sent, signed and refused once, however often the log is sealed', async () => {
  await testApp.sealAuditLog()
  const before = await today()
  const { id: consentId } = await testApp.clinicA.addDraft()
  const send = { consentId, by: 'link' as const, unaskedAcknowledged: true, wordingConfirmed: true }
  await testApp.clinicA.as('dentist').callOk(contract.consents.send, send)
  const login = 'nobody@example.org'
  await testApp.anonymous().call(contract.identity.signIn, { login, password: 'wrong password' })
  await testApp.sealAuditLog()
  await testApp.sealAuditLog()
  const after = await today()
  expect(after.sent).toBe(before.sent + 1)
  expect(after.refusedSignIns).toBe(before.refusedSignIns + 1)
  const { rows } = await testApp.owner.query<{ counted: number; written: number }>(
    `select (select sum(count) from audit_days)::int as counted, (select count(*) from audit_rows)::int as written`,
  )
  expect(rows[0]!.counted).toBe(rows[0]!.written)
})

it('tells of clinics by status and plan, of the disk, and of what there is to do', async () => {
  await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [testApp.clinicB.id])
  const { clinics, storage, duties, mail } = await getOverview()
  expect(clinics.byStatus).toMatchObject({ active: clinics.total - 1, suspended: 1 })
  expect(Object.values(clinics.byPlan).reduce((sum, count) => sum + count, 0)).toBe(clinics.total)
  expect(storage.free).toBeGreaterThan(0)
  expect(mail.isSent).toBe(false)
  expect(duties).toContainEqual({ duty: 'suspended-clinics', count: 1 })
  expect(duties.map(({ duty }) => duty)).toContain('missing-configuration')
})
