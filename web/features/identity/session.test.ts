import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../../contract/identity.ts'
import type { SessionResponse } from './guard-rules.ts'
import { Session } from './session.ts'

const amara = { displayName: 'Amara Okafor', role: 'clinic_staff' } as SessionUser
const promoted = { displayName: 'Amara Okafor', role: 'clinic_admin' } as SessionUser
const open = (user: SessionUser): SessionResponse => ({ user, step: 'open' })
const nobody: SessionResponse = { user: null, step: 'none' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose answers are given by hand. */
function heldServer() {
  const waiting: PromiseWithResolvers<SessionResponse>[] = []
  const fetch = vi.fn(() => {
    const held = Promise.withResolvers<SessionResponse>()
    waiting.push(held)
    return held.promise
  })
  const next = () => waiting.shift()!
  return { fetch, next }
}

test('asks once, and not again while the answer is fresh', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  expect(session.state()).toEqual({ user: undefined, step: 'none', refreshing: true })
  session.state()
  next().resolve(open(amara))
  expect(await session.settled()).toEqual({ user: amara, step: 'open', refreshing: false })
  vi.advanceTimersByTime(29_000)
  expect(session.state()).toEqual({ user: amara, step: 'open', refreshing: false })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('asks again once the answer is old, knowing the person meanwhile', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  expect(session.state()).toEqual({ user: amara, step: 'open', refreshing: true })
  next().resolve(open(promoted))
  expect((await session.settled()).user).toBe(promoted)
})

test('knows what a sign-in still owes, and that this computer is locked', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.state()
  next().resolve({ user: null, step: 'second-factor' })
  expect(await session.settled()).toEqual({ user: null, step: 'second-factor', refreshing: false })
  session.clear()
  session.state()
  next().resolve({ user: null, step: 'locked' })
  expect((await session.settled()).step).toBe('locked')
})

test('counts as signed out when the first answer takes more than 3 s', async () => {
  const session = new Session(heldServer().fetch)
  session.state()
  const settled = session.settled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(await settled).toEqual({ user: null, step: 'none', refreshing: false })
})

test('still finds the person when the answer comes after the time-out', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.state()
  const settled = session.settled()
  await vi.advanceTimersByTimeAsync(3000)
  await settled
  const loaded = session.load()
  next().resolve(open(amara))
  expect(await loaded).toEqual(open(amara))
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('goes on with the permissions known before when new ones take more than 5 s', async () => {
  const session = new Session(heldServer().fetch)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  session.state()
  let done = false
  const settled = session.settled().finally(() => (done = true))
  await vi.advanceTimersByTimeAsync(4999)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await settled).toEqual({ user: amara, step: 'open', refreshing: false })
})

test('a failed first question is passed on, and can be asked again', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.state()
  next().reject(new Error('unavailable'))
  await expect(session.settled()).rejects.toThrow('unavailable')
  session.state()
  next().resolve(nobody)
  expect((await session.settled()).user).toBeNull()
})

test('a failed refresh keeps the person', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.remember(amara)
  vi.advanceTimersByTime(31_000)
  session.state()
  next().reject(new Error('unavailable'))
  expect((await session.settled()).user).toBe(amara)
  expect(session.current()).toBe(amara)
})

test('an answer from before a sign-out is not believed afterwards', async () => {
  const { fetch, next } = heldServer()
  const session = new Session(fetch)
  session.state()
  const old = next()
  session.clear()
  const loaded = session.load()
  old.resolve(open(amara))
  next().resolve(nobody)
  expect(await loaded).toEqual(nobody)
  expect(session.current()).toBeNull()
})

test('tells when nobody is signed in, and not of a session that is locked or owes a step', async () => {
  const { fetch, next } = heldServer()
  const onNobody = vi.fn()
  const session = new Session(fetch, onNobody)
  for (const step of ['second-factor', 'locked', 'enrol'] as const) {
    session.state()
    next().resolve({ user: null, step })
    await session.settled()
    session.clear()
  }
  session.remember(amara)
  expect(onNobody).not.toHaveBeenCalled()
  session.clear()
  session.state()
  next().resolve(nobody)
  await session.settled()
  expect(onNobody).toHaveBeenCalledTimes(1)
})
