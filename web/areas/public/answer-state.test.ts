import { expect, test } from 'vitest'
import { stateOf } from './answer-state.ts'

const answering = (status: number) => async () => new Response('{}', { status })

test('says what was answered, and tells a refusal from silence', async () => {
  expect(await stateOf('/readyz', answering(200))).toBe('ok')
  expect(await stateOf('/readyz', answering(503))).toBe('down')
  expect(await stateOf('/readyz', () => Promise.reject(new TypeError('Failed to fetch')))).toBe('unknown')
})
