import { expect, test } from 'vitest'
import {
  isUploadMissing,
  isRetryable,
  createRetryDelays,
  percentOf,
  uploadErrorText,
  shortCallAttempts,
} from './upload-retry-rules.ts'

const cors = 'Upload failed due to CORS configuration. Please check Candour storage settings.'
const envelope = (code: string, message: string, reason?: string) =>
  JSON.stringify({ code, message, details: { reason } })

test('attempts are spread over as long as the storage is tried again: ten minutes, and two for a short call', () => {
  const pauses = createRetryDelays()
  expect(pauses.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(600_000)
  expect(createRetryDelays(120_000)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 29_000])
  expect(shortCallAttempts()).toBe(8)
})

test('progress begins at 10, is true between, and never says 100 before it is done', () => {
  expect([0, 0.5, 0.999, 1, -1].map(percentOf)).toEqual([10, 55, 99, 99, 10])
})

test('what may be tried again, and what is gone', () => {
  expect([0, 408, 429, 500, 503, 409, 423].map(isRetryable)).toEqual(Array(7).fill(true))
  expect([400, 401, 402, 403, 404, 410].map(isRetryable)).toEqual(Array(6).fill(false))
  expect([404, 410, 403].map(isUploadMissing)).toEqual([true, true, false])
})

test.each([
  ['signed out', 401, envelope('unauthenticated', 'Sign in first.', 'unauthenticated'), cors],
  ['not allowed', 403, '', cors],
  ['another site', 403, envelope('permission-denied', 'No.', 'foreign-origin'), cors],
  [
    'full',
    402,
    envelope('quota-exceeded', 'Your storage is used up.', 'quota-exceeded'),
    'Your storage is used up.',
  ],
  ['a proxy’s page', 502, '<html>', 'The server answered with status 502.'],
  ['nothing', 0, '', 'Network error. Please check your internet connection and try again.'],
])('%s is told in words', (_, status, body, words) => expect(uploadErrorText(status, body)).toBe(words))
