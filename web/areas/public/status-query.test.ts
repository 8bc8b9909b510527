import { expect, test } from 'vitest'
import { checkService } from './status-query.ts'

const respondWith = (status: number) => async () => new Response('{}', { status })

test('says what was answered, and tells a refusal from silence', async () => {
  expect(await checkService('/readyz', respondWith(200))).toBe('ok')
  expect(await checkService('/readyz', respondWith(503))).toBe('down')
  expect(await checkService('/readyz', () => Promise.reject(new TypeError('Failed to fetch')))).toBe(
    'unknown',
  )
})
