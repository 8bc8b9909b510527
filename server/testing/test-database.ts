import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Logins } from './test-logins.ts'

/** A connection is waited for as long as it takes: a loaded machine is no outage. */
const long_timeout = { connectionTimeoutMillis: 300_000 }

export type TestDatabase = { logins: Logins; drop(): Promise<void> }

/** On each server, where there are several. */
async function asOwner(query: string): Promise<void> {
  for (const node of inject('nodes')) await asOwnerOf(node, query)
}

async function asOwnerOf(owner: pg.ClientConfig, query: string): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    await client.query(query)
  } finally {
    await client.end()
  }
}

/** A database of its own for one test file: migrated, with the shipped library, and nobody in it. */
export const cloneDatabase = (): Promise<TestDatabase> => makeDatabase(inject('logins').owner.database!)

/** One in which nothing was ever made. */
export const newDatabase = (): Promise<TestDatabase> => makeDatabase('template0')

async function makeDatabase(template: string): Promise<TestDatabase> {
  const { owner, app, auth, isSpread } = inject('logins')
  const database = `test_${randomBytes(8).toString('hex')}`
  // Without writing each page to the log as well, which takes a third of the processor's time more.
  await asOwner(`create database ${database} template ${template} strategy file_copy`)
  return {
    logins: {
      owner: { ...owner, database },
      app: { ...app, ...long_timeout, database },
      auth: { ...auth, ...long_timeout, database },
      ...(isSpread && { isSpread }),
    },
    drop: () => asOwner(`drop database ${database} with (force)`),
  }
}
