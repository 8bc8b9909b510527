import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import type { ClinicCaller, LinkCaller } from '../../../contract/access.ts'
import { contract } from '../../../contract/index.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashToken } from '../keys/secret-token.ts'
import { openCallerMemory, isUnconfirmed, mustBeConfirmed, UnconfirmedCallerError } from './caller-memory.ts'
import { openDatabase, type Database } from './database.ts'
import { transact, type LinkScope } from './transaction.ts'

let testApp: TestApp
/** One connection, so that whatever was left behind would meet the next. */
let database: Database
const asked: string[] = []

beforeAll(async () => {
  testApp = await openTestApp()
  const one = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
  database = {
    ...one,
    borrow: (work) => {
      asked.push('connection')
      return one.borrow(work)
    },
  }
})

afterAll(async () => {
  await database.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const actor = { kind: 'patient', role: 'patient' } as const
const visit = {
  ...{
    requestId: 'r',
    ip: 'unknown',
    userAgent: 'unknown',
    sessionId: null,
    language: 'en',
    timezone: 'UTC',
  },
}
const linkSource = { name: 'open_link', isOfOneRecord: true }
type LinkRow = { clinic_id: string; link_id: string; consent_id: string }

const openMemory = () => openCallerMemory<LinkRow>(database, testApp.clock, linkSource)

/** Whoever holds the link, as a memory tells them that is asked twice. */
async function recallLink({
  token,
  ...change
}: { token: string } & Partial<LinkCaller>): Promise<LinkCaller> {
  const memory = openMemory()
  await memory.find(hashToken(token))
  const { row, confirmation } = (await memory.find(hashToken(token), { mayRecall: true }))!
  const { clinic_id: clinicId, link_id: linkId, consent_id: consentId } = row
  const caller: LinkCaller = { audience: 'link', clinicId, linkId, consentIds: [consentId], actor, visit }
  return mustBeConfirmed({ ...caller, ...change }, confirmation)
}

const options = { now: new Date(), isReadOnly: true, readsOnce: true, beforeCommit: () => null }
const readScope = ({ tx }: LinkScope) =>
  tx
    .execute<{ role: string; clinic: string; consents: string; writes: string; found: number }>(
      sql`select current_user as role, current_setting('app.clinic_id') as clinic,
        current_setting('app.consent_ids') as consents, current_setting('transaction_read_only') as writes,
        (select count(*)::int from consents) as found where ${1}::int = 1`,
    )
    .then(({ rows }) => rows)

async function addLink() {
  const consent = await testApp.clinicA.addSent()
  return { ...consent, ...(await testApp.clinicA.addLink(consent)) }
}

const revoke = ({ linkId }: { linkId: string }) =>
  testApp.owner.query('update links set revoked_at = now() where id = $1', [linkId])

it('gives a remembered caller the scope that the database says their token has, in one round trip', async () => {
  const link = await addLink()
  const caller = await recallLink(link)
  asked.length = 0
  expect(await transact(database, caller, { ...options, work: readScope })).toEqual([
    {
      ...{ role: 'candour_link', clinic: testApp.clinicA.id, consents: link.consentId, writes: 'on' },
      found: 1,
    },
  ])
  expect(asked).toEqual(['connection'])
  expect(isUnconfirmed(caller)).toBe(false)
})

it('takes practice and consent from the database alone, whatever the process believes', async () => {
  const link = await addLink()
  const caller = await recallLink({
    ...{ token: link.token, clinicId: testApp.clinicB.id, consentIds: [crypto.randomUUID()] },
  })
  const rows = await transact(database, caller, { ...options, work: readScope })
  expect(rows).toMatchObject([{ clinic: testApp.clinicA.id, consents: link.consentId, found: 1 }])
})

it('reads nothing for whom the database no longer knows, and leaves nothing to what comes next', async () => {
  const link = await addLink()
  const caller = await recallLink(link)
  await revoke(link)
  const read = transact(database, caller, { ...options, work: readScope })
  await expect(read).rejects.toThrow(UnconfirmedCallerError)
  // Not even where the question is one that anybody may ask.
  const scopeless = transact(database, await recallLink(await addLink()), {
    ...options,
    work: async () => 'of nobody',
  })
  await expect(scopeless).rejects.toThrow(UnconfirmedCallerError)
  const next = await transact(database, await recallLink(await addLink()), { ...options, work: readScope })
  expect(next).toMatchObject([{ role: 'candour_link', found: 1 }])
})

it('tells nothing that was asked in a scope that was not set, not even what anybody may read', async () => {
  const link = await addLink()
  const caller = await recallLink(link)
  await revoke(link)
  const told: unknown[] = []
  const work = async ({ tx }: LinkScope) => {
    told.push(await tx.execute(sql`select 1 as one where ${1}::int = 1`))
  }
  await expect(transact(database, caller, { ...options, work })).rejects.toThrow(UnconfirmedCallerError)
  expect(told).toEqual([])
})

it('gives no other transaction to whoever is only remembered', async () => {
  const link = await addLink()
  const work = async () => 'written'
  for (const how of [{ readsOnce: false }, { readsOnce: false, isReadOnly: false }]) {
    const transaction = transact(database, await recallLink(link), { ...options, ...how, work })
    await expect(transaction).rejects.toThrow(UnconfirmedCallerError)
  }
})

it('confirms along with a first question, and begins a whole transaction for a second one', async () => {
  const caller = await recallLink(await addLink())
  const twice = await transact(database, caller, {
    ...options,
    work: async (scope) => [...(await readScope(scope)), ...(await readScope(scope))],
  })
  expect(twice.map(({ role, found }) => [role, found])).toEqual([
    ['candour_link', 1],
    ['candour_link', 1],
  ])
})

it('keeps to a row that is the same in every column', async () => {
  const { clinicA } = testApp
  const source = { name: 'read_session', isOfOneRecord: false }
  const { rows } = await testApp.owner.query<{ token: string }>(
    'select token from auth.session where staff_id = $1',
    [clinicA.staff.dentist.staffId],
  )
  const memory = openCallerMemory<{ clinic_id: string; staff_id: string }>(database, testApp.clock, source)
  const { token } = rows[0]!
  await memory.find(token)
  const recall = async (): Promise<ClinicCaller> => {
    const { row, confirmation } = (await memory.find(token, { mayRecall: true }))!
    const holder = { role: 'clinic_staff', level: 2, flags: {} } as const
    return mustBeConfirmed(
      {
        ...{ audience: 'clinic', clinicId: row.clinic_id, staffId: row.staff_id, holder, visit },
        ...{ provedAt: new Date(0), actor: { kind: 'staff' } as never },
      },
      confirmation,
    )
  }
  const work = ({ tx }: { tx: LinkScope['tx'] }) => tx.execute(sql`select current_user where ${1}::int = 1`)
  expect((await transact(database, await recall(), { ...options, work })).rows).toEqual([
    { current_user: 'candour_clinic' },
  ])
  const permit = (level: number) =>
    testApp.owner.query('update staff set permission_level = $2 where id = $1', [
      ...[clinicA.staff.dentist.staffId, level],
    ])
  await permit(1)
  await expect(transact(database, await recall(), { ...options, work })).rejects.toThrow(
    UnconfirmedCallerError,
  )
  await permit(2)
})

it('remembers nobody where a scope has to be handed on to other servers', async () => {
  const link = await addLink()
  const memory = openCallerMemory<LinkRow>({ ...database, isSpread: true }, testApp.clock, linkSource)
  for (let time = 0; time < 2; time++)
    expect(await memory.find(hashToken(link.token), { mayRecall: true })).toMatchObject({
      row: { link_id: link.linkId },
      confirmation: null,
    })
})

it('answers a link that was good a moment ago as one that never was', async () => {
  const link = await addLink()
  const { open } = contract.signing
  const look = (accessToken: string) => testApp.anonymous().call(open, { accessToken })
  for (let time = 0; time < 2; time++) expect((await look(link.token)).status).toBe(200)
  await revoke(link)
  const [dead, unknown] = [await look(link.token), await look('A'.repeat(43))]
  expect([dead.status, dead.reason]).toEqual([404, 'not-found'])
  expect([unknown.status, unknown.reason]).toEqual([404, 'not-found'])
})

it('answers a member of staff by what they are now, permitted and not, and not at all once they are out', async () => {
  const { clinicA, owner } = testApp
  const { patients, clinicSettings } = contract
  const manager = clinicA.as('manager')
  const { staffId } = clinicA.staff.manager
  const profile = async () => (await manager.call(clinicSettings.profile, {})).status
  const setRole = (role: string) =>
    owner.query('update staff set role = $2, permission_level = 1 where id = $1', [staffId, role])
  expect([await profile(), await profile()]).toEqual([200, 200])
  await setRole('clinic_staff')
  expect([await profile(), await profile()]).toEqual([403, 403])
  await setRole('clinic_admin')
  expect(await profile()).toBe(200)
  const list = () => manager.call(patients.list, {})
  expect([(await list()).status, (await list()).status]).toEqual([200, 200])
  await owner.query(`update staff set status = 'inactive' where id = $1`, [staffId])
  const refused = await list()
  expect([refused.status, refused.reason]).toEqual([401, 'unauthenticated'])
})
