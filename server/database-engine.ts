import type pg from 'pg'
import { ConfigError, type DatabaseConfig } from './config.ts'
import { withDedicatedConnection } from './platform/database/dedicated-connection.ts'
import { readSpreadTables, readTableKinds, type Distribution } from './platform/database/distribution.ts'
import { distribution } from './table-distribution.ts'

/** What each server of a cluster must be set to, for scopes, guards and policies to hold where the rows are. */
const required_settings = {
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
}

/** How tables are spread, where the settings say so. */
export const distributionFor = (config: DatabaseConfig): Distribution | undefined =>
  !config.embedded && config.engine === 'citus' ? distribution : undefined

/**
 * Stops a start where the engine is not the one that the settings name, before anything is migrated: tables that are spread
 * need another form of some statements, and tables with rows of practices cannot be spread any more.
 */
export async function assertEngineFits(config: DatabaseConfig, owner: pg.ClientConfig): Promise<void> {
  if (config.embedded) return
  const mistakes = await withDedicatedConnection(owner, async (client) => {
    const isSpread = (await readSpreadTables(client)).size > 0
    if (config.engine !== 'citus')
      return isSpread
        ? ['DATABASE_ENGINE: must be citus, as the tables of this database are spread by it']
        : []
    if (!(await hasCitus(client)))
      return [
        'DATABASE_ENGINE: is citus, but the database of DATABASE_OWNER_URL has no extension of that name',
      ]
    const problems = await findClusterProblems(client)
    if (!isSpread && (await hasPractices(client)))
      problems.push(
        'DATABASE_ENGINE: is citus, but the database has rows of practices: only a new one is spread',
      )
    return problems
  })
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

/** Stops a command that was never tried where tables are spread. */
export function assertOneServer(config: DatabaseConfig): void {
  if (distributionFor(config))
    throw new ConfigError(['DATABASE_ENGINE: this command is not made for citus, where tables are spread'])
}

const hasCitus = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1

async function findClusterProblems(client: pg.ClientBase): Promise<string[]> {
  const { rows: servers } = await client.query(
    'select from pg_dist_node where isactive and shouldhaveshards and noderole = $1',
    ['primary'],
  )
  if (servers.length === 0)
    return ['DATABASE_ENGINE: is citus, but the coordinator knows no server to put rows on']
  const problems: string[] = []
  for (const [name, value] of Object.entries(required_settings)) {
    const { rows } = await client.query<{ value: string }>(
      `select result as value from run_command_on_all_nodes(format('select current_setting(%L)', $1::text))`,
      [name],
    )
    if (rows.some((row) => row.value !== value))
      problems.push(`DATABASE_ENGINE: is citus, for which ${name} must be ${value} on each of its servers`)
  }
  return problems
}

async function hasPractices(client: pg.ClientBase): Promise<boolean> {
  const kinds = await readTableKinds(client, distribution)
  for (const [table, kind] of kinds)
    if (
      kind.startsWith('by practice') &&
      (await client.query(`select from public.${table} limit 1`)).rowCount
    )
      return true
  return false
}
