import { expect, test } from 'vitest'
import { passkeyProblemText } from './passkey-prompt.ts'

test.each([
  ['NotAllowedError', /closed or took too long/],
  ['AbortError', /closed or took too long/],
  ['InvalidStateError', /already has a passkey/],
  ['SecurityError', /could not use a passkey/],
])('a device that answers %s is told of in plain words', (name, words) => {
  const error = Object.assign(new Error('The operation is insecure in this context.'), { name })
  expect(passkeyProblemText(error)).toMatch(words)
  expect(passkeyProblemText(error)).not.toContain('insecure')
})
