import { expect, test } from 'vitest'
import { workerPrefix } from './worker-registration.ts'

test.each([
  ['/sign-consent/t', 'sign-consent'],
  ['/verify-dob/t', 'sign-consent'],
  ['/ai-consent/c', 'ai-consent'],
  ['/kiosk/h', 'kiosk'],
  ['/view-consent/t', undefined],
  ['/consent/c', undefined],
  ['/', undefined],
])('%s belongs to the worker of %s', (path, prefix) => {
  expect(workerPrefix(path)).toBe(prefix)
})
