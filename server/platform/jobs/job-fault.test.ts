import { expect, test } from 'vitest'
import { summarizeError } from '../log-redaction.ts'

const databaseError = {
  severity: 'ERROR',
  name: 'error',
  code: '23505',
  message: 'Key (email)=(a@example.org)',
}

test.each([
  [
    'an error of ours',
    new TypeError('No template for a@example.org'),
    { kind: 'TypeError', message: 'No template for [address]' },
  ],
  ['one of the database, which quotes values', databaseError, { kind: 'error 23505', message: '' }],
  ['a failed query', new Error('Failed query: select $1 params: Ada'), { kind: 'Error', message: '' }],
  [
    'what pg-boss writes of a job that ran too long',
    { message: 'job timed out' },
    { kind: 'Error', message: 'job timed out' },
  ],
  ['nothing', null, { kind: 'Error', message: '' }],
  ['a text', 'boom', { kind: 'Error', message: '' }],
])('%s is kept without anybody’s data', (_what, error, kept) => {
  expect(summarizeError(error)).toEqual(kept)
})
