import { describe, expect, it } from 'vitest'
import { accountPath, callbackPath, failureCodeOf } from './provider-rules.ts'

describe('coming back from a provider', () => {
  it('goes on to the page that waits, in its window or in place of the page', () => {
    expect(callbackPath({ shown: 'popup', to: null })).toBe('/login/back?shown=popup')
    expect(callbackPath({ shown: 'page', to: '/clinic/consents?page=2&a=b' })).toBe(
      '/login/back?shown=page&to=%2Fclinic%2Fconsents%3Fpage%3D2%26a%3Db',
    )
  })

  it('says by a code what went wrong, with what its message names', () => {
    const details = { day: 'Sunday', start: '08:00', end: '18:00', time: '19:30' }
    expect(callbackPath({ shown: 'page', to: null }, { code: 'login-time-refused', details })).toBe(
      '/login/back?shown=page&code=login-time-refused&day=Sunday&start=08%3A00&end=18%3A00&time=19%3A30',
    )
  })

  it('goes on to the account page after linking', () => {
    expect(accountPath({ isAdmin: false })).toBe('/clinic/account')
    expect(accountPath({ isAdmin: true }, { code: 'user-mismatch' })).toBe(
      '/admin/profile?code=user-mismatch',
    )
  })

  it.each([
    ['account_not_linked', 'account-exists-with-different-credential'],
    ['signup_disabled', 'account-not-found'],
    ['account_already_linked_to_different_user', 'user-mismatch'],
    ['access_denied', 'user-cancelled'],
    ['state_mismatch', 'code-expired'],
    ['invalid_code', 'provider-failed'],
    ['constructor_of_nothing_we_know', 'provider-failed'],
  ])('names %s %s', (failure, code) => {
    expect(failureCodeOf(failure)).toBe(code)
  })
})
