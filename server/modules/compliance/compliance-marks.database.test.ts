import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { compliance_recount_sync_max } from '../../../contract/limits.ts'
import { transact, type JobCaller, type StaffScope } from '../../platform/database/transaction.ts'
import { seedConsent, type SeededChange } from '../../testing/seeded-consents.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { consentChecks, type ConsentCheck } from './compliance-checks.ts'
import type { Tallies } from './compliance-count-store.ts'
import { mark_rules_version } from './compliance-counting-store.ts'
import { consentFactsSql, type FactPeriod } from './compliance-facts-store.ts'
import { boundsOf, spansOf } from './compliance-rules.ts'

const { compliance } = contract
const zone = 'Europe/London'
const asked = { period: 'quarter', from: '2024-05-10' } as const

let testApp: TestApp
let clinic: TestClinic
let version: { templateId: string; versionId: string }
const seeded: { consentId: string; patientId: string }[] = []

const seed = async (at: Date, change: SeededChange = {}) => {
  seeded.push(await seedConsent(testApp.owner, clinic, version, { ...change, at }))
}

beforeAll(async () => {
  testApp = await openTestApp()
  clinic = await testApp.addClinic('Marked')
  const { rows } = await testApp.owner.query<{ versionId: string }>(
    'select current_version_id as "versionId" from templates where id = $1',
    [clinic.templateId],
  )
  version = { templateId: clinic.templateId, versionId: rows[0]!.versionId }
  // Half an hour after midnight in summer is a day earlier by the clocks of the world.
  const days = ['2023-08-02T10:00Z', '2023-12-31T23:30Z', '2024-03-31T23:30Z', '2024-04-30T12:00Z']
  for (const day of [...days, '2024-06-30T22:59Z', '2024-06-30T23:01Z'].map((text) => new Date(text))) {
    await seed(day)
    await seed(day, { plan: { options: [] }, discussion: null })
    await seed(day, { consent: { status: 'withdrawn', started_at: null }, ended: ending, isReviewed: false })
  }
})
const ending = { event: 'consent.withdrawn', details: {}, doneAfter: true }

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Counted = { population: ConsentCheck['population']; span: number } & Record<string, string | number>

const columnsOf = ({ item, applies, met }: ConsentCheck): SQL =>
  sql`count(*) filter (where ${applies}) as ${sql.identifier(`${item}_of`)},
    count(*) filter (where ${applies} and ${met}) as ${sql.identifier(`${item}_count`)}`

/** The same counted afresh from the records of all these consents: what the kept days have to be. */
async function countFromRecords(scope: StaffScope, time: FactPeriod): Promise<Tallies> {
  const { rows } = await scope.tx.execute<Counted>(sql`${consentFactsSql(scope, time)}
    select population, span, ${sql.join(consentChecks.map(columnsOf), sql`, `)}
    from facts cross join lateral (values ('completed', completed), ('started', started), ('ended', ended))
      as counted (population, span)
    where span > 0 group by population, span`)
  return new Map(
    consentChecks.map(({ item, population }) => {
      const spans = Array.from({ length: time.bounds.length - 1 }, () => ({ count: 0, of: 0 }))
      for (const row of rows)
        if (row.population === population)
          spans[row.span - 1] = { count: Number(row[`${item}_count`]), of: Number(row[`${item}_of`]) }
      return [item, spans]
    }),
  )
}

/** What each item counts in each span, from all records anew. */
async function recountedFromRecords(timeZone = zone) {
  const caller = {
    audience: 'job',
    clinicId: clinic.id,
    actor: { kind: 'system', role: 'system' },
  } as JobCaller
  const spans = spansOf(asked, '2024-05-10')!
  const found = await transact(testApp.app.database, caller, {
    now: testApp.clock.now(),
    work: (scope) => countFromRecords(scope, { bounds: boundsOf(spans, timeZone), timeZone }),
    beforeCommit: () => null,
  })
  return Object.fromEntries(found)
}
const overview = () => clinic.as('manager').callOk(compliance.overview, asked)
const overviewCounts = async () => {
  const ids = new Set(consentChecks.map(({ item }) => item))
  // How many began too late is told as the number of those that fall short.
  const met = (id: string, { count, of }: { count: number; of: number }) =>
    id === 'CQ12' ? of - count : count
  return Object.fromEntries(
    (await overview()).items
      .filter(({ id }) => ids.has(id))
      .map(({ id, trend }) => [id, trend.map((each) => ({ count: met(id, each), of: each.of }))]),
  )
}
const pendingCount = async () => {
  const { rows } = await testApp.owner.query('select 1 from compliance_waiting where clinic_id = $1', [
    clinic.id,
  ])
  return rows.length
}
const runRecount = async () => {
  await testApp.app.sweep('compliance.unmarked')
  await testApp.runJobs()
  expect(await pendingCount()).toBe(0)
}

describe('what the evidence list finds on each consent', () => {
  it('is the same looked at while it waits, kept by day, and counted afresh', async () => {
    const fresh = await recountedFromRecords()
    expect(fresh.CQ02!.map(({ count, of }) => [count, of])).toEqual([
      [2, 3],
      [2, 3],
      [0, 0],
      [6, 9],
    ])
    expect(await overviewCounts()).toEqual(fresh)
    await runRecount()
    expect(await overviewCounts()).toEqual(fresh)
    expect((await overview()).uncounted).toBe(0)
    // And is not counted twice.
    await runRecount()
    expect(await overviewCounts()).toEqual(fresh)
  })

  const changes: [string, string, (ids: { consentId: string; patientId: string }) => unknown[]][] = [
    [
      'a consent',
      'update consents set plan = plan || \'{"recommended":null}\' where id = $1',
      ({ consentId }) => [consentId],
    ],
    ['one made void', `update consents set status = 'voided' where id = $1`, ({ consentId }) => [consentId]],
    [
      'a conversation',
      `update consent_discussions set note = 'x' where consent_id = $1`,
      ({ consentId }) => [consentId],
    ],
    [
      'a chain',
      `update consent_events set previous_hash = 'x' where consent_id = $1 and number = 2`,
      ({ consentId }) => [consentId],
    ],
    [
      'a treatment',
      'update consent_items set price_pence = null where consent_id = $1',
      ({ consentId }) => [consentId],
    ],
    [
      'a treatment taken out',
      'delete from consent_items where consent_id = $1',
      ({ consentId }) => [consentId],
    ],
    [
      'a patient',
      `update patients set access_needs = '["interpreter"]' where id = $1`,
      ({ patientId }) => [patientId],
    ],
    [
      'a history',
      "update history_reviews set at = at - interval '90 days' where patient_id = $1",
      ({ patientId }) => [patientId],
    ],
    [
      'a signature',
      `update signatures set content_hash = repeat('b', 64) where consent_id = $1`,
      ({ consentId }) => [consentId],
    ],
  ]
  it.each(changes)(
    'is another after a change of %s, at once and when it was kept',
    async (what, change, ids) => {
      const before = await recountedFromRecords()
      const of = seeded[changes.findIndex(([each]) => each === what)]!
      const { rowCount } = await testApp.owner.query(change, ids(of))
      expect(rowCount).toBeGreaterThan(0)
      const after = await recountedFromRecords()
      expect(after).not.toEqual(before)
      expect(await pendingCount()).toBeGreaterThan(0)
      expect(await overviewCounts()).toEqual(after)
      await runRecount()
      expect(await overviewCounts()).toEqual(after)
    },
  )

  it('is another where the clocks of the practice are', async () => {
    await testApp.owner.query(`update clinics set time_zone = 'Asia/Tokyo' where id = $1`, [clinic.id])
    const fresh = await recountedFromRecords('Asia/Tokyo')
    expect(fresh).not.toEqual(await recountedFromRecords())
    expect(await overviewCounts()).toEqual(fresh)
    await runRecount()
    expect(await overviewCounts()).toEqual(fresh)
    await testApp.owner.query(`update clinics set time_zone = $2 where id = $1`, [clinic.id, zone])
    await runRecount()
    expect(await overviewCounts()).toEqual(await recountedFromRecords())
  })

  it('is told as it was kept where too much waits, with how much that is', async () => {
    const kept = await overviewCounts()
    await testApp.owner.query(
      `insert into compliance_waiting (clinic_id, consent_id)
       select $1, gen_random_uuid() from generate_series(1, $2::int)`,
      [clinic.id, compliance_recount_sync_max + 1],
    )
    expect((await overview()).uncounted).toBe(compliance_recount_sync_max + 1)
    expect(await overviewCounts()).toEqual(kept)
    await runRecount()
    expect((await overview()).uncounted).toBe(0)
    expect(await overviewCounts()).toEqual(await recountedFromRecords())
  })

  it('tells another practice nothing', async () => {
    expect((await testApp.clinicB.as('manager').callOk(compliance.overview, asked)).items[0]).toMatchObject({
      of: 0,
    })
  })
})

it('is looked at anew whenever what an item asks of a consent changes: then raise `mark_rules`', () => {
  const scope = { clinicId: '' } as Parameters<typeof consentFactsSql>[0]
  const time = { bounds: [new Date(0), new Date(0)], timeZone: zone }
  const dialect = new PgDialect()
  const hash = createHash('sha256')
  for (const part of [
    consentFactsSql(scope, time),
    ...consentChecks.flatMap(({ applies, met }) => [applies, met]),
  ]) {
    const { sql, params } = dialect.sqlToQuery(part)
    hash.update(JSON.stringify([sql.replaceAll(/\s+/g, ' '), params]))
  }
  expect({ rules: mark_rules_version, of: hash.digest('hex').slice(0, 16) }).toMatchInlineSnapshot(`
    {
      "of": "51537a578117c5a8",
      "rules": 1,
    }
  `)
})
