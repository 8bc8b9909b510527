import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseLogin } from './database-login.ts'
import { openDatabase, isStatementTimeout, type Database, type Log } from './database.ts'
import { assertRestrictedLogin } from './roles.ts'
import { UnavailableError } from '../unavailable.ts'

/** Where a read went that may go to the replica, and why to the primary where it did. */
export type ReplicaOutcome = 'replica' | 'lagging' | 'unavailable' | 'resting'

/** A streaming replica that is read while it is as fresh as the primary was when the read began. */
export type ReadReplica = {
  /** Runs `work` on the replica; null where it cannot be read now, which is for the primary to do. */
  tryRead<T>(work: (replica: Database) => Promise<T>): Promise<{ result: T } | null>
  /** The replica itself: each of its connections is lent only once it is fresh enough. */
  database: Database
  outcomes(): Record<ReplicaOutcome, number>
  close(): Promise<void>
}

export type ReplicaLimits = {
  /** How long a read waits for what the primary had written when it began. */
  lag_ms_max: number
  /** How long nobody asks a replica that lagged behind, or did not answer. */
  lagging_rest_ms: number
  unavailable_rest_ms: number
}
const defaultLimits: ReplicaLimits = { lag_ms_max: 300, lagging_rest_ms: 1000, unavailable_rest_ms: 5000 }
const poll_ms_max = 20
/** Whoever waits longer for a connection is served sooner by the primary. */
const connect_ms_max = 2000

type Position = { cluster: string; timeline: string; lsn: string }

/** The replica is no good at the moment: the primary answers. */
class UnfitReplicaError extends Error {
  override name = 'UnfitReplicaError'
  readonly reason: 'lagging' | 'unavailable'
  constructor(reason: 'lagging' | 'unavailable', cause?: unknown) {
    super(`The read replica is ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * What is flushed is what replicas are sent: every commit that anybody was told of, of this or another instance, and no
 * record that is still being written. Where commits are told of before they are flushed, all that is written counts. The
 * name of the file of the log begins with the timeline.
 */
const primaryPosition = `select (select system_identifier from pg_control_system())::text as cluster,
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn`

/**
 * A server that has left the primary's timeline, or never was of its cluster, may be further on and yet lack what was
 * written last. After a failover a replica counts as one that left until its own checkpoint is on the new timeline.
 */
const replicaState = `select pg_is_in_recovery()
    and (select system_identifier from pg_control_system())::text = $1
    and (select upper(lpad(to_hex(timeline_id), 8, '0')) from pg_control_checkpoint()) = $2 as follows,
  pg_last_wal_replay_lsn() >= $3::pg_lsn as "isFresh"`

async function positionOf(primary: Database): Promise<Position> {
  return primary.borrow(async (client) => (await client.query<Position>(primaryPosition)).rows[0]!)
}

/** Returns once the replica has replayed the log up to there. */
async function waitForPosition(
  client: pg.PoolClient,
  { cluster, timeline, lsn }: Position,
  lag_ms_max: number,
): Promise<void> {
  const until = performance.now() + lag_ms_max
  for (let pause_ms = 1; ; pause_ms = Math.min(pause_ms * 2, poll_ms_max)) {
    const { rows } = await client.query<{ follows: boolean; isFresh: boolean | null }>(replicaState, [
      ...[cluster, timeline, lsn],
    ])
    const { follows, isFresh } = rows[0]!
    if (!follows) throw new Error('DATABASE_READ_URL names a server that does not follow the primary')
    if (isFresh) return
    if (performance.now() >= until) throw new UnfitReplicaError('lagging')
    await delay(pause_ms)
  }
}

const unfit = (error: unknown): UnfitReplicaError =>
  error instanceof UnfitReplicaError ? error : new UnfitReplicaError('unavailable', error)

/** Opens a pool for the replica. Nothing connects until the first read; a replica that is not there stops no start. */
export function openReadReplica(
  login: DatabaseLogin,
  {
    primary,
    log,
    limits = defaultLimits,
  }: { primary: Database; log: Log; limits?: ReplicaLimits | undefined },
): ReadReplica {
  const pool = openDatabase(
    { connectionTimeoutMillis: connect_ms_max, ...login },
    { log, mayBeReplica: true },
  )
  const counts = { replica: 0, lagging: 0, unavailable: 0, resting: 0 }
  const restricted = new WeakSet<pg.PoolClient>()
  let rests = { until: 0, reason: '' }

  async function makeReady(client: pg.PoolClient, position: Position): Promise<void> {
    if (!restricted.has(client)) await assertRestrictedLogin(client)
    restricted.add(client)
    await waitForPosition(client, position, limits.lag_ms_max)
  }

  const database: Database = {
    ...pool,
    async borrow(work) {
      const position = await positionOf(primary)
      let isReady = false
      try {
        return await pool.borrow(async (client) => {
          await makeReady(client, position)
          isReady = true
          return work(client)
        })
      } catch (error) {
        // The primary would take as long for a statement that took too long; a lost connection says nothing of it.
        const isReplicas = !isReady || (error instanceof UnavailableError && !isStatementTimeout(error))
        throw isReplicas ? unfit(error) : error
      }
    },
  }

  function rest({ reason, cause }: UnfitReplicaError): void {
    counts[reason] += 1
    if (rests.reason !== reason) log.warn({ err: cause, reason }, 'reads go to the primary')
    const rest_ms = reason === 'lagging' ? limits.lagging_rest_ms : limits.unavailable_rest_ms
    rests = { until: performance.now() + rest_ms, reason }
  }

  function noteRead(): void {
    counts.replica += 1
    if (rests.reason) log.info({}, 'reads go to the replica again')
    rests = { until: 0, reason: '' }
  }

  return {
    database,
    async tryRead(work) {
      if (performance.now() < rests.until) {
        counts.resting += 1
        return null
      }
      try {
        const result = await work(database)
        noteRead()
        return { result }
      } catch (error) {
        if (error instanceof UnfitReplicaError) {
          rest(error)
          return null
        }
        // A refusal, or a fault that the primary would have as well.
        noteRead()
        throw error
      }
    },
    outcomes: () => ({ ...counts }),
    close: () => pool.close(),
  }
}
