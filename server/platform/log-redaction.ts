/** Keys, in lower case and without separators, whose values never reach the log. */
const personalKeys = new Set(
  [
    'address',
    'authorization',
    'birthDate',
    'body',
    'content',
    'cookie',
    'cookies',
    'dateOfBirth',
    'diagnosis',
    'dob',
    'email',
    'firstName',
    'guardian',
    'html',
    'key',
    'lastName',
    'name',
    'nhsNumber',
    'params',
    'password',
    'phone',
    'query',
    'recipient',
    'searchText',
    'secret',
    'setCookie',
    'signature',
    'strokes',
    'text',
    'to',
    'token',
    'accessToken',
    'tokenHash',
    'url',
    'userEmail',
    'userName',
    'wording',
  ].map((key) => key.toLowerCase()),
)

const removed = '[removed]'
const depth_max = 6
const text_length_max = 2000

const isPersonal = (key: string): boolean => personalKeys.has(key.replaceAll(/[-_]/g, '').toLowerCase())

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A copy of what is to be logged without personal data and secrets: by key, in errors, and inside texts. */
export function withoutPersonalData(data: Record<string, unknown>): Record<string, unknown> {
  return cleanRecord(data, 0)
}

const cleanRecord = (data: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, isPersonal(key) ? removed : clean(value, depth + 1)]))

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (!isRecord(value) || value instanceof Date) return value
  if (depth > depth_max) return '[too deep]'
  if (value instanceof Error) return cleanError(value, depth)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  return cleanRecord(value, depth)
}

/** A failed query's text ends in its parameters, and servers of all kinds repeat addresses. */
const cleanText = (text: string): string =>
  text
    .replace(/Failed query:[^]*/, 'Failed query')
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .slice(0, text_length_max)

type DatabaseFault = Error & { code?: string; severity?: string; constraint?: string; table?: string; column?: string }

/** PostgreSQL's messages and details quote values, and drizzle's quote the whole query with its parameters. */
const quotesValues = (error: DatabaseFault): boolean => error.severity !== undefined || error.message.startsWith('Failed query:')

function cleanError(error: DatabaseFault, depth: number): Record<string, unknown> {
  const { name, code, constraint, table, column, cause } = error
  return {
    type: name,
    ...(quotesValues(error) ? {} : { message: cleanText(error.message) }),
    code,
    constraint,
    table,
    column,
    stack: framesOf(error),
    cause: cause === undefined ? undefined : clean(cause, depth + 1),
  }
}

/** Where the error came from, without the message that a stack begins with. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
