import { expect, test } from 'vitest'
import { parseLinkToken } from './home-link.ts'

const token = 'aZ0_-'.padEnd(43, 'x')

test('the token of a link is read from behind the address', () => {
  expect(parseLinkToken(`#${token}`)).toBe(token)
})

test.each(['', '#', '#main', `#${token}x`, `#${token.slice(1)}`, `#${token.slice(1)} `, `?${token}`])(
  '%j holds none',
  (hash) => {
    expect(parseLinkToken(hash)).toBeNull()
  },
)
