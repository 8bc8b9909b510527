import { expect, test } from 'vitest'
import { serverCheckText } from './server-check-response.ts'

const sealed = { sha256: 'a', sealedAt: '2026-11-22T10:00:00.000Z' }
const head = { sha256: 'b', at: '2026-11-22T11:30:00.000Z', isNewest: true }

test('a file that the server sealed is known, since its last part', () => {
  const { known, text } = serverCheckText({ documents: [sealed], heads: [head] })
  expect(known).toBe(true)
  expect(text).toMatch(/^Yes\. It was sealed here, .*2026/)
  expect(text).not.toContain('since:')
})

test('one part that it does not know makes the file unknown', () => {
  expect(serverCheckText({ documents: [sealed, { ...sealed, sealedAt: null }], heads: [head] }).known).toBe(
    false,
  )
  expect(
    serverCheckText({ documents: [sealed], heads: [{ ...head, at: null, isNewest: false }] }).known,
  ).toBe(false)
})

test('what was added since is said', () => {
  expect(serverCheckText({ documents: [], heads: [{ ...head, isNewest: false }] }).text).toContain(
    'has been added to since',
  )
})
