import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openKeyring, type Keyring } from '../platform/keys/keyring.ts'
import { makeAccounts } from '../testing/test-accounts.ts'
import { makeCaller } from '../testing/test-caller.ts'
import { openWorld, type TestWorld } from '../testing/test-world.ts'
import { wrapAnew } from './wrap-anew.ts'
import { wrappedColumns } from './wrapped-columns.ts'

const { account, integrations } = contract
const next = createSecretKey(randomBytes(32))

let world: TestWorld
let former: KeyObject
beforeAll(async () => {
  world = await openWorld()
  if (world.config.masterKey.off) throw new Error('The world has no master key')
  former = world.config.masterKey.key
})
afterAll(() => world.close())

/** Something in every column: two texts, where a practice would have made them. */
async function keepSecrets(): Promise<void> {
  const accounts = makeAccounts(world, 'wrapped')
  const browser = accounts.browserOf(await accounts.addMember())
  const { secret } = await browser.ask(account.startSecondFactor, {})
  await browser.ask(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
  const owner = world.a.as('owner')
  const hook = { name: 'System', url: 'https://example.org/hook', events: ['consent.signed' as const] }
  const { webhook } = await owner.ask(integrations.createWebhook, hook)
  await owner.ask(integrations.rotateSecret, { webhookId: webhook.id })
  await world.a.addSigned()
  await world.runJobs()
  const kept = openKeyring({ masterKey: former }).wrap('setup-mail', Buffer.from('{}'))
  await world.owner.query(
    `insert into installation_settings (name, secret, saved_at, saved_by) values ('mail', $1, now(), 'a test')`,
    [kept],
  )
}

type Kept = { place: string; purpose: string; text: string }

async function keptSecrets(): Promise<Kept[]> {
  const selects = wrappedColumns.map(
    ({ table, column, purpose }) =>
      `select '${table}.${column}' as place, ${purpose} as purpose, ${column} as text from ${table} where ${column} is not null`,
  )
  return (await world.owner.query<Kept>(selects.join(' union all '))).rows
}

const opens = (keyring: Keyring, { purpose, text }: Kept): boolean => {
  try {
    return keyring.unwrap(purpose, text).length > 0
  } catch {
    return false
  }
}

it('knows every place where something is wrapped', () => {
  const wrapping = globSync('server/**/*.ts')
    .filter((file) => !/\.test\.ts$|platform\/keys\//.test(file))
    .filter((file) => /keyring\.wrap\(/.test(readFileSync(file, 'utf8')))
  expect(wrapping.toSorted()).toEqual([
    'server/master-key/wrap-anew.ts',
    'server/modules/documents/sealing-keys.ts',
    'server/modules/identity/second-factor.ts',
    'server/modules/integrations/webhook-secrets.ts',
    // An address on its way through a job, which is done long before the former key goes.
    'server/modules/patient-home/patient-home-jobs.ts',
    'server/modules/setup/saved-services.ts',
    'server/platform/database/root-key.ts',
  ])
})

it('wraps every secret with the next key, and nobody is signed out', async () => {
  await keepSecrets()
  const places = new Set((await keptSecrets()).map(({ place }) => place))
  expect(places).toEqual(new Set(wrappedColumns.map(({ table, column }) => `${table}.${column}`)))

  // Anybody's keys but ours: nothing changes, and what does not open is named.
  const strangers = openKeyring({ masterKey: createSecretKey(randomBytes(32)) })
  const refused = await wrapAnew(world.owner, strangers)
  expect(new Set(refused.unopened)).toEqual(places)
  expect((await keptSecrets()).every((kept) => opens(openKeyring({ masterKey: former }), kept))).toBe(true)

  const both = { off: false as const, key: next, others: [former] }
  const during = await world.openAnother({ masterKey: both })
  const { cookie } = await world.people.addUser('Imre Katz', 'imre@example.org')
  expect((await makeCaller(during.http, cookie).call(account.get, {})).status).toBe(200)
  await during.close()

  const done = await wrapAnew(world.owner, openKeyring({ masterKey: next, others: [former] }))
  const kept = await keptSecrets()
  expect(done).toEqual({ changed: kept.length, unopened: [] })
  expect(kept.every((each) => opens(openKeyring({ masterKey: next }), each))).toBe(true)
  expect(kept.some((each) => opens(openKeyring({ masterKey: former }), each))).toBe(false)

  const after = await world.openAnother({ masterKey: { ...both, others: [] } })
  expect((await makeCaller(after.http, cookie).call(account.get, {})).status).toBe(200)
  await after.close()
})

it('leaves row-level security as it was', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select relname as name from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [wrappedColumns.map(({ table }) => table)],
  )
  expect(rows).toEqual([])
})
