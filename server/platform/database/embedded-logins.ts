import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { readOrCreateSecret } from '../keys/secret-file.ts'

export type Passwords = Record<'owner' | 'app' | 'auth', string>

export const databaseName = 'candour'

/**
 * Makes the database and the logins the application uses. Passwords and attributes are set at every start,
 * so that a lost or altered one heals. What the logins may do inside comes from the migrations.
 */
export async function createLogins(owner: pg.Client, passwords: Passwords): Promise<void> {
  const has = async (query: string, name: string) => (await owner.query(query, [name])).rowCount === 1
  for (const part of ['app', 'auth'] as const) {
    const verb = (await has('select from pg_roles where rolname = $1', `candour_${part}`))
      ? 'alter'
      : 'create'
    await owner.query(
      `${verb} role candour_${part} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication
       password ${pg.escapeLiteral(passwords[part])}`,
    )
  }
  if (!(await has('select from pg_database where datname = $1', databaseName))) {
    await owner.query(`create database ${databaseName}`)
  }
  await owner.query(`revoke all on database ${databaseName} from public`)
  await owner.query(`grant connect on database ${databaseName} to candour_app, candour_auth`)
}

/** The passwords of the data directory, made at its first start. */
export function readPasswords(dataDir: string): Passwords {
  const make = () => randomBytes(24).toString('base64url')
  const file = path.join(dataDir, 'secrets', 'database.json')
  const text = readOrCreateSecret(file, () => JSON.stringify({ owner: make(), app: make(), auth: make() }))
  return JSON.parse(text) as Passwords
}
