import { expect, test } from 'vitest'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import { parseProviderRefusal } from './provider-refusal.ts'

const wordsIn = (address: string) => parseProviderRefusal(new URLSearchParams(address))?.words

test('is none without a code', () =>
  expect(parseProviderRefusal(new URLSearchParams('shown=popup&to=/clinic'))).toBeNull())

test.each([
  ['code=user-cancelled', signInMessage('user-cancelled')],
  ['code=what-nobody-knows', signInMessage('what-nobody-knows')],
  [
    'code=login-day-refused&day=Saturday',
    'Login not allowed on Saturday. Please contact your administrator.',
  ],
  [
    'code=login-time-refused&day=Monday&start=08:30&end=18:00&time=07:59',
    'Login hours for Monday are 08:30 - 18:00. Current time: 07:59',
  ],
])('%s reads %s', (address, words) => expect(wordsIn(address)).toBe(words))

test.each([
  ['nothing to name', 'code=login-day-refused'],
  ['words of a stranger', 'code=login-day-refused&day=any+day,+ring+0900+123'],
  ['a time that is none', 'code=login-time-refused&day=Monday&start=08:30&end=18:00&time=now'],
])('%s: tells in general words', (_what, address) => {
  expect(wordsIn(address)).toBe(
    'Authentication failed. Please try again or contact support if the problem persists.',
  )
})
