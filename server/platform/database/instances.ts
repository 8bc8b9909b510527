import { randomUUID } from 'node:crypto'
import type { Database, Log } from './database.ts'

/**
 * What instances on one database have to have in common: files, and keys that each can read what the other wraps with.
 */
export type InstanceFingerprints = {
  keyFingerprint: string
  readableFingerprints: readonly string[]
  filesFingerprint: string
}

export type Instance = {
  /** Says that it lives still. */
  sendHeartbeat(): Promise<void>
  /** Takes its name off the list. */
  leave(): Promise<void>
}

/** Thrown where another instance runs on the database and does not share what it must. */
export class IncompatibleInstanceError extends Error {
  override name = 'IncompatibleInstanceError'
  constructor(missing: string[]) {
    super(
      [
        'Candour cannot start: another instance runs on this database, and this one does not share with it',
        ...missing.map((line) => `  ${line}`),
        'Stop the other one, or give both the same.',
      ].join('\n'),
    )
  }
}

export const heartbeat_seconds = 10
/** Who was not heard of for so long was killed. */
const heartbeat_timeout_seconds = 45
/** Any number, the same for every instance: they come in one after the other. */
const joinLock = 2_204_651

const aliveCondition = `seen_at > now() - interval '${heartbeat_timeout_seconds} seconds'`

/**
 * Puts this instance on the list of those that run, and throws `IncompatibleInstanceError` where one of them has another master key
 * or keeps its files elsewhere: each would write what the other cannot read. Times are the database's.
 */
export async function joinInstances(
  database: Database,
  marks: InstanceFingerprints,
  log: Log,
): Promise<Instance> {
  const id = randomUUID()
  await database.borrow(async (client) => {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [joinLock])
      await client.query(`delete from instances where not (${aliveCondition})`)
      const { rows } = await client.query<{ key: boolean; files: boolean }>(
        // Nobody of the version before reads more than its own key.
        `select coalesce(bool_or(not (key_mark = $1 or key_mark = any($2) and $1 = any(readable_marks))), false) as key,
                coalesce(bool_or(files_mark <> $3), false) as files
         from instances`,
        [marks.keyFingerprint, marks.readableFingerprints, marks.filesFingerprint],
      )
      const { key, files } = rows[0]!
      const missing = [
        ...(key ? ['its MASTER_KEY'] : []),
        ...(files ? ['its files: the same DATA_DIR, and the same S3 store where there is one'] : []),
      ]
      if (missing.length > 0) throw new IncompatibleInstanceError(missing)
      await insert(client, id, marks)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  return {
    async sendHeartbeat() {
      await database.borrow(async (client) => {
        const { rowCount } = await client.query('update instances set seen_at = now() where id = $1', [id])
        if (rowCount === 1) return
        // The database was away for longer than the others wait, and one of them has struck us off.
        log.warn({ id }, 'this instance was taken for dead, and says that it lives')
        await insert(client, id, marks)
      })
    },
    leave: () =>
      database.borrow(
        async (client) => void (await client.query('delete from instances where id = $1', [id])),
      ),
  }
}

const insert = (
  client: { query(text: string, values: unknown[]): Promise<unknown> },
  id: string,
  { keyFingerprint, readableFingerprints, filesFingerprint }: InstanceFingerprints,
): Promise<unknown> =>
  client.query(
    `insert into instances (id, started_at, seen_at, key_mark, readable_marks, files_mark)
     values ($1, now(), now(), $2, $3, $4)`,
    [id, keyFingerprint, readableFingerprints, filesFingerprint],
  )
