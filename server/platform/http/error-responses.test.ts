import { describe, expect, it } from 'vitest'
import { errorCodeOfStatus, httpStatusByCode, type ErrorCode } from '../../../contract/errors.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { UnavailableError } from '../unavailable.ts'
import { toErrorResponse } from './error-responses.ts'
import { RefusedError } from './refusal.ts'

const failed = (error: unknown) => toErrorResponse(error, 'request-1', silentLog)

/** Section 8 of the specification, written down a second time. */
const statuses: [ErrorCode, number][] = [
  ['invalid-argument', 400],
  ['unauthenticated', 401],
  ['quota-exceeded', 402],
  ['permission-denied', 403],
  ['not-found', 404],
  ['aborted', 409],
  ['resource-exhausted', 429],
  ['cancelled', 499],
  ['internal', 500],
  ['unimplemented', 501],
  ['unavailable', 503],
  ['deadline-exceeded', 504],
]

it('names every code of the specification, and no other', () => {
  expect(Object.entries(httpStatusByCode)).toEqual(statuses)
})

it.each(statuses)(
  'a refusal of code %s answers %i with its reason and the number of the request',
  (code, status) => {
    expect(failed(new RefusedError(code, 'Why', { reason: 'because' }))).toEqual({
      status,
      envelope: { code, message: 'Why', details: { reason: 'because', requestId: 'request-1' } },
    })
  },
)

it.each([
  [400, 'invalid-argument'],
  [503, 'unavailable'],
  [500, 'internal'],
  [0, 'internal'],
  [418, 'internal'],
])('status %i is read as %s', (status, code) => {
  expect(errorCodeOfStatus(status)).toBe(code)
})

describe('a fault of ours', () => {
  it('tells nothing of itself, and is logged with the number it answers', () => {
    const logged: object[] = []
    const log = { ...silentLog, error: (data: object) => void logged.push(data) }
    const secret = new Error('duplicate key (email)=(eleanor@example.org)')
    const { status, envelope } = toErrorResponse(secret, 'request-2', log)
    expect(status).toBe(500)
    expect(envelope).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      details: { requestId: 'request-2' },
    })
    expect(logged).toEqual([{ requestId: 'request-2', err: secret }])
  })

  it.each(['a thrown text', null, undefined, { odd: true }])(
    'may be anything that can be thrown: %s',
    (thrown) => {
      expect(failed(thrown).status).toBe(500)
    },
  )
})

describe('a database that is not there', () => {
  const code = (value: string) => Object.assign(new Error('lost'), { code: value })
  it.each([
    ['our own word for it', new UnavailableError(new Error('x'))],
    ['a refused connection', code('ECONNREFUSED')],
    ['a socket that is gone', code('ENOENT')],
    ['a server that shuts down', code('57P01')],
    ['a server that starts up', code('57P03')],
    ['too many connections', code('53300')],
    ['an ended connection', new Error('Connection terminated unexpectedly')],
    ['the same inside a query builder', Object.assign(new Error('Failed query'), { cause: code('57P01') })],
  ])('is 503 for %s', (_name, error) => {
    expect(failed(error)).toMatchObject({
      status: 503,
      envelope: { code: 'unavailable', details: { reason: 'unavailable' } },
    })
  })

  it('is not what a wrong query says', () => {
    expect(failed(code('42703')).status).toBe(500)
    expect(failed(code('23505')).status).toBe(500)
  })
})
