import { sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClinicCaller, IntegrationCaller, PatientCaller } from '../../contract/access.ts'
import { contract } from '../../contract/index.ts'
import { assertOwnerPastPooler, assertPoolerFits } from '../../server/logins.ts'
import { clientConfigOf, session_limits } from '../../server/platform/database/database-login.ts'
import { openDatabase, type Database } from '../../server/platform/database/database.ts'
import { transact, type Caller } from '../../server/platform/database/transaction.ts'
import { UploadLocks } from '../../server/platform/files/upload-locks.ts'
import { openLiveFeed, publishLiveEvent } from '../../server/platform/live/live-feed.ts'
import { silentLog } from '../../server/testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { signatureFor } from '../../server/testing/test-clinic.ts'
import { cloneDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import {
  findPgBouncer,
  startTransactionPooler,
  type TransactionPooler,
} from '../../server/testing/transaction-pooler.ts'

// The whole product through PgBouncer, with two connections to the server for each login, none of which is reset
// between two transactions: what one left in its session would be the next one's.

const pgbouncer = findPgBouncer()
if (!pgbouncer)
  console.log('PgBouncer is not installed: nothing is tried through a pooler (apt install pgbouncer)')
const ways = [{ keepsPrepared: false }, ...(pgbouncer?.keepsPrepared ? [{ keepsPrepared: true }] : [])]
const pool_size = 2

describe.skipIf(!pgbouncer).each(ways)(
  'through a pooler, statements kept prepared: $keepsPrepared',
  (way) => {
    let direct: TestDatabase
    let pooler: TransactionPooler
    let testApp: TestApp
    let database: Database

    beforeAll(async () => {
      direct = await cloneDatabase()
      const { owner, app, auth } = direct.logins
      pooler = await startTransactionPooler({ logins: [app, auth], poolSize: pool_size, ...way })
      testApp = await openTestApp({
        logins: { owner, app: pooler.through(app), auth: pooler.through(auth), session: app },
        drop: direct.drop,
      })
      database = testApp.app.database
    })
    afterAll(async () => {
      expect(testApp.loggedErrors).toEqual([])
      await testApp.close()
      await pooler.stop()
    })

    const visit = {
      ...{ requestId: 'r', ip: 'unknown', userAgent: 'unknown', sessionId: null },
      ...{ language: 'unknown', timezone: 'UTC' },
    }
    const actor = { kind: 'system', role: 'system' } as never
    const staffOf = ({ id, staff }: TestApp['clinicA']): ClinicCaller => ({
      ...{ audience: 'clinic', clinicId: id, staffId: staff.dentist.staffId!, actor, visit },
      ...{ holder: { role: 'clinic_staff', level: 2, flags: {} }, provedAt: new Date(0) },
    })

    /** An app that was opened at one patient. */
    const appOf = ({ id }: TestApp['clinicA'], patientId: string): IntegrationCaller => ({
      ...{ audience: 'integration', clinicId: id, keyId: id, patientId, scopes: [], visit },
      actor: { kind: 'integration', keyId: id, name: 'App', role: 'integration' },
    })

    /** What a session is set to, and whose it is. */
    const settingsText = `select pg_backend_pid() as pid, current_user as role,
    coalesce(current_setting('app.clinic_id', true), '') as clinic,
    coalesce(current_setting('app.consent_ids', true), '') as consents,
    coalesce(current_setting('app.group_id', true), '') as "group",
    coalesce(current_setting('app.patient_id', true), '') as "onePatient",
    current_setting('plan_cache_mode') as plans, current_setting('transaction_read_only') as "readOnly",
    current_setting('statement_timeout') as "statementTimeout",
    current_setting('idle_in_transaction_session_timeout') as "idleTimeout",
    (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
    type Settings = Record<
      'role' | 'clinic' | 'consents' | 'group' | 'onePatient' | 'plans' | 'readOnly',
      string
    > & {
      pid: number
    }
    const bareSettings = async (): Promise<Settings> =>
      database.borrow(async (client) => {
        const { rows } = await client.query<Settings>(`${settingsText} where $1::int = 1`, [1])
        return rows[0]!
      })
    const settingsIn = (
      caller: Caller,
      options: { readsOnce?: boolean; isReadOnly?: boolean } = {},
    ): Promise<Settings> =>
      transact(database, caller, {
        ...{ now: new Date(), ...options, beforeCommit: () => null },
        work: async ({ tx }) =>
          (await tx.execute<Settings>(sql`${sql.raw(settingsText)} where ${1}::int = 1`)).rows[0]!,
      })
    const left = {
      ...{ clinic: '', consents: '', group: '', onePatient: '', plans: 'auto', readOnly: 'off', locks: 0 },
      ...{ statementTimeout: '0', idleTimeout: '0' },
    }

    it('lends each connection to one transaction after the other, and no more of them than it may', async () => {
      const clinics = [testApp.clinicA, testApp.clinicB]
      /** Whom each connection to the server has served. */
      const served = new Map<number, Set<string>>()
      const haveServedBoth = () => [...served.values()].every((ids) => ids.size === clinics.length)
      do {
        await Promise.all(
          Array.from({ length: 60 }, async () => {
            const clinic = clinics[randomInt(clinics.length)]!
            const { pid, role, clinic: own } = await settingsIn(staffOf(clinic))
            expect([role, own]).toEqual(['candour_clinic', clinic.id])
            served.set(pid, (served.get(pid) ?? new Set()).add(own))
          }),
        )
      } while (!haveServedBoth())
      expect(served.size).toBe(pool_size)
      // Ours are more than there are.
      expect(database.connections().idle).toBeGreaterThan(pool_size)
    })

    it('leaves nothing of a practice to whoever is lent the connection next', async () => {
      const { consentId } = await testApp.clinicA.addSent()
      const patient: PatientCaller = {
        ...{ audience: 'patient', clinicId: testApp.clinicA.id, consentIds: [consentId] },
        ...{ patientId: testApp.clinicA.id, linkId: null, actor, visit },
      } as never
      const staff = staffOf(testApp.clinicA)
      const group: Caller = { audience: 'group', groupId: testApp.clinicA.id, actor, visit } as never
      const app = appOf(testApp.clinicA, await testApp.clinicA.addPatient())
      const failing = (
        work: Parameters<typeof transact<Caller, unknown>>[2]['work'],
        caller: Caller = staff,
      ) => transact(database, caller, { now: new Date(), work, beforeCommit: () => null }).catch(() => {})
      const attacks: (() => Promise<unknown>)[] = [
        () => settingsIn(staff),
        () => settingsIn(patient),
        () => settingsIn(group),
        () => settingsIn(app),
        () => settingsIn(app, { isReadOnly: true, readsOnce: true }),
        () => failing(({ tx }) => tx.execute(sql`select ${1}::int / 0`), app),
        () => settingsIn(staff, { isReadOnly: true }),
        () => settingsIn(staff, { isReadOnly: true, readsOnce: true }),
        // Thrown by the product, and by the database.
        () => failing(() => Promise.reject(new Error('on purpose'))),
        () => failing(({ tx }) => tx.execute(sql`select ${1}::int / 0`)),
        () => failing(({ tx }) => tx.execute(sql`select ${1}::int / 0`), patient),
        // Locks that are a transaction's own.
        () => failing(({ tx }) => tx.execute(sql`select pg_advisory_xact_lock(${7_777})`)),
        // A line that breaks in the midst of it.
        () =>
          failing(async ({ tx }) => {
            const { $client } = tx as typeof tx & { $client: { connection: { stream: { destroy(): void } } } }
            await tx.execute(sql`select ${1}::int`)
            $client.connection.stream.destroy()
          }),
      ]
      for (const attack of attacks)
        for (let turn = 0; turn < 3; turn++) {
          await attack()
          const after = await Promise.all(Array.from({ length: 4 }, bareSettings))
          for (const one of after)
            expect(one).toEqual({ ...left, role: testApp.logins.app.user, pid: one.pid })
          expect((await settingsIn(staffOf(testApp.clinicB))).clinic).toBe(testApp.clinicB.id)
        }
    })

    it('keeps an app to its patient, also where it asks once', async () => {
      const { patientId } = await testApp.clinicA.addSent()
      const { patientId: other } = await testApp.clinicA.addSent()
      const key: IntegrationCaller = appOf(testApp.clinicA, patientId)
      const { patientId: _, ...ofPractice } = key
      const seenBy = (caller: Caller) =>
        transact(database, caller, {
          ...{ now: new Date(), isReadOnly: true, readsOnce: true, beforeCommit: () => null },
          work: async ({ tx }) => {
            const found = await tx.execute<{ id: string }>(
              sql`select id from patients where id = any(${sql.param([patientId, other])}::uuid[])`,
            )
            return found.rows.map(({ id }) => id)
          },
        })
      expect((await seenBy(ofPractice)).toSorted()).toEqual([patientId, other].toSorted())
      expect(await seenBy(key)).toEqual([patientId])
      expect(await settingsIn(key, { readsOnce: true })).toMatchObject({
        ...{ role: 'candour_integration', onePatient: patientId },
      })
    })

    it('tells each transaction its limits, which a lent connection does not have', async () => {
      const expected = { statementTimeout: '15s', idleTimeout: '20s' }
      expect([session_limits.statement_timeout, session_limits.idle_in_transaction_session_timeout]).toEqual([
        15_000, 20_000,
      ])
      const staff = staffOf(testApp.clinicA)
      expect(await settingsIn(staff)).toMatchObject(expected)
      expect(await settingsIn(staff, { isReadOnly: true, readsOnce: true })).toMatchObject(expected)
    })

    it('keeps two practices that sign and list at once apart, with their jobs and their audit logs whole', async () => {
      const clinics = [testApp.clinicA, testApp.clinicB]
      const before = await Promise.all(clinics.map(countConsents))
      const each = 6
      await Promise.all(
        clinics.flatMap((clinic) =>
          Array.from({ length: each }, async () => {
            const viewed = await clinic.addViewed()
            await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed))
            const { clinicId } = await ownerOf(viewed.consentId)
            expect(clinicId).toBe(clinic.id)
          }),
        ),
      )
      expect(await Promise.all(clinics.map(countConsents))).toEqual(before.map((count) => count + each))
      expect(await testApp.runJobs()).toBeGreaterThan(0)
      const { rows } = await testApp.owner.query<{ state: string; count: number }>(
        `select state, count(*)::int from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1`,
      )
      expect(rows).toEqual([])
      await testApp.sealAuditLog()
      for (const { staff } of clinics)
        expect((await testApp.as(staff.owner).callOk(contract.audit.verify, {})).intact).toBe(true)
    })

    const countConsents = async ({ staff }: TestApp['clinicA']): Promise<number> =>
      (await testApp.as(staff.owner).callOk(contract.consents.list, {})).total
    const ownerOf = async (consentId: string): Promise<{ clinicId: string }> => {
      const { rows } = await testApp.owner.query<{ clinicId: string }>(
        'select clinic_id as "clinicId" from consents where id = $1',
        [consentId],
      )
      return rows[0]!
    }

    it('works jobs off as the product does when it serves', async () => {
      const jobs = testApp.app.jobs
      await jobs.work()
      const viewed = await testApp.clinicA.addViewed()
      await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed))
      for (;;) {
        const { rows } = await testApp.owner.query<{ open: number }>(
          `select count(*)::int as open from pgboss.job where state < 'completed'`,
        )
        if (rows[0]!.open === 0) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const { status } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, viewed)
      expect(status).toBe('signed')
    })

    it('hears news on a session of its own that were told through the pooler', async () => {
      const feed = openLiveFeed(testApp.logins.session!, silentLog)
      const heard = Promise.withResolvers<object>()
      await feed.open({ onEvent: heard.resolve, onGap() {} })
      const news = { clinicId: testApp.clinicA.id, topic: 'consents' }
      await database.borrow((client) => publishLiveEvent(client, news))
      expect(await heard.promise).toEqual(news)
      await feed.close()
    })

    it('keeps the locks of uploads on a session of their own, which ends when nothing is uploaded', async () => {
      const [one, other] = [1, 2].map(() => new UploadLocks(testApp.logins.session!, silentLog, 0)) as [
        UploadLocks,
        UploadLocks,
      ]
      const held = one.newLock('upload')
      await held.lock(new AbortController().signal, () => {})
      const late = AbortSignal.abort()
      await expect(other.newLock('upload').lock(late, () => {})).rejects.toMatchObject({ status_code: 500 })
      await held.unlock()
      await other.newLock('upload').lock(new AbortController().signal, () => {})
      await other.newLock('upload').unlock()
      const sessions = async () => {
        const { rows } = await testApp.owner.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and query like '%pg_advisory_unlock(%' and pid <> pg_backend_pid()`,
        )
        return rows[0]!.count
      }
      while ((await sessions()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all([one.close(), other.close()])
    })

    it('answers rightly or 503 while the lent connections are ended, and goes on', async () => {
      const ask = async () =>
        (await testApp.anonymous().call(contract.signing.open, { accessToken: 'x'.repeat(43) })).status
      for (let round = 0; round < 5; round++) {
        const asked = Array.from({ length: 16 }, ask)
        await testApp.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename in ('candour_app', 'candour_auth')`,
        )
        for (const status of await Promise.all(asked)) expect([404, 503]).toContain(status)
      }
      while ((await ask()) !== 404) await new Promise((resolve) => setTimeout(resolve, 20))
    })

    it('refuses a start where a session of its own would be lent as well', async () => {
      const { owner, app } = direct.logins
      const lent = clientConfigOf(pooler.through(app))
      await assertOwnerPastPooler({ owner, session: app })
      await expect(assertOwnerPastPooler({ owner: lent, session: app })).rejects.toThrow(
        'DATABASE_OWNER_URL: must lead',
      )
      // Without a pooler nobody asks.
      await assertOwnerPastPooler({ owner: lent, session: null })
      await assertPoolerFits({ app: pooler.through(app), session: app })
      await expect(assertPoolerFits({ app: pooler.through(app), session: lent })).rejects.toThrow(
        'DATABASE_SESSION_URL: must lead',
      )
    })

    it('refuses a start where statements would be kept that the pooler does not keep', async () => {
      const { app } = direct.logins
      const start = assertPoolerFits({
        app: { ...pooler.through(app), pooler: { keepsPrepared: true } },
        session: app,
      })
      if (way.keepsPrepared) await start
      else await expect(start).rejects.toThrow("DATABASE_PREPARED: must be 'off'")
    })

    it.runIf(way.keepsPrepared)(
      'asks anew when a table was changed under a plan that the pooler keeps',
      async () => {
        await testApp.owner.query('create schema release; create table release.kept (one int)')
        await testApp.owner.query(
          'insert into release.kept values (1); grant usage on schema release to candour_app',
        )
        await testApp.owner.query('grant select on release.kept to candour_app')
        // Two instances, of which neither knows of the other.
        const instances = [1, 2].map(() => openDatabase(testApp.logins.app, { log: silentLog }))
        const ask = (instance: Database) =>
          instance.borrow(async (client) => {
            const { rows } = await client.query('select * from release.kept where one = $1', [1])
            return rows as unknown
          })
        for (const instance of instances) for (let use = 0; use < 20; use++) await ask(instance)
        await testApp.owner.query('alter table release.kept add column other int')
        for (const instance of instances) {
          const answers = [await ask(instance).catch(String), await ask(instance).catch(String)]
          expect(answers.at(-1)).toEqual([{ one: 1, other: null }])
          // Again and again, whichever connection is lent.
          for (let use = 0; use < 20; use++) expect(await ask(instance)).toEqual([{ one: 1, other: null }])
          await instance.close()
        }
        await testApp.owner.query('drop schema release cascade')
      },
    )
  },
)
