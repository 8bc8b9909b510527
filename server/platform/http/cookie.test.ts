import { expect, it } from 'vitest'
import { cookieNames, cookieValue, hostCookieName, isHostBoundCookie, serializeCookie } from './cookie.ts'

const settings = { value: 'a b', seconds: 60, sameSite: 'Strict' } as const

it('binds a cookie to its host where there is TLS, and says no prefix where there is none', () => {
  const bound = serializeCookie({ ...settings, name: hostCookieName('x', true), secure: true })
  expect(bound).toBe('__Host-x=a%20b; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure')
  expect(isHostBoundCookie(bound)).toBe(true)
  const plain = serializeCookie({ ...settings, name: hostCookieName('x', false), secure: false })
  expect(plain).toBe('x=a%20b; Max-Age=60; Path=/; HttpOnly; SameSite=Strict')
})

it.each([
  'x=1; Path=/; Secure',
  '__Secure-x=1; Path=/; Secure',
  '__Host-x=1; Path=/',
  '__Host-x=1; Secure',
  '__Host-x=1; Path=/api; Secure',
  '__Host-x=1; Path=/; Secure; Domain=example.org',
])('does not take %s for one that is bound to its host', (cookie) => {
  expect(isHostBoundCookie(cookie)).toBe(false)
})

it('reads one cookie by its whole name, and the names that begin alike in their order', () => {
  const header = 'x.1=one; x.2=two%3D; y=3; x.1.5=4; broken'
  expect(cookieValue(header, 'x.2')).toBe('two=')
  expect(cookieValue(header, 'x')).toBeNull()
  expect(cookieValue('x=%zz', 'x')).toBeNull()
  expect(cookieNames(header, 'x.')).toEqual(['x.1', 'x.2', 'x.1.5'])
})
