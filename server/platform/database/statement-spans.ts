import type pg from 'pg'
import { isTraced, isTracingOn, openClientSpan, type SpanAttributes } from '../tracing/spans.ts'

type Query = (config: unknown, ...rest: unknown[]) => unknown
type Statement = { text?: unknown; name?: unknown }

const operations = /^\s*(begin|commit|rollback|select|insert|update|delete|with|listen|notify|set|merge)\b/i
/** A table as our queries write it: in double quotes, in which no value ever stands. */
const table = /\b(?:from|into|update) "([a-z_]{1,63})"/
/** Made up by us for whatever is sent often: says nothing. */
const madeUpName = /^often_\d+$/

/** What a statement does, by its name or its first word and its table; never its text, in which values may stand. */
function describeStatement({ text, name }: Statement): { title: string; attributes: SpanAttributes } {
  const sent = typeof text === 'string' ? text : ''
  const operation = operations.exec(sent)?.[1]?.toLowerCase() ?? 'other'
  const collection = table.exec(sent)?.[1]
  const prepared = typeof name === 'string' && !madeUpName.test(name) ? name : undefined
  return {
    title: prepared ?? (collection ? `${operation} ${collection}` : operation),
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': collection,
      'db.query.summary': prepared,
    },
  }
}

/** Lets a connection record each statement that a request or a job sends, where anything is recorded at all. */
export function traceStatements(client: pg.ClientBase): void {
  if (!isTracingOn()) return
  const own = client as unknown as { query: Query }
  const query = own.query.bind(client)
  own.query = (config, ...rest) => {
    const asked: Statement = typeof config === 'string' ? { text: config } : (config as Statement)
    if (!isTraced() || typeof asked.text !== 'string') return query(config, ...rest)
    const { title, attributes } = describeStatement(asked)
    const span = openClientSpan(title, attributes)
    const answered = query(config, ...rest)
    if (answered instanceof Promise)
      answered.then(
        () => span?.end(),
        (error: unknown) => span?.end(error),
      )
    return answered
  }
}
