import { expect, test, vi } from 'vitest'
import { StepUp } from './step-up.ts'

const refusal = new Error('requires-recent-login')
const wantsProof = (error: unknown) => error === refusal
const refusedOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal).mockResolvedValue('done')

test('a call that needs no proof asks nobody', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn<() => Promise<boolean>>()
  stepUp.register(ask)
  expect(await stepUp.send(async () => 'done', wantsProof)).toBe('done')
  expect(ask).not.toHaveBeenCalled()
})

test('a refused call is sent again once the person has proved who they are', async () => {
  const stepUp = new StepUp()
  stepUp.register(async () => true)
  const call = refusedOnce()
  expect(await stepUp.send(call, wantsProof)).toBe('done')
  expect(call).toHaveBeenCalledTimes(2)
})

test('it is sent again no more than once', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn(async () => true)
  stepUp.register(ask)
  const call = vi.fn(() => Promise.reject(refusal))
  await expect(stepUp.send(call, wantsProof)).rejects.toBe(refusal)
  expect([call.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1])
})

test('a person who gives up leaves the refusal', async () => {
  const stepUp = new StepUp()
  stepUp.register(async () => false)
  const call = refusedOnce()
  await expect(stepUp.send(call, wantsProof)).rejects.toBe(refusal)
  expect(call).toHaveBeenCalledTimes(1)
})

test('calls refused at the same time share one question, a later one asks anew', async () => {
  const stepUp = new StepUp()
  const answer = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => answer.promise)
  stepUp.register(ask)
  const both = Promise.all([stepUp.send(refusedOnce(), wantsProof), stepUp.send(refusedOnce(), wantsProof)])
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  answer.resolve(true)
  expect(await both).toEqual(['done', 'done'])
  expect(ask).toHaveBeenCalledTimes(1)
  await stepUp.send(refusedOnce(), wantsProof)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('other failures are passed on, and so is a refusal where nobody can be asked', async () => {
  const stepUp = new StepUp()
  const ask = vi.fn(async () => true)
  const leave = stepUp.register(ask)
  const broken = new Error('unavailable')
  await expect(stepUp.send(() => Promise.reject(broken), wantsProof)).rejects.toBe(broken)
  leave()
  await expect(stepUp.send(refusedOnce(), wantsProof)).rejects.toBe(refusal)
  expect(ask).not.toHaveBeenCalled()
})
