import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { UnavailableError } from '../unavailable.ts'
import { openDatabase, type Database } from './database.ts'
import { runLongQuery } from './long-query.ts'
import { transact } from './transaction.ts'

let testApp: TestApp
let proxy: Server
let database: Database
/** Nothing passes any more, and nobody is told. */
let isCut = false
const open = new Set<Socket>()

beforeAll(async () => {
  testApp = await openTestApp()
  const { host, port } = testApp.logins.app
  proxy = createServer((caller) => {
    const server = connect(`${host}/.s.PGSQL.${port}`)
    for (const [from, to] of [
      [caller, server],
      [server, caller],
    ] as const) {
      open.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.on('data', (bytes: Buffer) => void (isCut || to.write(bytes)))
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const way = { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }
  // Longer than a statement on a busy machine, and shorter than anybody waits.
  const limits = { query_timeout: 3000, connectionTimeoutMillis: 3000 }
  const login = { ...testApp.logins.app, ...way, ...limits }
  database = openDatabase(login, { log: silentLog, connections_max: 1 })
})

afterAll(async () => {
  await database.close()
  for (const socket of open) socket.destroy()
  proxy.close()
  await testApp.close()
})

const answer = (text = 'select 1 as one') =>
  database.borrow(async (client) => (await client.query<{ one: number }>(text)).rows[0]!.one)

it('says that the database is away where the line was cut without a word, and goes on when it is mended', async () => {
  expect(await answer()).toBe(1)
  isCut = true
  await expect(answer()).rejects.toBeInstanceOf(UnavailableError)
  await expect(answer()).rejects.toBeInstanceOf(UnavailableError)
  isCut = false
  expect(await answer()).toBe(1)
})

it('does not wait a second time for the end of a transaction whose line was cut', async () => {
  const caller = { audience: 'sweep', actor: { kind: 'system', role: 'system' }, visit: {} } as never
  const asked: string[] = []
  const watched: Database = {
    ...database,
    borrow: (work) =>
      database.borrow((client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
        return work(
          Object.assign(Object.create(client) as typeof client, {
            query: (...given: unknown[]) => (asked.push(String(given[0])), query(...given)),
          }),
        )
      }),
  }
  isCut = true
  const cut = transact(watched, caller, { now: new Date(), work: async () => 1, beforeCommit: () => null })
  await expect(cut).rejects.toBeInstanceOf(UnavailableError)
  expect(asked).not.toContain('rollback')
  isCut = false
  expect(await answer()).toBe(1)
})

it('says that it is busy where a statement took longer than it may, and keeps the connection', async () => {
  const pid = await answer('select pg_backend_pid() as one')
  const waiting = database.borrow(async (client) => {
    await client.query('begin')
    try {
      await client.query(`set local statement_timeout = 50`)
      await client.query('select pg_sleep(60)')
    } finally {
      await client.query('rollback')
    }
  })
  await expect(waiting).rejects.toBeInstanceOf(UnavailableError)
  expect(await answer('select pg_backend_pid() as one')).toBe(pid)
})

it('says that it is away where the server ended a transaction that lay idle, and takes another connection', async () => {
  const pid = await answer('select pg_backend_pid() as one')
  const ended = answer(`do $$ begin raise exception using errcode = '25P03'; end $$`)
  await expect(ended).rejects.toBeInstanceOf(UnavailableError)
  expect(await answer('select pg_backend_pid() as one')).not.toBe(pid)
})

it('lets one statement take longer where that is asked for, and not the next', async () => {
  const caller = { audience: 'sweep', actor: { kind: 'system', role: 'system' }, visit: {} } as never
  const limits = await transact(database, caller, {
    now: new Date(),
    async work({ tx }: { tx: Parameters<typeof runLongQuery>[0] }) {
      const text = `select current_setting('statement_timeout') as limit, pg_sleep(3.5)`
      const during = await runLongQuery<{ limit: string }>(tx, { text, values: [], ms_max: 60_000 })
      const after = await tx.execute<{ limit: string }>(
        `select current_setting('statement_timeout') as limit`,
      )
      return [during[0]!.limit, after.rows[0]!.limit]
    },
    beforeCommit: () => null,
  })
  expect(limits).toEqual(['1min', '15s'])
})
