import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, type DatabaseConfig } from './config.ts'
import { assertEngineFits, assertOneServer, distributionFor } from './database-engine.ts'
import { withDedicatedConnection } from './platform/database/dedicated-connection.ts'
import { cloneDatabase, newDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const address = 'postgres://candour@database/candour'
const configOf = (engine: string): DatabaseConfig =>
  readConfig({
    ...{ DATABASE_URL: address, DATABASE_OWNER_URL: address, DATABASE_AUTH_URL: address },
    ...{ MASTER_KEY: '0'.repeat(64), DATABASE_ENGINE: engine },
  }).database
const plain = configOf('postgresql')
const citus = configOf('citus')

describe('the engine that the settings name', () => {
  it('spreads tables where it is Citus, and not in the embedded database', () => {
    expect(distributionFor({ embedded: true })).toBeUndefined()
    expect(distributionFor(plain)).toBeUndefined()
    expect(distributionFor(citus)?.local.length).toBeGreaterThan(0)
  })

  it('is PostgreSQL where nothing is spread', async () => {
    await expect(assertEngineFits(plain, database.logins.owner)).resolves.toBeUndefined()
    await expect(assertEngineFits({ embedded: true }, database.logins.owner)).resolves.toBeUndefined()
  })

  it('is not Citus where the database has no such extension, and says so', async () => {
    const { logins, drop } = await newDatabase()
    await expect(assertEngineFits(citus, logins.owner)).rejects.toThrow('DATABASE_ENGINE: is citus, but')
    await drop()
  })

  it('is Citus where tables are spread, and says so', async () => {
    const owner = { ...database.logins.owner, options: '-c search_path=public,engine' }
    await withDedicatedConnection(owner, (client) =>
      client.query(
        `create schema engine; create table engine.pg_dist_partition as select 'consents'::regclass as logicalrelid`,
      ),
    )
    await expect(assertEngineFits(plain, owner)).rejects.toThrow('DATABASE_ENGINE: must be citus')
  })

  it('stops commands that were never tried on a cluster', () => {
    expect(() => assertOneServer(citus)).toThrow('DATABASE_ENGINE: this command is not made for citus')
    expect(() => assertOneServer(plain)).not.toThrow()
    expect(() => assertOneServer({ embedded: true })).not.toThrow()
  })
})
