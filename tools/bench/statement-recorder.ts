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

/** A read that asks once, as a transaction of its own: a client that has no such query sends it so. */
const inTransaction = ({ text, values }: ScopeStatement, statement: Recorded): Recorded[] => [
  {
    text: `begin read only; ${text.replaceAll(/\$(\d)/g, (_place, at: string) => `'${values[Number(at) - 1]}'`)}`,
    values: [],
  },
  statement,
  { text: 'commit', values: [] },
]

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
