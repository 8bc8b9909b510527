/**
 * Loaded before the product (`node --import`): writes down every statement that a request sends which carries the header
 * `x-record`, with its values, into the file of that name in the folder of RECORD_TO. What is not asked for costs nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import pg from 'pg'
import type { ScopeStatement } from '../../server/platform/database/single-reading.ts'

export type Recorded = { text: string; values: unknown[] }

const recording = new AsyncLocalStorage<Recorded[] | undefined>()
const recordedByRequest = new WeakMap<IncomingMessage, Recorded[]>()
type Exchange = { request: IncomingMessage; response: ServerResponse }

diagnostics.subscribe('http.server.request.start', (message) => {
  const { request } = message as Exchange
  const statements = request.headers['x-record'] ? [] : undefined
  if (statements) recordedByRequest.set(request, statements)
  recording.enterWith(statements)
})
diagnostics.subscribe('http.server.response.finish', (message) => {
  const { request } = message as Exchange
  const statements = recordedByRequest.get(request)
  // What follows the answer, such as the end of a read, is sent within the same turn.
  if (statements)
    setTimeout(() => {
      const file = path.join(process.env.RECORD_TO!, `${String(request.headers['x-record'])}.json`)
      writeFileSync(file, JSON.stringify(statements))
    }, 50)
})

/** The values of a statement in their places. */
const inlined = ({ text, values }: ScopeStatement): string =>
  text.replaceAll(/\$(\d)/g, (_place, at: string) => `'${values[Number(at) - 1]}'`)

/** How a scope is set by whose token it is, if the database says what it said before. */
const scopeByToken = /left join (\w+)\(\$3, \$4\) as found on .* = \$5/s

/**
 * Who asks, asked by itself, where the product asks it along with a scope: whoever sends the same for somebody else knows
 * nothing that was said before.
 */
function withoutMemory(scope: ScopeStatement): { whoAsks: Recorded[]; scope: ScopeStatement } {
  const source = scopeByToken.exec(scope.text)?.[1]
  if (!source) return { whoAsks: [], scope }
  const text = scope.text.replace(scopeByToken, () => `left join ${source}($3, $4) as found on true`)
  const whoAsks = { text: `select * from ${source}($1, $2)`, values: scope.values.slice(2, 4) }
  return { whoAsks: [whoAsks], scope: { ...scope, text } }
}

/** A read that asks once, as a transaction of its own: a client that has no such query sends it so. */
function inTransaction(given: ScopeStatement, statement: Recorded): Recorded[] {
  const { whoAsks, scope } = withoutMemory(given)
  return [
    ...whoAsks,
    { text: `begin read only; ${inlined(scope)}`, values: [] },
    statement,
    { text: 'commit', values: [] },
  ]
}

type Query = (config: unknown, values?: unknown, ...rest: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
client.query = function (this: unknown, config: unknown, values?: unknown, ...rest: unknown[]): unknown {
  const statements = recording.getStore()
  if (statements) {
    const asked =
      typeof config === 'string' ? { text: config } : (config as { text: string; values?: unknown[] })
    const given = Array.isArray(values) ? (values as unknown[]) : []
    const statement = {
      text: asked.text,
      values: 'values' in asked && asked.values ? asked.values : given,
    }
    const { scope } = config as { scope?: ScopeStatement }
    statements.push(...(scope ? inTransaction(scope, statement) : [statement]))
  }
  return query.call(this, config, values, ...rest)
}
