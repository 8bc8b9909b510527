import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { silentLog } from '../testing/silent-log.ts'
import { openWorld, type TestWorld } from '../testing/test-world.ts'
import { demoAdmin, demoClinics } from './demo-people.ts'
import { removeDemo } from './remove-demo.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const remove = () => removeDemo(world.logins.owner, { dataDir: world.config.dataDir, log: silentLog })

/** How many rows of each clinic every tenant table holds, where it holds any. */
async function rowsOf(clinicId: string): Promise<Record<string, number>> {
  const { rows: tables } = await world.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('clinic_id', 'owner_clinic_id')`,
  )
  const counts = tables.map(
    ({ name, column }) =>
      `select '${name}.${column}' as place, count(*)::int as n from "${name}" where "${column}" = $1`,
  )
  const { rows } = await world.owner.query<{ place: string; n: number }>(counts.join(' union all '), [
    clinicId,
  ])
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ place, n }) => [place, n]))
}

const guards = async () =>
  (
    await world.owner.query(
      `select relname, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select tgname, tgenabled <> 'D' from pg_trigger where not tgisinternal order by 1, 2`,
    )
  ).rows

it('takes the demo away whole, and nothing of anybody else', async () => {
  await world.a.addSigned()
  await world.b.addSigned()
  const manager = world.a.as('manager')
  await manager.ask(contract.templates.duplicate, { templateId: world.a.templateId })
  await manager.ask(contract.treatments.create, { name: 'Sleep', subtypes: ['Snoring splint'] })
  await world.runJobs()
  await world.sealAuditLog()
  const [kept, guarded] = [await rowsOf(world.b.id), await guards()]
  expect(Object.keys(await rowsOf(world.a.id)).length).toBeGreaterThan(10)
  // The one becomes the demo's, by the address that only the demo's practices have.
  const [{ domain }] = demoClinics as [(typeof demoClinics)[0]]
  await world.owner.query('update clinics set email = $1 where id = $2', [`hello@${domain}`, world.a.id])
  await world.people.addUser(demoAdmin.name, demoAdmin.email, 'super_admin')
  await mkdir(path.join(world.config.dataDir, 'secrets'), { recursive: true })
  await writeFile(path.join(world.config.dataDir, 'demo.json'), '{}')

  await remove()
  expect(await rowsOf(world.a.id)).toEqual({})
  expect(await rowsOf(world.b.id)).toEqual(kept)
  expect(await guards()).toEqual(guarded)
  const { rows } = await world.owner.query('select id from clinics')
  expect(rows).toEqual([{ id: world.b.id }])
  const { rowCount } = await world.owner.query('select from auth."user" where email = $1', [demoAdmin.email])
  expect(rowCount).toBe(0)
  await expect(access(path.join(world.config.dataDir, 'demo.json'))).rejects.toThrow('ENOENT')
  // What is left works on.
  expect((await world.b.as('owner').call(contract.consents.list, {})).status).toBe(200)
})

it('does nothing where there is none', async () => {
  const before = await rowsOf(world.b.id)
  await remove()
  expect(await rowsOf(world.b.id)).toEqual(before)
})
