import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Log } from '../platform/database/database.ts'
import { demoAdmin, demoClinics } from './demo-people.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

/** Held while the demo is removed, so that instances do it one after the other. */
const removalLock = 7_303_015

type RemovalDeps = { dataDir: string; log: Log }
type OwnedTable = { name: string; isForced: boolean }

const clinicEmails = demoClinics.map(({ domain }) => `hello@${domain}`)
const quoted = (name: string) => pg.escapeIdentifier(name)

/** The demo's practices, known by addresses that no real practice can have: they end in '.example'. */
async function demoClinicIds(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('select id from clinics where email = any($1)', [
    clinicEmails,
  ])
  return rows.map(({ id }) => id)
}

/** Every table with rows of one clinic. */
async function tenantTables(owner: pg.Client): Promise<OwnedTable[]> {
  const { rows } = await owner.query<OwnedTable>(
    `select c.relname as name, c.relforcerowsecurity as "isForced" from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** Platform tables whose rows hang on a template of a clinic's. */
async function templateTables(owner: pg.Client): Promise<OwnedTable[]> {
  const { rows } = await owner.query<OwnedTable>(
    `select c.relname as name, c.relforcerowsecurity as "isForced" from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'template_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'clinic_id' and not b.attisdropped)`,
  )
  return rows
}

/** Tables that name their owner otherwise: templates, videos, treatments. */
async function ownedTables(owner: pg.Client): Promise<OwnedTable[]> {
  const { rows } = await owner.query<OwnedTable>(
    `select c.relname as name, c.relforcerowsecurity as "isForced" from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_clinic_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  return rows
}

/**
 * Takes everything of the demo's practices away, in one statement, so that the order in which rows hang on one another
 * does not matter. What guards records against being changed is set aside for it within the transaction: nothing of the
 * demo was ever about anybody.
 */
async function removeRows(owner: pg.Client, ids: string[]): Promise<void> {
  const [tenants, parts, owned] = [
    await tenantTables(owner),
    await templateTables(owner),
    await ownedTables(owner),
  ]
  const apart = ['clinics', 'billing_events'].map((name) => ({ name, isForced: true }))
  const guarded = [...tenants, ...parts, ...owned, ...apart]
  const each = async (what: (table: string) => string) => {
    for (const { name, isForced } of guarded) if (isForced) await owner.query(what(quoted(name)))
  }
  for (const { name } of guarded) await owner.query(`alter table ${quoted(name)} disable trigger user`)
  await each((table) => `alter table ${table} no force row level security`)
  const ownTemplates = 'select id from templates where owner_clinic_id = any($1)'
  const ownCustomers = 'select customer_id from billing_accounts where clinic_id = any($1)'
  const deletions = [
    `delete from billing_events where customer_id in (${ownCustomers})`,
    ...tenants.map(({ name }) => `delete from ${quoted(name)} where clinic_id = any($1)`),
    ...parts.map(({ name }) => `delete from ${quoted(name)} where template_id in (${ownTemplates})`),
    ...owned.map(({ name }) => `delete from ${quoted(name)} where owner_clinic_id = any($1)`),
  ]
  const steps = deletions.map((deletion, n) => `gone${n} as (${deletion})`).join(', ')
  await owner.query(`with ${steps} delete from clinics where id = any($1)`, [ids])
  await each((table) => `alter table ${table} force row level security`)
  for (const { name } of guarded) await owner.query(`alter table ${quoted(name)} enable trigger user`)
}

/** The accounts of the demo's people, with their sessions and factors, which go with them. */
async function removeAccounts(owner: pg.Client): Promise<void> {
  const domains = demoClinics.map(({ domain }) => `%@${domain}`)
  await owner.query(`delete from auth."user" where email like any($1) or email = $2`, [
    domains,
    demoAdmin.email,
  ])
}

/**
 * Removes the demo's practices, people and records, all of it or nothing; with none there it does nothing. The
 * platform's own log keeps what was done there, and so do backups that were made.
 */
export async function removeDemo(login: pg.ClientConfig, { dataDir, log }: RemovalDeps): Promise<void> {
  // What fails in the middle ends with its connection, and nothing of it has happened.
  await withDedicatedConnection(login, async (owner) => {
    await owner.query('begin')
    await owner.query('select pg_advisory_xact_lock($1)', [removalLock])
    const ids = await demoClinicIds(owner)
    if (ids.length > 0) {
      await removeRows(owner, ids)
      await removeAccounts(owner)
    }
    await owner.query('commit')
    if (ids.length > 0) log.info({ clinics: ids.length }, 'the demo was removed')
  })
  for (const name of ['demo.json', 'demo-year.json', 'secrets/demo-accounts.json'])
    await rm(path.join(dataDir, name), { force: true })
}
