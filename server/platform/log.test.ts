import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void) {
  const lines: string[] = []
  write(openLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

const databaseError = () =>
  Object.assign(new pg.DatabaseError('duplicate key value', 10, 'error'), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'patients_nhs_number',
    table: 'patients',
    detail: 'Key (clinic_id, nhs_number)=(x, 9434765919) already exists.',
    where: "portal with parameter '1961-03-14'",
  })

test('writes one JSON object a line with level, time and text', () => {
  const entry = JSON.parse(logged((log) => log.warn({ requestId: 'r1', ms: 12, at: new Date(0) }, 'answered')))
  expect(entry).toMatchObject({ level: 'warn', requestId: 'r1', ms: 12, msg: 'answered', at: '1970-01-01T00:00:00.000Z' })
  expect(entry.time).toMatch(/^\d{4}-/)
})

test('writes nothing below its level', () => {
  const lines: string[] = []
  openLog({ level: 'error', destination: { write: (line) => void lines.push(line) } }).warn({}, 'quiet')
  expect(lines).toEqual([])
})

test.each(['email', 'name', 'dateOfBirth', 'date_of_birth', 'token', 'password', 'cookie', 'set-cookie', 'Authorization', 'phone', 'nhsNumber', 'diagnosis'])(
  'removes %s at any depth',
  (key) => {
    const line = logged((log) => log.info({ [key]: 'tell-tale', list: [{ deep: { [key]: { inner: 'tell-tale' } } }], kept: 'yes' }, 'text'))
    expect(line).not.toContain('tell-tale')
    expect(JSON.parse(line).kept).toBe('yes')
  },
)

test('a failed query shows code, constraint and frames, and neither its text nor its values', () => {
  const error = new DrizzleQueryError('insert into patients values ($1, $2)', ['Eleanor', '1961-03-14'], databaseError())
  const line = logged((log) => log.error({ err: error, reason: String(error) }, 'request failed'))
  expect(line).not.toMatch(/Eleanor|1961|9434765919|insert into|duplicate key/)
  const { err, reason } = JSON.parse(line)
  expect(reason).toBe('Error: Failed query')
  expect(err.stack).toContain('log.test.ts')
  expect(err.cause).toMatchObject({ code: '23505', constraint: 'patients_nhs_number', table: 'patients' })
  expect(err.cause.message).toBeUndefined()
})

test('an ordinary error keeps its message without addresses', () => {
  const error = new Error('550 5.1.1 <eleanor@example.org> unknown', { cause: new Error('because') })
  const { err } = JSON.parse(logged((log) => log.error({ err: Object.assign(error, { rejected: ['eleanor@example.org'] }) }, 'x')))
  expect(err).toMatchObject({ type: 'Error', message: '550 5.1.1 <[address]> unknown', cause: { message: 'because' } })
  expect(JSON.stringify(err)).not.toContain('eleanor')
})

test('an error logged without a name is cleaned as well, and circles end', () => {
  const circle: Record<string, unknown> = { kept: 1 }
  circle.self = circle
  expect(logged((log) => log.info(circle, 'x'))).toContain('[too deep]')
  const line = logged((log) => log.error(new DrizzleQueryError('select $1', ['1961-03-14'], databaseError()), 'x'))
  expect(line).not.toContain('1961')
})
