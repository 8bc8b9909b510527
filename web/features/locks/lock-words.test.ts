import { expect, it } from 'vitest'
import { formatLimit } from './lock-words.ts'

it('names a limit in words, and one without any by what is asked', () => {
  expect(formatLimit('sign-in.account-from')).toBe('Wrong passwords for one account from one address')
  expect(formatLimit('signing.verify')).toBe('Requests to signing.verify')
})
