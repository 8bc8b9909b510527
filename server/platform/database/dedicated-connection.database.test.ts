import pg from 'pg'
import { inject, expect, it } from 'vitest'
import type {} from '../../testing/test-logins.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'

const login = () => ({ ...inject('logins').owner, database: 'postgres' })
const backendOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

it('a connection that is lost between two queries ends the work with it, and not the process', async () => {
  const work = withDedicatedConnection(login(), async (client) => {
    const lost = new Promise<void>((resolve) => void client.once('end', resolve))
    const pid = await backendOf(client)
    await withDedicatedConnection(login(), (other) => other.query('select pg_terminate_backend($1)', [pid]))
    await lost
    await client.query('select 1')
  })
  await expect(work).rejects.toThrow('not queryable')
})

it('a connection is ended with what it was taken for, also where that failed', async () => {
  let [held, failed] = [0, 0]
  await withDedicatedConnection(login(), async (client) => void (held = await backendOf(client)))
  const failing = withDedicatedConnection(login(), async (client) => {
    failed = await backendOf(client)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await withDedicatedConnection(login(), (client) =>
    expect
      .poll(async () => {
        const { rows } = await client.query('select from pg_stat_activity where pid = any($1)', [
          [held, failed],
        ])
        return rows.length
      })
      .toBe(0),
  )
})
