import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { silentLog } from '../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { demoAdmin, demoClinics } from './demo-people.ts'
import { removeDemo } from './remove-demo.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const remove = () => removeDemo(testApp.logins.owner, { dataDir: testApp.config.dataDir, log: silentLog })

/** How many rows of each clinic every tenant table holds, where it holds any. */
async function rowsOf(clinicId: string): Promise<Record<string, number>> {
  const { rows: tables } = await testApp.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('clinic_id', 'owner_clinic_id')`,
  )
  const counts = tables.map(
    ({ name, column }) =>
      `select '${name}.${column}' as place, count(*)::int as n from "${name}" where "${column}" = $1`,
  )
  const { rows } = await testApp.owner.query<{ place: string; n: number }>(counts.join(' union all '), [
    clinicId,
  ])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ place, n }) => [place, n]))
}

const guards = async () =>
  (
    await testApp.owner.query(
      `select relname, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select tgname, tgenabled <> 'D' from pg_trigger where not tgisinternal order by 1, 2`,
    )
  ).rows

it('takes the demo away whole, and nothing of anybody else', async () => {
  await testApp.clinicA.addSigned()
  await testApp.clinicB.addSigned()
  const manager = testApp.clinicA.as('manager')
  await manager.callOk(contract.templates.duplicate, { templateId: testApp.clinicA.templateId })
  await manager.callOk(contract.treatments.create, { name: 'Sleep', subtypes: ['Snoring splint'] })
  for (const [customer, { id }] of Object.entries({ cus_a: testApp.clinicA, cus_b: testApp.clinicB })) {
    await testApp.owner.query(
      'insert into billing_accounts (id, clinic_id, customer_id, created_at) values (gen_random_uuid(), $1, $2, now())',
      [id, customer],
    )
    await testApp.owner.query(
      `insert into billing_events (event_id, type, happened_at, received_at, is_fetched, customer_id, facts)
       values ($1, 'invoice.paid', now(), now(), false, $2, '{"about":"other"}')`,
      [`evt_${customer}`, customer],
    )
  }
  await testApp.runJobs()
  await testApp.sealAuditLog()
  const [kept, guarded] = [await rowsOf(testApp.clinicB.id), await guards()]
  expect(Object.keys(await rowsOf(testApp.clinicA.id)).length).toBeGreaterThan(10)
  // The one becomes the demo's, by the address that only the demo's practices have.
  const [{ domain }] = demoClinics as [(typeof demoClinics)[0]]
  await testApp.owner.query('update clinics set email = $1 where id = $2', [
    `hello@${domain}`,
    testApp.clinicA.id,
  ])
  await testApp.people.addUser(demoAdmin.name, demoAdmin.email, 'super_admin')
  await mkdir(path.join(testApp.config.dataDir, 'secrets'), { recursive: true })
  await writeFile(path.join(testApp.config.dataDir, 'demo.json'), '{}')

  await remove()
  expect(await rowsOf(testApp.clinicA.id)).toEqual({})
  expect(await rowsOf(testApp.clinicB.id)).toEqual(kept)
  expect(await guards()).toEqual(guarded)
  const { rows } = await testApp.owner.query('select id from clinics')
  expect(rows).toEqual([{ id: testApp.clinicB.id }])
  const { rows: events } = await testApp.owner.query('select customer_id from billing_events')
  expect(events).toEqual([{ customer_id: 'cus_b' }])
  const { rowCount } = await testApp.owner.query('select from auth."user" where email = $1', [
    demoAdmin.email,
  ])
  expect(rowCount).toBe(0)
  await expect(access(path.join(testApp.config.dataDir, 'demo.json'))).rejects.toThrow('ENOENT')
  // What is left works on.
  expect((await testApp.clinicB.as('owner').call(contract.consents.list, {})).status).toBe(200)
})

it('does nothing where there is none', async () => {
  const before = await rowsOf(testApp.clinicB.id)
  await remove()
  expect(await rowsOf(testApp.clinicB.id)).toEqual(before)
})
