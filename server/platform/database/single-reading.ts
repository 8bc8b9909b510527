import pg from 'pg'

/** What is asked after a single reading has asked: its transaction is over, and the whole work begins again in another. */
export class SecondReadingError extends Error {
  override name = 'SecondReadingError'
}

/** Whether that is what happened, whoever wrapped the error on its way. */
export const isSecondReading = (error: unknown): boolean =>
  error instanceof SecondReadingError || (error instanceof Error && isSecondReading(error.cause))

/** Settings of one transaction, in the order of the columns of `settings_text`. */
export type ScopeSettings = { role: string; clinicId: string; consentIds: string; planCacheMode: string }

const settings_name = 'single_reading_scope'
const settings_text =
  "select set_config('role', $1, true), set_config('app.clinic_id', $2, true), " +
  "set_config('app.consent_ids', $3, true), set_config('plan_cache_mode', $4, true), " +
  "set_config('transaction_read_only', 'on', true)"

type Connection = {
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string; rows: number }): void
}
type Callback = (error: Error | undefined, result: unknown) => void
/** How the driver sends a query and reads its answer, which its types leave out. */
type QueryParts = {
  prepare(connection: Connection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const DriverQuery = pg.Query as unknown as new (
  config: object,
  values: unknown,
  callback: Callback,
) => QueryParts

const preparedOn = new WeakSet<Connection>()

/**
 * A query with the settings of its scope in front of it, both in one transaction without a statement to begin or to end
 * it: what is sent up to one Sync is one (PostgreSQL, Message Flow, Pipelining).
 */
export class ScopedQuery extends DriverQuery {
  readonly settings = settings_text
  readonly #values: string[]
  #isScoped = false

  constructor(
    config: object,
    { role, clinicId, consentIds, planCacheMode }: ScopeSettings,
    callback: Callback,
  ) {
    super({ ...config, queryMode: 'extended' }, undefined, callback)
    this.#values = [role, clinicId, consentIds, planCacheMode]
  }

  override prepare(connection: Connection): void {
    if (!preparedOn.has(connection)) {
      connection.parse({ text: settings_text, name: settings_name })
      preparedOn.add(connection)
    }
    connection.bind({ portal: '', statement: settings_name, values: this.#values })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isScoped) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isScoped) super.handleCommandComplete(message, connection)
    this.#isScoped = true
  }
}

type Reading = { settings: ScopeSettings; hasAsked: boolean }
const readings = new WeakMap<pg.ClientBase, Reading>()

type Query = (
  config: string | { text: string; values?: unknown },
  values?: unknown,
  ...rest: unknown[]
) => unknown

/** Lets a connection send a query with the scope in front of it, while a single reading goes on. */
export function scopeSingleReadings(client: pg.ClientBase): void {
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
      query(
        new ScopedQuery(whole, reading.settings, (error, result) =>
          error ? reject(error) : resolve(result),
        ) as never,
      )
    })
  }
}

/** Runs work that asks once, all at the same moment, as the role and the tenant of these settings. */
export async function readOnce<T>(
  client: pg.ClientBase,
  settings: ScopeSettings,
  work: () => Promise<T>,
): Promise<T> {
  readings.set(client, { settings, hasAsked: false })
  try {
    return await work()
  } finally {
    readings.delete(client)
  }
}
