import { expect, test, vi } from 'vitest'
import { StepUp } from './step-up.ts'

const refusal = new Error('requires-recent-login')
const requiresRecentLogin = (error: unknown) => error === refusal
const createCallRefusedOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal).mockResolvedValue('done')

test('a call that needs no proof asks nobody', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn<() => Promise<boolean>>()
  stepUp.register(ask)
  expect(await stepUp.send(async () => 'done', requiresRecentLogin)).toBe('done')
  expect(ask).not.toHaveBeenCalled()
})

test('a refused call is sent again once the person has proved who they are', async () => {
  const stepUp = new StepUp()
  stepUp.register(async () => true)
  const call = createCallRefusedOnce()
  expect(await stepUp.send(call, requiresRecentLogin)).toBe('done')
  expect(call).toHaveBeenCalledTimes(2)
})

test('it is sent again no more than once', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn(async () => true)
  stepUp.register(ask)
  const call = vi.fn(() => Promise.reject(refusal))
  await expect(stepUp.send(call, requiresRecentLogin)).rejects.toBe(refusal)
  expect([call.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1])
})

test('a person who gives up leaves the refusal', async () => {
  const stepUp = new StepUp()
  stepUp.register(async () => false)
  const call = createCallRefusedOnce()
  await expect(stepUp.send(call, requiresRecentLogin)).rejects.toBe(refusal)
  expect(call).toHaveBeenCalledTimes(1)
})

test('calls refused at the same time share one question, a later one asks anew', async () => {
  const stepUp = new StepUp()
  const answer = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => answer.promise)
  stepUp.register(ask)
  const both = Promise.all([
    stepUp.send(createCallRefusedOnce(), requiresRecentLogin),
    stepUp.send(createCallRefusedOnce(), requiresRecentLogin),
  ])
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  answer.resolve(true)
  expect(await both).toEqual(['done', 'done'])
  expect(ask).toHaveBeenCalledTimes(1)
  await stepUp.send(createCallRefusedOnce(), requiresRecentLogin)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('other failures are passed on, and so is a refusal where nobody can be asked', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn(async () => true)
  const leave = stepUp.register(ask)
  const broken = new Error('unavailable')
  await expect(stepUp.send(() => Promise.reject(broken), requiresRecentLogin)).rejects.toBe(broken)
  leave()
  await expect(stepUp.send(createCallRefusedOnce(), requiresRecentLogin)).rejects.toBe(refusal)
  expect(ask).not.toHaveBeenCalled()
})
