import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedHome } from '../platform/database/embedded-home.ts'
import { launch, stopServer } from '../platform/database/embedded-server.ts'
import { silentLog } from './silent-log.ts'

export type StreamingReplica = {
  /** Its owner there, who may pause replaying. */
  owner: pg.ClientConfig
  /** The settings of the same login on the replica. */
  loginFor(login: pg.ClientConfig): pg.ClientConfig
  stop(): Promise<void>
  start(): Promise<void>
}

const slot = 'candour_replica'
const start_ms_max = 60_000

/** Copies a running cluster while the server holds a backup open; what is written meanwhile comes by the slot. */
async function copyCluster(owner: pg.ClientConfig, from: string, to: string): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query('select pg_backup_start($1, true)', [slot])
    execFileSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, file), { force: true })
    execFileSync('find', [path.join(to, 'pg_wal'), '-type', 'f', '-delete'])
    rmSync(path.join(to, 'pg_replslot'), { recursive: true })
    mkdirSync(path.join(to, 'pg_replslot'), { mode: 0o700 })
    writeFileSync(path.join(to, 'backup_label'), rows[0]!.labelfile, { mode: 0o600 })
  } finally {
    await client.end()
  }
}

/** As it stands in `primary_conninfo`. */
const conninfo = ({ host, port, user, password }: pg.ClientConfig): string =>
  Object.entries({ host, port, user, password: String(password) })
    .map(([name, value]) => `${name}=''${String(value)}''`)
    .join(' ')

async function waitUntilAnswering(login: pg.ClientConfig): Promise<void> {
  for (const until = Date.now() + start_ms_max; ; await delay(50)) {
    const client = new pg.Client(login)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** A replica that streams from a server that runs embedded in `primaryDir`, in a data directory of its own. */
export async function startStreamingReplica({
  primaryDir,
  owner,
  dataDir,
}: {
  primaryDir: string
  owner: pg.ClientConfig
  dataDir: string
}): Promise<StreamingReplica> {
  const primary = openEmbeddedHome(primaryDir, silentLog)
  const home = openEmbeddedHome(dataDir, silentLog)
  await copyCluster(owner, primary.cluster, home.cluster)
  writeFileSync(path.join(home.cluster, 'standby.signal'), '')
  appendFileSync(
    path.join(home.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo(owner)}'\nprimary_slot_name = '${slot}'\nhot_standby_feedback = on\n`,
  )
  const { account, cluster } = home
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  const loginFor = (login: pg.ClientConfig) => ({ ...login, host: home.socket })
  const start = async () => {
    launch(home, { isEphemeral: true })
    await waitUntilAnswering(loginFor(owner))
  }
  await start()
  return { owner: loginFor(owner), loginFor, start, stop: () => stopServer(home) }
}
