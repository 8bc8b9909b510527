import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { keySourceOf } from '../key-source.ts'
import { verifyChainsAfter } from '../modules/consents/index.ts'
import { openCellKeys } from '../modules/data-keys/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { JobScope } from '../platform/database/transaction.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { silentLog } from '../testing/silent-log.ts'
import { day_ms } from '../testing/test-clock.ts'
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts'
import { demoAccounts, insertDemoAccounts } from './demo-accounts.ts'
import { adoptLibrary } from './demo-adoption.ts'
import { createDemoClock, createDemoContext } from './demo-context.ts'
import { openDemoYear } from './demo-year.ts'
import { beginYear, readYearMark } from './demo-year-progress.ts'

/** A short year: some weeks, and some months. */
const consents = 12
const endsAt = Date.now()

type Practice = Pick<TestDatabase, 'logins' | 'drop'> & { config: Config; owner: pg.Client; logged: string[] }

/** The demo's practices as they are before the year, in a database of their own. */
async function openPractice(): Promise<Practice> {
  const { logins, drop } = await cloneDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'candour-year-'))
  const config = readConfig({ DATA_DIR: dataDir, FFMPEG: 'off' })
  const [accounts, keyring] = [demoAccounts(dataDir), openKeyring(keySourceOf(config))]
  const now = new Date(endsAt - 400 * day_ms)
  await insertDemoAccounts(logins.owner, accounts, { now, keyring })
  const [clock, origin] = [createDemoClock(), config.publicAddress]
  clock.set(now.getTime())
  const app = await openApp({ config, log: silentLog, logins, clock, eventLoopDelayMsMax: null })
  await adoptLibrary({ app, accounts, origin })
  await app.close()
  await beginYear(dataDir, endsAt)
  const owner = new pg.Client(logins.owner)
  await owner.connect()
  return { logins, drop, config, owner, logged: [] }
}

const yearOf = ({ config, logins, logged }: Practice) => {
  const note = (data: { err?: Error }, text: string) => void logged.push(`${text}: ${data.err?.stack}`)
  const log = { info() {}, warn() {}, error: note }
  return openDemoYear({ config, log, logins, openApp }, { consents })
}

/** Stops once so many consents are there, in the middle of the next. */
async function runUntil(practice: Practice, made: number): Promise<void> {
  const year = yearOf(practice)
  const running = year.run()
  while ((readYearMark(practice.config.dataDir)?.consents ?? 0) < made) await pause(5)
  await pause(150)
  await year.stop()
  await running
}

/** What there is of each kind, and how often. */
async function countsOf({ owner }: Practice): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ what: string; times: number }>(`
    select 'consent ' || status as what, count(*)::int as times from consents group by 1
    union all select event, count(*)::int from consent_events
      where event in ('consent.created', 'consent.sent', 'consent.signed', 'consent.finalised', 'document.sealed')
      group by 1
    union all select 'patients', count(*)::int from patients
    union all select 'questions ' || kind, count(*)::int from question_entries group by 1
    union all select 'appointments ' || status, count(*)::int from appointments group by 1
    union all select 'done', count(*)::int from treatments_done
    union all select 'reminders', count(*)::int from reminders
    union all select 'trainings', count(*)::int from staff_trainings
    union all select 'incidents', count(*)::int from compliance_incidents
    union all select 'actions ' || (closed_at is null), count(*)::int from improvement_actions group by 1
    union all select 'audits', count(*)::int from sample_audits
    union all select 'policies', count(*)::int from policy_versions`)
  return Object.fromEntries(rows.map(({ what, times }) => [what, times]))
}

let whole: Practice
let cutOff: Practice
beforeAll(async () => {
  whole = await openPractice()
  cutOff = await openPractice()
}, 300_000)
afterAll(async () => {
  for (const { owner, drop, config } of [whole, cutOff]) {
    await owner.end()
    await drop()
    await rm(config.dataDir, { recursive: true, force: true })
  }
})

describe('the year of a demo', { timeout: 600_000 }, () => {
  it('is run whole, and the same where it was cut off in the middle again and again', async () => {
    await yearOf(whole).run()
    for (const made of [1, 7]) await runUntil(cutOff, made)
    await yearOf(cutOff).run()
    expect([whole.logged, cutOff.logged]).toEqual([[], []])
    const counts = await countsOf(whole)
    expect(counts).toMatchObject({ 'consent.created': consents, 'questions answered': 2 })
    expect(await countsOf(cutOff)).toEqual(counts)
    expect(readYearMark(cutOff.config.dataDir)).toMatchObject({ consents, isOver: true })
  })

  it('leaves chains, figures, audit log and digests that verify, and no job behind', async () => {
    expect(await evidenceOf(whole)).toEqual({
      wholeChains: consents,
      auditLog: { intact: true },
      figuresMended: [{ mended: 0 }],
      digests: [{ heads: consents }],
      jobsLeft: [],
    })
  })

  it('says how far it is, and lets no digest be made before its end', async () => {
    await beginYear(cutOff.config.dataDir, endsAt)
    const year = yearOf(cutOff)
    let made = 0
    await year.takeTurn('evidence.digests', async () => void made++)
    await year.takeTurn('reminders', async () => void (made += 10))
    expect([made, year.progressOf('another')]).toEqual([10, null])
  })

  it('that fails as a whole is given up, and digests are made again', async () => {
    const fault = new Error('no more connections')
    const openNone = () => Promise.reject(fault)
    const { config, logins } = cutOff
    const year = openDemoYear({ config, logins, log: silentLog, openApp: openNone }, { consents })
    await year.run()
    let made = 0
    await year.takeTurn('evidence.digests', async () => void made++)
    expect([made, readYearMark(config.dataDir)?.isOver]).toEqual([1, true])
  })
})

/** What proves that all of it came about as the product says, once it is looked at by the time of today. */
async function evidenceOf({ config, logins, owner }: Practice) {
  const [accounts, origin] = [demoAccounts(config.dataDir), config.publicAddress]
  const parts = { config, log: silentLog, logins, eventLoopDelayMsMax: null }
  const app = await openApp({ ...parts, clock: systemClock })
  try {
    const context = await createDemoContext({ app, accounts, origin, clock: createDemoClock() })
    const { rows: clinics } = await owner.query<{ id: string }>(
      'select distinct clinic_id as id from consents',
    )
    const clinicId = clinics[0]!.id
    const keeper = keyringKeeper(openKeyring(keySourceOf(config)))
    const cellKeys = await openCellKeys({ database: app.database, keeper, clock: systemClock }).load(clinicId)
    const scope = { tx: drizzle(owner), clinicId, cellKeys } as unknown as JobScope
    const chains = await verifyChainsAfter(scope, null)
    await app.sweep('audit.seal')
    const audit = await context.owner.call(contract.audit.verify, {})
    await app.sweep('evidence.digests')
    await app.jobs.drain()
    const rowsOf = async (query: string, values: string[] = []) => (await owner.query(query, values)).rows
    return {
      wholeChains: chains.filter(({ isWhole }) => isWhole).length,
      auditLog: { intact: audit!.intact },
      figuresMended: await rowsOf('select recount_clinic_figures($1::uuid) as mended', [clinicId]),
      digests: await rowsOf(
        'select jsonb_array_length(heads) as heads from chain_digests where clinic_id = $1',
        [clinicId],
      ),
      jobsLeft: await rowsOf(
        "select name, state from pgboss.job where name like 'demo-year.%' and state <> 'completed'",
      ),
    }
  } finally {
    await app.close()
  }
}
