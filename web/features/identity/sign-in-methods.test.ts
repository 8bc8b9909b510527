import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api.ts'
import { cacheSignInMethods, type SignInMethods } from './sign-in-methods.ts'

const withLength = (lengthMin: number) => ({ passwordPolicy: { lengthMin } }) as SignInMethods
const refusedFor = (reason: string) =>
  new ApiError({ code: 'invalid-argument', message: 'No', details: { reason } }, 400)
const answered = () => new Promise((done) => setTimeout(done))

/** The least length that screens were told of, one after the other. */
function watched(ask: () => Promise<SignInMethods>) {
  const told: number[] = []
  const { watch, learnFrom } = cacheSignInMethods(ask)
  const listen = () => watch(({ passwordPolicy }) => void told.push(passwordPolicy.lengthMin))
  return { told, learnFrom, listen }
}

test('is asked once for all screens', async () => {
  const ask = vi.fn().mockResolvedValue(withLength(12))
  const { told, listen } = watched(ask)
  listen()
  listen()
  await answered()
  expect(told).toEqual([12, 12])
  expect(ask).toHaveBeenCalledOnce()
})

test('a failed question is asked again by the next screen', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('No')).mockResolvedValue(withLength(12))
  const { told, listen } = watched(ask)
  listen()
  await answered()
  listen()
  await answered()
  expect(told).toEqual([12])
})

test.each(['weak-password', 'password-does-not-meet-requirements'])(
  'a password refused as %s has the policy asked for again, for the screens that are open',
  async (reason) => {
    const ask = vi.fn().mockResolvedValueOnce(withLength(12)).mockResolvedValue(withLength(16))
    const { told, learnFrom, listen } = watched(ask)
    listen()
    await answered()
    learnFrom(refusedFor(reason))
    await answered()
    expect(told).toEqual([12, 16])
    expect(ask).toHaveBeenCalledTimes(2)
  },
)

test('any other failure leaves it as it is, and a screen that was left hears no more', async () => {
  const ask = vi.fn().mockResolvedValue(withLength(12))
  const { told, learnFrom, listen } = watched(ask)
  const leave = listen()
  await answered()
  learnFrom(refusedFor('wrong-password'))
  learnFrom(new Error('weak-password'))
  await answered()
  expect(ask).toHaveBeenCalledOnce()
  leave()
  learnFrom(refusedFor('weak-password'))
  await answered()
  expect(told).toEqual([12])
})
