import { expect, test } from 'vitest'
import { UnavailableError } from '../../platform/unavailable.ts'
import { hashPassword, verifyPassword } from './password.ts'

test('passwords are kept as argon2id hashes with their parameters, each with a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(second).not.toBe(first)
})

test('a hash knows its own password and no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword({ hash, password: 'correct horse' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'correct horses' })).toBe(false)
  expect(await verifyPassword({ hash: null, password: 'correct horse' })).toBe(false)
})

test('many at once are all answered, a few at a time', async () => {
  const hashes = await Promise.all(
    Array.from({ length: 8 }, (_item, index) => hashPassword(`password ${index}`)),
  )
  expect(new Set(hashes).size).toBe(8)
})

test('no more wait than can be answered soon; the others are told to come back', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('correct horse')))
  const refused = flood.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)
  expect(refused).toHaveLength(7)
  for (const reason of refused) expect(reason).toBeInstanceOf(UnavailableError)
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$/)
})
