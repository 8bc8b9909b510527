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
  const entry = JSON.parse(logged((log) => log.warn({ requestId: 'r1', ms: 12, status: 200 }, 'answered')))
  expect(entry).toMatchObject({ level: 'warn', requestId: 'r1', ms: 12, status: 200, msg: 'answered' })
  expect(entry.time).toMatch(/^\d{4}-/)
})

test('writes nothing below its level', () => {
  const lines: string[] = []
  openLog({ level: 'error', destination: { write: (line) => void lines.push(line) } }).warn({}, 'quiet')
  expect(lines).toEqual([])
})

test.each([
  'email',
  'name',
  'dateOfBirth',
  'token',
  'password',
  'cookie',
  'set-cookie',
  'authorization',
  'phone',
  'params',
  'anything nobody thought of',
])('removes %s', (key) => {
  const line = logged((log) => log.info({ [key]: 'tell-tale', requestId: 'r1' }, 'text'))
  expect(JSON.parse(line)).toMatchObject({ [key]: '[removed]', requestId: 'r1' })
})

test('names members of staff, administrators, programs and traces by their ids', () => {
  const ids = { staffId: 's1', userId: 'u1', keyId: 'k1', traceId: 't1' }
  expect(JSON.parse(logged((log) => log.info(ids, 'answered')))).toMatchObject(ids)
})

test('removes what hides inside an object or a list', () => {
  const line = logged((log) => log.info({ reason: { email: 'tell-tale' }, status: ['tell-tale'] }, 'text'))
  expect(line).not.toContain('tell-tale')
})

test('a failed query shows code, constraint and frames, and neither its text nor its values', () => {
  const error = new DrizzleQueryError(
    'insert into patients values ($1, $2)',
    ['Eleanor', '1961-03-14'],
    databaseError(),
  )
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
  const { err } = JSON.parse(
    logged((log) => log.error({ err: Object.assign(error, { rejected: ['eleanor@example.org'] }) }, 'x')),
  )
  expect(err).toMatchObject({
    type: 'Error',
    message: '550 5.1.1 <[address]> unknown',
    cause: { message: 'because' },
  })
  expect(JSON.stringify(err)).not.toContain('eleanor')
})

test('an error logged by itself is cleaned as well, and a ring of causes ends', () => {
  const error = new DrizzleQueryError('select $1', ['1961-03-14'], databaseError())
  const line = logged((log) => log.error(error, 'x'))
  expect(line).not.toContain('1961')
  expect(JSON.parse(line).err.cause.code).toBe('23505')
  const ring = new Error('ring')
  ring.cause = ring
  expect(logged((log) => log.error({ error: ring }, 'x'))).toContain('ring')
})
