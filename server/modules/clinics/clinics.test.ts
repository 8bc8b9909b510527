import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { clinics } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('staff read their own clinic', async () => {
  const clinic = await world.a.as('receptionist').ask(clinics.get, {})
  expect(clinic).toMatchObject({ id: world.a.id, name: 'Harbour Street', isActive: true, isSuspended: false })
})

test('an administrator lists every clinic by name with its active staff, page by page', async () => {
  await world.addClinic('Bay View', 'suspended')
  const admin = world.as(world.superAdmin)
  const all = await admin.ask(clinics.listForAdmin, {})
  const { rows } = await world.owner.query<{ staff: number }>(
    `select count(*)::int as staff from staff where clinic_id = $1 and status = 'active'`,
    [world.a.id],
  )
  expect(all.total).toBe(3)
  expect(all.rows.map(({ name, isActive, isSuspended }) => [name, isActive, isSuspended])).toEqual([
    ['Bay View', false, true],
    ['Canal Side', true, false],
    ['Harbour Street', true, false],
  ])
  expect(all.rows[2]!.staff).toBe(rows[0]!.staff)
  const second = await admin.ask(clinics.listForAdmin, { page: 2, pageSize: 2 })
  expect(second.rows.map(({ name }) => name)).toEqual(['Harbour Street'])
  expect((await admin.ask(clinics.listForAdmin, { page: 9 })).rows).toEqual([])
})

test('the list is for administrators alone', async () => {
  for (const caller of [world.a.as('owner'), world.as(world.stranger), world.nobody()]) {
    expect([401, 403]).toContain((await caller.call(clinics.listForAdmin, {})).status)
  }
  expect([401, 403]).toContain((await world.as(world.superAdmin).call(clinics.get, {})).status)
})

test('nothing went wrong behind the answers', () => {
  expect(world.faults).toEqual([])
})
