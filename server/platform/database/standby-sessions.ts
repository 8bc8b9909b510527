import pg from 'pg'

type ParameterStatus = { parameterName: string; parameterValue: string }
type Connection = { on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void }

/** PostgreSQL refused to write (read_only_sql_transaction). */
const read_only_code = '25006'
/** What the server says of a session by itself, at its start and at each change: that it can write nothing. */
const readOnlyParameters = ['in_hot_standby', 'default_transaction_read_only']

const readOnlyBy = new WeakMap<pg.ClientBase, Set<string>>()

/**
 * A connection that knows whether its server takes writes. After a failover an address may lead to the former primary,
 * which answers with what it knew and writes nothing.
 */
class SessionClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const found = new Set<string>()
    readOnlyBy.set(this, found)
    const { connection } = this as unknown as { connection: Connection }
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!readOnlyParameters.includes(parameterName)) return
      if (parameterValue === 'on') found.add(parameterName)
      else found.delete(parameterName)
    })
  }
}

/** Whether the connection leads to a standby, or to a server that was told to write nothing. */
export const isReadOnlySession = (client: pg.ClientBase): boolean => (readOnlyBy.get(client)?.size ?? 0) > 0

/** Whether a write was refused, by the server or by a transaction of ours that only reads. */
export function isWriteRefused(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as { code?: string }).code === read_only_code) return true
  return false
}

/** Thrown in place of a connection that leads to no primary. */
export class NotPrimaryError extends Error {
  override name = 'NotPrimaryError'
  constructor() {
    super('The database at this address takes no writes')
  }
}

/**
 * Tells of a refused write as of a database that is away, on a connection that is lent by a pooler and whose
 * transactions all may write: by itself the error says that the caller did what it may not.
 */
export function tellRefusedWrites(client: pg.ClientBase): void {
  const own = client as unknown as { query: (...asked: unknown[]) => unknown }
  const query = own.query.bind(client)
  own.query = (...asked) => {
    const answered = query(...asked)
    if (!(answered instanceof Promise)) return answered
    return answered.catch((error: unknown) => {
      throw isWriteRefused(error) ? new NotPrimaryError() : error
    })
  }
}

/** What a pool is opened with that is to lend connections to the primary alone. */
export const primaryOnly = {
  Client: SessionClient,
  verify(client: pg.PoolClient, done: (error?: Error) => void) {
    done(isReadOnlySession(client) ? new NotPrimaryError() : undefined)
  },
}
