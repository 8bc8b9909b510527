import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClinicCaller, LinkCaller, PatientCaller } from '../../../contract/access.ts'
import { sql } from 'drizzle-orm'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { UnavailableError } from '../unavailable.ts'
import { openDatabase, type Database } from './database.ts'
import { transact, type Caller, type ClinicScope, type PendingJob } from './transaction.ts'

let testApp: TestApp
/** One connection, so that whatever a transaction left behind would meet the next. */
let database: Database

beforeAll(async () => {
  testApp = await openTestApp()
  database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
})

afterAll(async () => {
  await database.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const visit = {
  requestId: 'r',
  ip: 'unknown',
  userAgent: 'unknown',
  sessionId: null,
  language: 'unknown',
  timezone: 'UTC',
}
const actor = { kind: 'system', role: 'system' } as never

const clinicCaller = (): ClinicCaller => ({
  audience: 'clinic',
  clinicId: testApp.clinicA.id,
  staffId: testApp.clinicA.staff.dentist.staffId!,
  holder: { role: 'clinic_staff', level: 2, flags: {} },
  provedAt: new Date(0),
  actor,
  visit,
})

/** The same connections, whose statements that begin so are not reached. */
const failing = (database: Database, beginning: string): Database => ({
  ...database,
  borrow: (work) =>
    database.borrow((client) =>
      work(
        new Proxy(client, {
          get: (target, key) =>
            key === 'query'
              ? (text: string, ...rest: never[]) =>
                  typeof text === 'string' && text.startsWith(beginning)
                    ? Promise.reject(new Error('on purpose'))
                    : target.query(text, ...rest)
              : Reflect.get(target, key),
        }),
      ),
    ),
})

type Settings = { role: string; clinic: string | null; consents: string | null }

/** What the database knows of the scope inside a transaction of the caller. */
async function settingsOf(caller: Caller): Promise<Settings> {
  return transact(database, caller, {
    now: new Date(),
    work: async ({ tx }) => {
      const { rows } = await tx.execute<Settings>(
        sql`select current_user as role, current_setting('app.clinic_id', true) as clinic, current_setting('app.consent_ids', true) as consents`,
      )
      return rows[0]!
    },
    beforeCommit: () => async () => {},
  })
}

describe('a transaction', () => {
  it('runs as the role and in the clinic of its caller', async () => {
    expect(await settingsOf(clinicCaller())).toEqual({
      role: 'candour_clinic',
      clinic: testApp.clinicA.id,
      consents: '',
    })
    const consentIds = [crypto.randomUUID(), crypto.randomUUID()]
    const patient: PatientCaller = {
      audience: 'patient',
      clinicId: testApp.clinicB.id,
      patientId: 'p',
      linkId: 'l',
      consentIds,
      actor,
      visit,
    }
    expect(await settingsOf(patient)).toEqual({
      role: 'candour_patient',
      clinic: testApp.clinicB.id,
      consents: consentIds.join(','),
    })
    const link: LinkCaller = {
      audience: 'link',
      clinicId: testApp.clinicB.id,
      linkId: 'l',
      consentIds,
      actor,
      visit,
    }
    expect(await settingsOf(link)).toEqual({
      role: 'candour_link',
      clinic: testApp.clinicB.id,
      consents: consentIds.join(','),
    })
    expect(await settingsOf({ audience: 'admin', provedAt: new Date(0), actor, visit })).toEqual({
      role: 'candour_admin',
      clinic: '',
      consents: '',
    })
    expect(await settingsOf({ audience: 'sweep', actor, visit })).toEqual({
      role: 'candour_job',
      clinic: '',
      consents: '',
    })
  })

  it('leaves nothing of its scope on the connection', async () => {
    await settingsOf(clinicCaller())
    const left = await database.borrow((client) =>
      client.query(
        `select current_user as role, nullif(current_setting('app.clinic_id', true), '') as clinic`,
      ),
    )
    expect(left.rows).toEqual([{ role: 'candour_app', clinic: null }])
    await expect(database.borrow((client) => client.query('select * from patients'))).rejects.toThrow(
      'permission denied',
    )
  })

  it('that fails has changed nothing, and its connection serves the next', async () => {
    const before = await testApp.owner.query('select count(*) from patients')
    const failing = transact(database, clinicCaller(), {
      now: new Date(),
      work: async ({ tx, enqueue, clinicId }) => {
        await tx.execute(
          sql`insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text) values (${clinicId}, 'A', 'B', '1980-01-01', 'a b')`,
        )
        enqueue('consents.expire', { clinicId })
        throw new Error('on purpose')
      },
      beforeCommit: () => async () => {
        throw new Error('closing ran for work that failed')
      },
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect((await testApp.owner.query('select count(*) from patients')).rows).toEqual(before.rows)
    expect((await settingsOf(clinicCaller())).role).toBe('candour_clinic')
  })

  it('that only reads is refused every write by the database itself', async () => {
    const writing = transact(database, clinicCaller(), {
      now: new Date(),
      isReadOnly: true,
      work: ({ tx }) => tx.execute(sql`update clinics set name = 'Renamed'`),
      beforeCommit: () => null,
    })
    await expect(writing).rejects.toMatchObject({
      cause: { message: 'cannot execute UPDATE in a read-only transaction' },
    })
    expect((await settingsOf(clinicCaller())).role).toBe('candour_clinic')
  })

  it('that only reads sees everything as it was at one moment', async () => {
    const nameOf = ({ tx }: ClinicScope) => tx.execute<{ name: string }>(sql`select name from clinics`)
    const seen = await transact(database, clinicCaller(), {
      now: new Date(),
      isReadOnly: true,
      work: async (scope) => {
        const before = await nameOf(scope)
        await testApp.owner.query(`update clinics set name = 'Meanwhile' where id = $1`, [testApp.clinicA.id])
        return [before.rows, (await nameOf(scope)).rows]
      },
      beforeCommit: () => null,
    })
    await testApp.owner.query(`update clinics set name = 'Harbour Street' where id = $1`, [
      testApp.clinicA.id,
    ])
    expect(seen).toEqual([[{ name: 'Harbour Street' }], [{ name: 'Harbour Street' }]])
  })

  describe('that asks once', () => {
    const readOnce = <R>(work: (scope: ClinicScope) => Promise<R>) =>
      transact(database, clinicCaller(), {
        ...{ now: new Date(), isReadOnly: true, readsOnce: true },
        work,
        beforeCommit: () => null,
      })
    const scopeOf = ({ tx }: ClinicScope) =>
      tx.execute<Settings & { readonly: string; plan: string; found: number }>(sql`
        select current_user as role, current_setting('app.clinic_id', true) as clinic,
          current_setting('transaction_read_only') as readonly, current_setting('plan_cache_mode') as plan,
          (select count(*)::int from clinics) as found where ${1}::int = 1`)

    it('has its role and its clinic, and leaves nothing of them to what comes next', async () => {
      const expected = {
        role: 'candour_clinic',
        clinic: testApp.clinicA.id,
        readonly: 'on',
        plan: 'auto',
        found: 1,
      }
      for (let time = 0; time < 3; time++) expect((await readOnce(scopeOf)).rows).toEqual([expected])
      const bare = await database.borrow((client) =>
        client.query(`select current_user as role, current_setting('app.clinic_id', true) as clinic,
          current_setting('transaction_read_only') as readonly`),
      )
      expect(bare.rows).toEqual([{ role: testApp.logins.app.user, clinic: '', readonly: 'off' }])
    })

    it('is refused every write by the database itself', async () => {
      const writing = readOnce(({ tx }) => tx.execute(sql`update clinics set name = ${'Renamed'}`))
      await expect(writing).rejects.toMatchObject({
        cause: { message: 'cannot execute UPDATE in a read-only transaction' },
      })
      expect((await readOnce(scopeOf)).rows).toMatchObject([{ found: 1 }])
    })

    it('says what is wrong with what it asks, and the connection goes on', async () => {
      await expect(readOnce(({ tx }) => tx.execute(sql`select ${1}::int / 0`))).rejects.toMatchObject({
        cause: { message: 'division by zero' },
      })
      expect((await settingsOf(clinicCaller())).role).toBe('candour_clinic')
    })

    it('is asked again where it could not be prepared the first time on a connection', async () => {
      const fresh = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
      const read = () =>
        transact(fresh, clinicCaller(), {
          ...{ now: new Date(), isReadOnly: true, readsOnce: true },
          work: ({ tx }) =>
            tx
              .select({ one: sql<number>`1` })
              .from(sql`late_table`)
              .prepare('late_reading')
              .execute(),
          beforeCommit: () => null,
        })
      await expect(read()).rejects.toMatchObject({ cause: { code: '42P01' } })
      await testApp.owner.query('create table late_table (); grant select on late_table to candour_clinic')
      for (let time = 0; time < 2; time++) expect(await read()).toEqual([])
      await testApp.owner.query('drop table late_table')
      await fresh.close()
    })

    it('begins anew in a transaction where it asks again after all', async () => {
      const asked: number[] = []
      const answered = await readOnce(async (scope) => {
        asked.push(asked.length)
        const first = await scopeOf(scope)
        await testApp.owner.query(`update clinics set name = 'Meanwhile' where id = $1`, [testApp.clinicA.id])
        const second = await scope.tx.execute<{ name: string }>(sql`select name from clinics`)
        return [first.rows[0]!.found, second.rows]
      })
      expect(asked).toEqual([0, 1])
      // The name of before the second time began was changed by the first.
      expect(answered).toEqual([1, [{ name: 'Meanwhile' }]])
      await testApp.owner.query(`update clinics set name = 'Harbour Street' where id = $1`, [
        testApp.clinicA.id,
      ])
    })
  })

  it('that cannot begin says why, whatever was asked behind it, and does nothing', async () => {
    const unopened = transact(failing(database, 'begin'), clinicCaller(), {
      now: new Date(),
      work: ({ tx }) => tx.execute(sql`update clinics set name = 'Renamed'`),
      beforeCommit: () => null,
    })
    await expect(unopened).rejects.toThrow('on purpose')
    expect((await settingsOf(clinicCaller())).role).toBe('candour_clinic')
  })

  it('tells what failed, though of what was asked along with it is heard sooner', async () => {
    /** Whoever asked passes the error on late, through many hands. */
    async function passedOn<T>(asked: Promise<T>): Promise<T> {
      try {
        return await asked
      } catch (error) {
        for (let hands = 0; hands < 50; hands++) await Promise.resolve()
        throw error
      }
    }
    const failed = transact(database, clinicCaller(), {
      now: new Date(),
      work: async ({ tx }) => {
        await Promise.all([
          passedOn(Promise.resolve(tx.execute(sql`select 1 / 0`))),
          tx.execute(sql`select 1`),
        ])
      },
      beforeCommit: () => null,
    })
    // Heard last of all or not, as itself or wrapped with its query.
    const codeOf = (error: unknown): unknown =>
      error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined
    expect(await failed.catch(codeOf)).toBe('22012')
  })

  it('is undone by what closes it too, which runs as the bare login with what was enqueued', async () => {
    let seen: { role: string; pending: PendingJob[] } | undefined
    const failing = transact(database, clinicCaller(), {
      now: new Date(),
      work: async ({ tx, enqueue, clinicId }) => {
        await tx.execute(sql`update clinics set name = 'Renamed'`)
        enqueue('messages.send', { clinicId, messageId: 'm' })
      },
      beforeCommit: () => async (client, pending) => {
        const { rows } = await client.query<{ role: string }>('select current_user as role')
        seen = { role: rows[0]!.role, pending }
        throw new Error('on purpose')
      },
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(seen).toEqual({
      role: 'candour_app',
      pending: [{ queue: 'messages.send', data: { clinicId: testApp.clinicA.id, messageId: 'm' } }],
    })
    const { rows } = await testApp.owner.query('select name from clinics where id = $1', [testApp.clinicA.id])
    expect(rows).toEqual([{ name: 'Harbour Street' }])
  })

  it('refuses a second connection inside, which could lock up a full pool', async () => {
    const nested = transact(database, clinicCaller(), {
      now: new Date(),
      work: () => database.borrow(async () => 'never'),
      beforeCommit: () => async () => {},
    })
    await expect(nested).rejects.toThrow('second connection')
  })

  it('is not opened for an id that is none, so nothing can be slipped into its settings', async () => {
    for (const clinicId of ["x'; drop table patients; --", '', 'null', testApp.clinicA.id.toUpperCase()]) {
      await expect(settingsOf({ ...clinicCaller(), clinicId })).rejects.toThrow('an id that is none')
    }
    const patient = {
      audience: 'patient',
      clinicId: testApp.clinicA.id,
      patientId: 'p',
      linkId: 'l',
      actor,
      visit,
    } as const
    await expect(settingsOf({ ...patient, consentIds: ["a','b"] })).rejects.toThrow('an id that is none')
  })

  it('whose connection is lost says so as unavailable, and the pool takes a new one', async () => {
    const lost = transact(database, clinicCaller(), {
      now: new Date(),
      work: async ({ tx }) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await testApp.owner.query('select pg_terminate_backend($1)', [rows[0]!.pid])
        await tx.execute(sql`select 1`)
      },
      beforeCommit: () => async () => {},
    })
    await expect(lost).rejects.toBeInstanceOf(UnavailableError)
    expect((await settingsOf(clinicCaller())).role).toBe('candour_clinic')
  })
})
