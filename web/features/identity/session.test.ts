import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../../contract/identity.ts'
import { Session } from './session.ts'

const amara = { displayName: 'Amara Okafor', role: 'clinic_staff' } as SessionUser
const promoted = { displayName: 'Amara Okafor', role: 'clinic_admin' } as SessionUser

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose answers are given by hand. */
function heldServer() {
  const waiting: PromiseWithResolvers<SessionUser | null>[] = []
  const fetchUser = vi.fn(() => {
    const held = Promise.withResolvers<SessionUser | null>()
    waiting.push(held)
    return held.promise
  })
  const next = () => waiting.shift()!
  return { fetchUser, next }
}

test('asks once, and not again while the answer is fresh', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  expect(session.state()).toEqual({ user: undefined, refreshing: true })
  session.state()
  next().resolve(amara)
  expect(await session.settled()).toEqual({ user: amara, refreshing: false })
  vi.advanceTimersByTime(29_000)
  expect(session.state()).toEqual({ user: amara, refreshing: false })
  expect(fetchUser).toHaveBeenCalledTimes(1)
})

test('asks again once the answer is old, knowing the person meanwhile', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  expect(session.state()).toEqual({ user: amara, refreshing: true })
  next().resolve(promoted)
  expect((await session.settled()).user).toBe(promoted)
})

test('counts as signed out when the first answer takes more than 3 s', async () => {
  const session = new Session(heldServer().fetchUser)
  session.state()
  const settled = session.settled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(await settled).toEqual({ user: null, refreshing: false })
})

test('still finds the person when the answer comes after the time-out', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  session.state()
  const settled = session.settled()
  await vi.advanceTimersByTimeAsync(3000)
  await settled
  const loaded = session.load()
  next().resolve(amara)
  expect(await loaded).toBe(amara)
  expect(fetchUser).toHaveBeenCalledTimes(1)
})

test('goes on with the permissions known before when new ones take more than 5 s', async () => {
  const session = new Session(heldServer().fetchUser)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  session.state()
  let done = false
  const settled = session.settled().finally(() => (done = true))
  await vi.advanceTimersByTimeAsync(4999)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await settled).toEqual({ user: amara, refreshing: false })
})

test('a failed first question is passed on, and can be asked again', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  session.state()
  next().reject(new Error('unavailable'))
  await expect(session.settled()).rejects.toThrow('unavailable')
  session.state()
  next().resolve(null)
  expect((await session.settled()).user).toBeNull()
})

test('a failed refresh keeps the person', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  session.state()
  next().reject(new Error('unavailable'))
  expect((await session.settled()).user).toBe(amara)
})

test('an answer from before a sign-out is not believed afterwards', async () => {
  const { fetchUser, next } = heldServer()
  const session = new Session(fetchUser)
  session.state()
  const old = next()
  session.forget()
  const loaded = session.load()
  old.resolve(amara)
  next().resolve(null)
  expect(await loaded).toBeNull()
})
