import { expect, it } from 'vitest'
import { link_code_attempts_max, link_code_length } from '../../../contract/limits.ts'
import {
  codeExpiry,
  generateCode,
  hashLinkCode,
  isCodeUsable,
  isSameHash,
  type CodeState,
} from './link-code-rules.ts'

const now = new Date('2026-03-02T09:00:00Z')
const fresh: CodeState = { codeHash: 'h', failedAttempts: 0, expiresAt: codeExpiry(now), usedAt: null }

it.each<[string, Partial<CodeState>, boolean]>([
  ['was just sent', {}, true],
  ['was missed as often as it may be, but once', { failedAttempts: link_code_attempts_max - 1 }, true],
  ['was missed too often', { failedAttempts: link_code_attempts_max }, false],
  ['ends this moment', { expiresAt: now }, false],
  ['ended', { expiresAt: new Date(now.getTime() - 1) }, false],
  ['was used', { usedAt: now }, false],
])('a code that %s may be tried: %s', (_what, state, may) => {
  expect(isCodeUsable({ ...fresh, ...state }, now)).toBe(may)
})

it('is kept as a hash of its own link and key, and compared whole', () => {
  const key = Buffer.from('a key')
  const hash = hashLinkCode(key, 'link', '123456')
  expect(isSameHash(hash, hashLinkCode(key, 'link', '123456'))).toBe(true)
  for (const other of [
    hashLinkCode(key, 'link', '123457'),
    hashLinkCode(key, 'other', '123456'),
    hashLinkCode(Buffer.from('another'), 'link', '123456'),
    hash.slice(0, -1),
    '',
  ])
    expect(isSameHash(hash, other)).toBe(false)
})

it('has its digits, however small the number', () => {
  for (let drawn = 0; drawn < 50; drawn++)
    expect(generateCode()).toMatch(new RegExp(`^\\d{${link_code_length}}$`))
})
