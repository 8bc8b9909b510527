/**
 * All that the log may say of an event besides its text. What is not named here is replaced, so that personal data
 * and secrets do not get in by oversight; ids, numbers and places of ours are what it takes to follow a fault.
 */
const allowedKeys = new Set([
  'chain',
  'copy',
  'elsewhere',
  'err',
  'error',
  'head',
  'jobId',
  'keyId',
  'ms',
  'operation',
  'queue',
  'reason',
  'requestId',
  'seal',
  'staffId',
  'status',
  'traceId',
  'uid',
  'userId',
])

const removed = '[removed]'
const causes_max = 5
const text_length_max = 2000

/** What is to be logged without anything that could be personal: by key, in errors, and inside texts. */
export const redactPersonalData = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, allowedKeys.has(key) ? redactValue(value) : removed]),
  )

function redactValue(value: unknown): unknown {
  if (value instanceof Error) return redactError(value)
  if (typeof value === 'string') return redactText(value)
  return typeof value === 'object' && value !== null ? removed : value
}

/** A failed query's text ends in its parameters, and servers of all kinds repeat addresses. */
const redactText = (text: string): string =>
  text
    .replace(/Failed query:[^]*/, 'Failed query')
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .slice(0, text_length_max)

type DatabaseError = Error & {
  code?: string
  severity?: string
  constraint?: string
  table?: string
  column?: string
}

/** PostgreSQL's messages and details quote values, and drizzle's quote the whole query with its parameters. */
const quotesValues = (error: DatabaseError): boolean =>
  error.severity !== undefined || error.message.startsWith('Failed query:')

function redactError(error: DatabaseError, depth = 1): Record<string, unknown> {
  const { name, code, constraint, table, column, cause } = error
  return {
    type: name,
    ...(quotesValues(error) ? {} : { message: redactText(error.message) }),
    code,
    constraint,
    table,
    column,
    stack: framesOf(error),
    cause: cause instanceof Error && depth < causes_max ? redactError(cause, depth + 1) : undefined,
  }
}

type ErrorSummary = { kind: string; message: string }

/** What kind of error it was, and its words where they quote no values; the same of one that was kept as data. */
export function summarizeError(error: unknown): ErrorSummary {
  if (typeof error !== 'object' || error === null) return { kind: 'Error', message: '' }
  const { name, code, message } = error as Partial<DatabaseError>
  const kind = [name, code].filter((part) => typeof part === 'string' && part !== '').join(' ') || 'Error'
  if (typeof message !== 'string' || quotesValues({ ...error, message } as DatabaseError))
    return { kind, message: '' }
  return { kind, message: redactText(message) }
}

/** Where the error came from, without the message that a stack begins with. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
