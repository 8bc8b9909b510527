import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const look = () => world.as(world.superAdmin).ask(contract.overview.get, {})
const today = async () => (await look()).days.at(-1)!

it('counts what was sent, signed and refused once, however often the log is sealed', async () => {
  await world.sealAuditLog()
  const before = await today()
  const { id: consentId } = await world.a.addDraft()
  const send = { consentId, by: 'link' as const, wordingConfirmed: true }
  await world.a.as('dentist').ask(contract.consents.send, send)
  const login = 'nobody@example.org'
  await world.nobody().call(contract.identity.signIn, { login, password: 'wrong password' })
  await world.sealAuditLog()
  await world.sealAuditLog()
  const after = await today()
  expect(after.sent).toBe(before.sent + 1)
  expect(after.refusedSignIns).toBe(before.refusedSignIns + 1)
  const { rows } = await world.owner.query<{ counted: number; written: number }>(
    `select (select sum(count) from audit_days)::int as counted, (select count(*) from audit_rows)::int as written`,
  )
  expect(rows[0]!.counted).toBe(rows[0]!.written)
})

it('tells of clinics by status and plan, of the disk, and of what there is to do', async () => {
  await world.owner.query(`update clinics set status = 'suspended' where id = $1`, [world.b.id])
  const { clinics, storage, duties, mail } = await look()
  expect(clinics.byStatus).toMatchObject({ active: clinics.total - 1, suspended: 1 })
  expect(Object.values(clinics.byPlan).reduce((sum, count) => sum + count, 0)).toBe(clinics.total)
  expect(storage.free).toBeGreaterThan(0)
  expect(mail.isSent).toBe(false)
  expect(duties).toContainEqual({ duty: 'suspended-clinics', count: 1 })
  expect(duties.map(({ duty }) => duty)).toContain('missing-configuration')
})
