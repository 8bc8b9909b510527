import pg from 'pg'
import { RetryError } from '../retry-error.ts'

/** What is asked after a single reading has asked: its transaction is over, and the whole work begins again in another. */
class SecondReadingError extends RetryError {
  override name = 'SecondReadingError'
}

/** What was asked in a scope that the database did not set: whatever it answered is nobody's. */
class UnsetScopeError extends RetryError {
  override name = 'UnsetScopeError'
}

/**
 * What sets a transaction's scope: always the same statement under its name, with the values of this one. Where it says
 * whether it did, `told` hears of it before anything else that is answered.
 */
export type ScopeStatement = {
  name: string
  text: string
  values: readonly string[]
  told?: ((isSet: boolean) => void) | undefined
}

type ScopedReading = { scope: ScopeStatement; keepsPrepared: boolean }

type Connection = {
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: readonly string[] }): void
  execute(message: { portal: string; rows: number }): void
  /** Texts of named statements that are sent and not answered yet. */
  submittedNamedStatements: Record<string, string>
}
type DataRow = { fields: readonly (string | null)[] }
type Callback = (error: Error | undefined, result: unknown) => void
/** How the driver sends a query and reads its answer, which its types leave out. */
type QueryParts = {
  name: string | undefined
  prepare(connection: Connection): void
  handleDataRow(message: DataRow): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleError(error: Error, connection: Connection): void
}
const DriverQuery = pg.Query as unknown as new (
  config: object,
  values: unknown,
  callback: Callback,
) => QueryParts

/** Which settings are prepared on a connection; on those behind a pooler that keeps nothing none ever are. */
const preparedOn = new WeakMap<Connection, Set<string>>()

/** How PostgreSQL writes that something is so. */
const true_text = 't'

/**
 * A query with the settings of its scope in front of it, both in one transaction without a statement to begin or to end
 * it: what is sent up to one Sync is one (PostgreSQL, Message Flow, Pipelining). Where its scope was not set, none of its
 * rows is told.
 */
class ScopedQuery extends DriverQuery {
  readonly scope: ScopeStatement
  readonly keepsPrepared: boolean
  #isScoped = false
  #isSet: boolean
  /** The query's name, until the first answer to a parse is its own: the driver keeps as parsed what bears the name. */
  #heldName: string | undefined

  constructor(config: object, { scope, keepsPrepared }: ScopedReading, callback: Callback) {
    super({ ...config, queryMode: 'extended' }, undefined, (error, result) =>
      error || this.#isSet ? callback(error, result) : callback(new UnsetScopeError(), undefined),
    )
    this.scope = scope
    this.#isSet = scope.told === undefined
    this.keepsPrepared = keepsPrepared
  }

  override prepare(connection: Connection): void {
    const prepared = preparedOn.get(connection) ?? new Set<string>()
    const isFirst = !prepared.has(this.scope.name)
    const statement = this.keepsPrepared ? this.scope.name : ''
    if (isFirst) {
      connection.parse({ text: this.scope.text, name: statement })
      if (this.keepsPrepared) preparedOn.set(connection, prepared.add(statement))
    }
    connection.bind({ portal: '', statement, values: this.scope.values })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
    if (!isFirst) return
    this.#heldName = this.name
    this.name = undefined
  }

  override handleDataRow(message: DataRow): void {
    if (this.#isScoped) return this.#isSet ? super.handleDataRow(message) : undefined
    if (!this.scope.told) return
    this.#isSet = message.fields[0] === true_text
    this.scope.told(this.#isSet)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isScoped) return super.handleCommandComplete(message, connection)
    this.#isScoped = true
    this.name ??= this.#heldName
  }

  override handleError(error: Error, connection: Connection): void {
    if (!this.#isScoped && this.#heldName) delete connection.submittedNamedStatements[this.#heldName]
    super.handleError(error, connection)
  }
}

type Reading = { scope: ScopeStatement; hasAsked: boolean }
const readings = new WeakMap<pg.ClientBase, Reading>()

type Query = (
  config: string | { text: string; values?: unknown },
  values?: unknown,
  ...rest: unknown[]
) => unknown

/** Lets a connection send a query with the scope in front of it, while a single reading goes on. */
export function scopeSingleReadings(
  client: pg.ClientBase,
  { keepsPrepared }: { keepsPrepared: boolean },
): void {
  const own = client as unknown as { query: Query }
  const query = own.query.bind(client)
  own.query = (config, values, ...rest) => {
    const reading = readings.get(client)
    if (!reading) return query(config, values, ...rest)
    if (reading.hasAsked) return Promise.reject(new SecondReadingError())
    reading.hasAsked = true
    const asked = typeof config === 'string' ? { text: config } : config
    return new Promise((resolve, reject) => {
      const whole = { ...asked, values: asked.values ?? values }
      const { scope } = reading
      query(
        new ScopedQuery(whole, { scope, keepsPrepared }, (error, result) =>
          error ? reject(error) : resolve(result),
        ) as never,
      )
    })
  }
}

/** Runs work that asks once, all at the same moment, in this scope. */
export async function readOnce<T>(
  client: pg.ClientBase,
  scope: ScopeStatement,
  work: () => Promise<T>,
): Promise<T> {
  readings.set(client, { scope, hasAsked: false })
  try {
    return await work()
  } finally {
    readings.delete(client)
  }
}
