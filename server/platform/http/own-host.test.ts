import { expect, test } from 'vitest'
import { urlAtOrigin, isOwnHost } from './own-host.ts'

const here = 'http://localhost:3000'
const practice = 'http://192.168.1.20:3000'
const outside = 'https://consent.example.org'

test.each([
  // origin, host asked for, whether a proxy named it, right
  [here, 'localhost:3000', false, true],
  [here, 'LOCALHOST:3000', false, true],
  [here, '127.0.0.1:3000', false, false],
  [here, '[::1]:3000', false, false],
  [here, 'localhost', false, false],
  [here, 'localhost:5173', false, false],
  [here, 'localhost.:3000', false, false],
  [here, '192.168.1.20:3000', false, false],
  [here, 'localhost:3000@evil.example', false, false],
  [here, 'localhost:3000/evil', false, false],
  [here, '', false, false],
  [practice, '192.168.1.20:3000', false, true],
  [practice, 'localhost:3000', false, false],
  [practice, 'surgery-pc:3000', false, false],
  ['http://[fd00::20]:3000', '[FD00::20]:3000', false, true],
  ['http://surgery-pc.local', 'surgery-pc.local:80', false, true],
  [outside, 'consent.example.org', true, true],
  [outside, 'consent.example.org:443', true, true],
  [outside, 'Consent.Example.Org', false, true],
  [outside, 'consent.example.org:80', true, false],
  [outside, 'other.example.org', true, false],
  [outside, '203.0.113.9', false, false],
  // A proxy that names the place it passes on to, and says nothing of what the browser asked for.
  [outside, '127.0.0.1:3000', false, true],
  [outside, 'candour:3000', false, true],
  [outside, '127.0.0.1:3000', true, false],
  [outside, '127.0.0.1:3001', false, false],
])('under %s a page asked for at %s (named by a proxy: %s) is right: %s', (origin, host, named, right) => {
  const headers = named ? { 'x-forwarded-host': host } : {}
  expect(isOwnHost({ headers, host, socket: { localPort: 3000 } }, origin)).toBe(right)
})

test.each([
  ['/login?to=%2Fclinic', 'http://localhost:3000/login?to=%2Fclinic'],
  ['/', 'http://localhost:3000/'],
  ['//evil.example/login', 'http://localhost:3000/'],
  ['/\\evil.example', 'http://localhost:3000/'],
  ['http://evil.example/login', 'http://localhost:3000/'],
  ['@evil.example', 'http://localhost:3000/'],
  ['.evil.example', 'http://localhost:3000/'],
  ['/"><script>', 'http://localhost:3000/%22%3E%3Cscript%3E'],
  ['/a/../../b', 'http://localhost:3000/b'],
])('what was asked for as %s leads to %s', (url, address) => {
  expect(urlAtOrigin(here, url)).toBe(address)
})
