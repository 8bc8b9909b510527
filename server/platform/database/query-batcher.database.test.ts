import { and, asc, gt, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase, type Database } from './database.ts'
import { preparedIds, preparedInsert, preparedQuery, whereOwn, whereOwnIn } from './prepared-query.ts'
import { toCombinable } from './combined-select.ts'
import { openTx, type Tx } from './transaction.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const schema = pgSchema('batched')
const things = schema.table('things', {
  clinicId: uuid('clinic_id').notNull(),
  number: integer('number').notNull(),
  name: text('name', { enum: ['a "quoted" \\ ü 😀\nname', 'b'] }),
  isTrue: boolean('is_true'),
  big: bigint('big', { mode: 'bigint' }),
  size: bigint('size', { mode: 'number' }),
  on: date('on'),
  day: date('day', { mode: 'date' }),
  at: timestamp('at', { withTimezone: true, precision: 3 }),
  atText: timestamp('at_text', { withTimezone: true, mode: 'string' }),
  local: timestamp('local'),
  said: jsonb('said'),
  names: text('names').array(),
  ids: uuid('ids').array(),
})
const files = schema.table('files', {
  clinicId: uuid('clinic_id').notNull(),
  number: integer('number').notNull(),
  content: bytes('content'),
})
const clinicId = '00000000-0000-4000-8000-000000000001'

let testApp: TestApp
let database: Database
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.owner.query(`create schema batched;
    create table batched.things (clinic_id uuid not null, number int not null, name text, is_true boolean, big bigint,
      size bigint, "on" date, day date, at timestamptz(3), at_text timestamptz, local timestamp, said jsonb,
      names text[], ids uuid[]);
    create table batched.files (clinic_id uuid not null, number int not null, content bytea);
    grant usage on schema batched to public; grant select, insert, delete on all tables in schema batched to public`)
  database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
  await within(async (tx) => {
    const [first, second] = things.name.enumValues
    await tx.insert(things).values([
      { clinicId, number: 2 },
      {
        ...{
          clinicId,
          number: 1,
          name: first,
          isTrue: false,
          big: 9_223_372_036_854_775_807n,
          size: 2 ** 53 - 1,
        },
        ...{ on: '1931-02-28', day: new Date('2026-11-28'), at: new Date('2026-03-29T00:59:59.987Z') },
        ...{ atText: '1999-12-31 23:59:59.123456+00', local: new Date('2026-07-01T12:00:00Z') },
        ...{ said: { n: 0.1, deep: [null, 'x', { y: true }] }, names: ['a,b', '"', ''], ids: [clinicId] },
      },
      { clinicId, number: 3, name: second, isTrue: true, said: 'a text', names: [], at: new Date(0) },
    ])
    await tx.insert(files).values({ clinicId, number: 1, content: Buffer.from([0, 255]) })
  })
})
afterAll(async () => {
  await database.close()
  await testApp.owner.query('drop schema batched cascade')
  await testApp.close()
})

const within = <T>(work: (tx: Tx, sent: string[]) => Promise<T>) =>
  database.borrow(async (client) => {
    const tx = openTx(client)
    const sent: string[] = []
    const own = client as unknown as { query: (...asked: unknown[]) => unknown }
    const query = own.query
    own.query = (...asked) => {
      const [given] = asked as [string | { text: string }]
      sent.push(typeof given === 'string' ? given : given.text)
      return query(...asked)
    }
    try {
      return await work(tx, sent)
    } finally {
      own.query = query
    }
  })

const byNumber = preparedQuery('batched_things', (tx) =>
  tx
    .select()
    .from(things)
    .where(whereOwnIn(things, things.clinicId, 'ids'))
    .orderBy(asc(things.number)),
)
const ofNumber = preparedQuery('batched_thing', (tx) =>
  tx
    .select({ name: things.name, at: things.at })
    .from(things)
    .where(whereOwn(things, things.number, 'number')),
)
const upperName = sql`upper(${things.name})`.mapWith(things.name).as('upper_name')
const joinFiles = sql`${files.number} = ${things.number}`
const grouped = preparedQuery('batched_groups', (tx) =>
  tx
    .select({ thing: things, file: { of: files.number }, upperName })
    .from(things)
    .innerJoin(files, joinFiles),
)
const idsUpTo = preparedIds('batched_ids', (tx) =>
  tx
    .select({ id: things.clinicId })
    .from(things)
    .where(sql`${things.number} <= ${sql.placeholder('upTo')}`),
)
const idsOfIds = preparedIds('batched_ids_of_ids', (tx) =>
  tx
    .select({ id: things.clinicId })
    .from(things)
    .where(whereOwnIn(things, things.clinicId, 'ids')),
)
const ofIdsAbove = preparedQuery('batched_above', (tx) =>
  tx
    .select({ number: things.number })
    .from(things)
    .where(and(whereOwnIn(things, things.clinicId, 'ids'), gt(things.number, sql.placeholder('above'))))
    .orderBy(asc(things.number))
    .limit(2),
)
const contents = preparedQuery('batched_files', (tx) => tx.select().from(files))
const contentsOf = preparedQuery('batched_files_of', (tx) =>
  tx
    .select()
    .from(files)
    .where(whereOwnIn(files, files.clinicId, 'ids')),
)
const add = preparedInsert('batched_added', files)

it('answers in one statement what each select answers alone, in its order, whatever its columns are', async () => {
  await within(async (tx, sent) => {
    const alone = await byNumber({ tx, clinicId }, { ids: [clinicId] })
    const [first] = await ofNumber({ tx, clinicId }, { number: 1 })
    sent.length = 0
    const [batched, [one], none] = await Promise.all([
      byNumber({ tx, clinicId }, { ids: [clinicId] }),
      ofNumber({ tx, clinicId }, { number: 1 }),
      ofNumber({ tx, clinicId }, { number: 99 }),
    ])
    expect(batched).toEqual(alone)
    expect(batched.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(batched[0]!.at).toEqual(new Date('2026-03-29T00:59:59.987Z'))
    expect(one).toEqual(first)
    expect(none).toEqual([])
    expect(sent).toHaveLength(2)
  })
})

it('answers the groups of a join as they are answered alone', async () => {
  await within(async (tx, sent) => {
    const [alone] = await grouped({ tx, clinicId })
    sent.length = 0
    const [[batched]] = await Promise.all([
      grouped({ tx, clinicId }),
      ofNumber({ tx, clinicId }, { number: 1 }),
    ])
    expect(sent).toHaveLength(1)
    expect(batched).toEqual(alone)
    expect(batched).toMatchObject({ thing: { number: 1 }, file: { of: 1 } })
    expect(batched!.upperName).toBe(batched!.thing.name!.toUpperCase())
    expect(toCombinable(tx.select({ thing: things }).from(things).leftJoin(files, joinFiles))).toBeNull()
  })
})

it('asks once for what is asked twice in a turn', async () => {
  await within(async (tx, sent) => {
    const asked = [1, 1].map((number) => ofNumber({ tx, clinicId }, { number }))
    const [one, other] = await Promise.all(asked)
    expect(one).toEqual(other)
    expect(sent).toHaveLength(1)
  })
})

it('finds the ids that a query is asked about in the statement of the query', async () => {
  await within(async (tx, sent) => {
    const some = idsOfIds({ ids: idsUpTo({ upTo: 2 }) })
    const none = idsUpTo({ upTo: 0 })
    const asked = await Promise.all([
      byNumber({ tx, clinicId }, { ids: some }),
      ofIdsAbove({ tx, clinicId }, { ids: some, above: 1 }),
      ofNumber({ tx, clinicId }, { number: 1 }),
    ])
    expect(asked.map((rows) => rows.length)).toEqual([3, 2, 1])
    expect(sent).toHaveLength(1)
    expect(await ofIdsAbove({ tx, clinicId }, { ids: some, above: 2 })).toEqual([{ number: 3 }])
    expect(await byNumber({ tx, clinicId }, { ids: none })).toEqual([])
    expect(sent).toHaveLength(3)
    expect(await byNumber({ tx, clinicId }, { ids: [clinicId] })).toHaveLength(3)
  })
})

it('asks for ids first where the query is sent alone', async () => {
  await within(async (tx, sent) => {
    const some = idsOfIds({ ids: idsUpTo({ upTo: 2 }) })
    expect(await contentsOf({ tx, clinicId }, { ids: some })).toHaveLength(1)
    expect(sent).toHaveLength(3)
    const asked = [2, 0].map((upTo) => ofIdsAbove({ tx, clinicId }, { ids: idsUpTo({ upTo }), above: 2 }))
    expect((await Promise.all(asked)).map((rows) => rows.length)).toEqual([1, 0])
    expect(sent).toHaveLength(6)
  })
})

it('stays before what is written after it, and sees what was written before', async () => {
  await within(async (tx) => {
    const asked = [byNumber({ tx, clinicId }, { ids: [clinicId] }), ofNumber({ tx, clinicId }, { number: 4 })]
    const written = tx.insert(things).values({ clinicId, number: 4 }).execute()
    const [before, found] = await Promise.all(asked)
    await written
    expect([before!.length, found!.length]).toEqual([3, 0])
    expect(await ofNumber({ tx, clinicId }, { number: 4 })).toHaveLength(1)
    await tx.delete(things).where(sql`${things.number} = 4`)
  })
})

it('sends alone what cannot come as JSON, what locks and what writes', async () => {
  await within(async (tx, sent) => {
    await Promise.all([
      contents({ tx }),
      ofNumber({ tx, clinicId }, { number: 1 }),
      add(tx, { clinicId, number: 2, content: null }),
      byNumber({ tx, clinicId }, { ids: [clinicId] }),
    ])
    expect(sent).toHaveLength(4)
    expect((await contents({ tx }))[0]!.content).toEqual(Buffer.from([0, 255]))
    expect(toCombinable(tx.select().from(things).for('update'))).toBeNull()
    expect(toCombinable(tx.select({ n: sql<number>`1` }).from(things))).toBeNull()
  })
})

it('tells everybody who asked why it failed', async () => {
  await within(async (tx) => {
    const asked = [byNumber({ tx, clinicId }, { ids: ['none'] }), ofNumber({ tx, clinicId }, { number: 1 })]
    const told = await Promise.allSettled(asked)
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
