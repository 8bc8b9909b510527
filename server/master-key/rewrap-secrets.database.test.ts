import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openDataKeys } from '../modules/data-keys/index.ts'
import { openFileFolder } from '../platform/files/file-folder.ts'
import { sealedFiles } from '../platform/files/sealed-files.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring, type Keyring } from '../platform/keys/keyring.ts'
import { silentLog } from '../testing/silent-log.ts'
import { createTestAccounts } from '../testing/test-accounts.ts'
import { createTestCaller } from '../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { addTestGroup } from '../testing/test-group.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'
import { wrappedColumns } from './wrapped-columns.ts'

const { account, integrations } = contract
const next = createSecretKey(randomBytes(32))

let testApp: TestApp
let former: KeyObject
beforeAll(async () => {
  testApp = await openTestApp()
  if (testApp.config.masterKey.off) throw new Error('The app has no master key')
  former = testApp.config.masterKey.key
})
afterAll(() => testApp.close())

/** Something in every column: two texts, where a practice would have made them. */
async function saveSecrets(): Promise<void> {
  const accounts = createTestAccounts(testApp, 'wrapped')
  const browser = accounts.browserOf(await accounts.addMember())
  const { secret } = await browser.callOk(account.startSecondFactor, {})
  await browser.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
  const owner = testApp.clinicA.as('owner')
  const hook = { name: 'System', url: 'https://example.org/hook', events: ['consent.signed' as const] }
  const { webhook } = await owner.callOk(integrations.createWebhook, hook)
  await owner.callOk(integrations.rotateSecret, { webhookId: webhook.id })
  await testApp.clinicA.addSigned()
  await testApp.runJobs()
  await testApp.clinicA.addPracticeSystem()
  const keyring = openKeyring({ masterKey: former })
  const wrap = (purpose: string) => keyring.wrap(purpose, Buffer.from('{}'))
  await testApp.owner.query(
    `insert into installation_settings (name, secret, saved_at, saved_by) values ('mail', $1, now(), 'a test')`,
    [wrap('setup-mail')],
  )
  await addConnection(wrap('single-sign-on'))
  await testApp.owner.query(
    `insert into group_sign_in_connections (group_id, name, protocol, issuer, client_id, secret, trusts_emails,
       counts_second_factor, group_claim, practice_levels, created_at, updated_at)
     values ($1, 'Directory', 'oidc', 'https://issuer.example.org', 'candour', $2, false, false, 'groups', '[]', now(), now())`,
    [await addTestGroup(testApp.owner), wrap('single-sign-on')],
  )
}

const addConnection = (secret: string): Promise<unknown> =>
  testApp.owner.query(
    `insert into sign_in_connections (clinic_id, name, issuer, client_id, secret, trusts_emails, counts_second_factor,
       group_claim, group_levels, created_at, updated_at)
     values ($1, 'Directory', 'https://issuer.example.org', 'candour', $2, false, false, 'groups', '[]', now(), now())`,
    [testApp.clinicA.id, secret],
  )

type StoredSecret = { place: string; purpose: string; text: string }

async function loadSecrets(): Promise<StoredSecret[]> {
  const selects = wrappedColumns.map(
    ({ table, column, purpose }) =>
      `select '${table}.${column}' as place, ${purpose} as purpose, ${column} as text from ${table} where ${column} is not null`,
  )
  return (await testApp.owner.query<StoredSecret>(selects.join(' union all '))).rows
}

const canUnwrap = (keyring: Keyring, { purpose, text }: StoredSecret): boolean => {
  try {
    return keyring.unwrap(purpose, text).length > 0
  } catch {
    return false
  }
}

it('knows every place where something is wrapped', () => {
  const wrapping = globSync('server/**/*.ts')
    .filter((file) => !/\.test\.ts$|platform\/keys\//.test(file))
    .filter((file) => /(keyring|keeper)\.wrap\(/.test(readFileSync(file, 'utf8')))
  expect(wrapping.toSorted()).toEqual([
    'server/master-key/rewrap-secrets.ts',
    'server/modules/data-keys/data-key-store.ts',
    'server/modules/documents/sealing-keys.ts',
    'server/modules/identity/second-factor.ts',
    'server/modules/integrations/webhook-secrets.ts',
    // An address on its way through a job, which is done long before the former key goes.
    'server/modules/patient-home/patient-home-jobs.ts',
    'server/modules/practice-systems/practice-system-secrets.ts',
    'server/modules/setup/saved-services.ts',
    'server/modules/single-sign-on/provider-client.ts',
    'server/platform/database/root-key.ts',
  ])
})

it('wraps every secret with the next key, and nobody is signed out', async () => {
  await saveSecrets()
  const places = new Set((await loadSecrets()).map(({ place }) => place))
  expect(places).toEqual(new Set(wrappedColumns.map(({ table, column }) => `${table}.${column}`)))

  // Anybody's keys but ours: nothing changes, and what does not open is named.
  const strangers = openKeyring({ masterKey: createSecretKey(randomBytes(32)) })
  const refused = await rewrapSecrets(testApp.owner, strangers)
  expect(new Set(refused.unopened)).toEqual(places)
  expect((await loadSecrets()).every((kept) => canUnwrap(openKeyring({ masterKey: former }), kept))).toBe(
    true,
  )

  const both = { off: false as const, key: next, others: [former] }
  const during = await testApp.openSecondInstance({ masterKey: both })
  const { cookie } = await testApp.people.addUser('Imre Katz', 'imre@example.org')
  expect((await createTestCaller(during.http, cookie).call(account.get, {})).status).toBe(200)
  await during.close()

  const done = await rewrapSecrets(testApp.owner, openKeyring({ masterKey: next, others: [former] }))
  const kept = await loadSecrets()
  expect(done).toEqual({ changed: kept.length, unopened: [] })
  expect(kept.every((each) => canUnwrap(openKeyring({ masterKey: next }), each))).toBe(true)
  expect(kept.some((each) => canUnwrap(openKeyring({ masterKey: former }), each))).toBe(false)

  const after = await testApp.openSecondInstance({ masterKey: { ...both, others: [] } })
  expect((await createTestCaller(after.http, cookie).call(account.get, {})).status).toBe(200)
  await after.close()
})

it('changes no file: what the data keys encrypted opens with the next master key, and with none before', async () => {
  const store = openFileFolder(testApp.config.dataDir)
  const [name] = (await store.list('documents/', 1)) as [string]
  const stored = await store.readAll(name)
  const readWith = (masterKey: KeyObject) => {
    const keeper = keyringKeeper(openKeyring({ masterKey }))
    const { database } = testApp.app
    return sealedFiles(store, openDataKeys({ database, keeper, clock: testApp.clock })).readAll(name)
  }
  expect(Buffer.from((await readWith(next))!.subarray(0, 5)).toString()).toBe('%PDF-')
  await expect(readWith(former)).rejects.toMatchObject({ name: 'SealedFileError', reason: 'key-locked' })
  const third = createSecretKey(randomBytes(32))
  await rewrapSecrets(testApp.owner, openKeyring({ masterKey: third, others: [next] }))
  expect(await store.readAll(name)).toEqual(stored)
  expect(Buffer.from((await readWith(third))!.subarray(0, 5)).toString()).toBe('%PDF-')
})

it('is missed at the start, in the log, by an instance that does not have it', async () => {
  const errors: string[] = []
  const log = { ...silentLog, error: (_data: object, text: string) => void errors.push(text) }
  const strangers = { off: false as const, key: createSecretKey(randomBytes(32)), others: [] }
  await (await testApp.openSecondInstance({ masterKey: strangers }, log)).close()
  expect(errors).toEqual([expect.stringContaining('none can be read')])
})

it('leaves row-level security as it was', async () => {
  const { rows } = await testApp.owner.query<{ name: string }>(
    `select relname as name from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [wrappedColumns.map(({ table }) => table)],
  )
  expect(rows).toEqual([])
})
