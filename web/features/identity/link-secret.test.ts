import { expect, test } from 'vitest'
import { parseLinkSecret } from './link-secret.ts'

test.each(['x'.repeat(24), 'aZ0_-'.repeat(8), 'y'.repeat(64)])('takes %s', (secret) =>
  expect(parseLinkSecret(`#${secret}`)).toBe(secret),
)

test.each([
  '',
  '#',
  '#main',
  `#${'x'.repeat(23)}`,
  `#${'x'.repeat(65)}`,
  `#${'x'.repeat(32)}<b>`,
  'x'.repeat(40),
])('finds none in %j', (fragment) => expect(parseLinkSecret(fragment)).toBeNull())
