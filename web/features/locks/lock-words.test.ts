import { expect, it } from 'vitest'
import { limitText } from './lock-words.ts'

it('names a limit in words, and one without any by what is asked', () => {
  expect(limitText('sign-in.account-from')).toBe('Wrong passwords for one account from one address')
  expect(limitText('signing.verify')).toBe('Requests to signing.verify')
})
