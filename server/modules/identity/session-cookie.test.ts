import { expect, it } from 'vitest'
import { sessionCookies, signToken, verifySignedToken } from './session-cookie.ts'

const secret = 'a secret of ours'
const signed = signToken('token', secret)

it('takes a token with our signature alone', () => {
  expect(verifySignedToken(signed, secret)).toBe('token')
  for (const forged of [
    '',
    'token',
    'token.',
    `.${signed.split('.')[1]}`,
    signToken('', secret),
    signToken('token', 'another secret'),
    `other.${signed.split('.')[1]}`,
    signed.slice(0, -8),
    signed.replace(/=$/, 'AAAA'),
  ])
    expect(verifySignedToken(forged, secret), forged).toBeNull()
})

it('reads each token from its own cookie, and leaves out of several what is not ours', () => {
  const cookies = sessionCookies({ address: 'https://consent.example.org', secret })
  const sent = (cookie: string) => cookie.split(';')[0]!
  const session = sent(cookies.setSession('one', 60))
  expect(session).toMatch(/^__Host-/)
  expect(cookies.sessionToken(session)).toBe('one')
  expect(cookies.deviceToken(session)).toBeNull()
  expect(cookies.deviceToken(sent(cookies.setDevice('two', 60)))).toBe('two')
  const held = sent(cookies.setLockedTokens(['three', 'four'], 60))
  expect(cookies.lockedTokens(held)).toEqual(['three', 'four'])
  expect(cookies.lockedTokens(held.replace('three', 'threw'))).toEqual(['four'])
  expect(cookies.lockedTokens('')).toEqual([])
})
