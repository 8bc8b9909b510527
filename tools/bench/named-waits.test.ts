import { expect, test } from 'vitest'
import { openNamedWaits } from './named-waits.ts'

const hour_ms = 3_600_000

test('what is not done in time is named, with what it is a part of', async () => {
  const late = Promise.withResolvers<string>()
  const { step } = openNamedWaits(late.resolve)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const whole = step('the turn', hour_ms, async () => {
    await step('what is done already', hour_ms, async () => {})
    await step('a signature', 0, () => ended)
    return 'done'
  })
  expect(await late.promise).toMatch(
    /^Not done within 0 s: a signature\. Waiting for: the turn \(for \d+ s\), a signature \(for \d+ s\)$/,
  )
  end()
  expect(await whole).toBe('done')
})

test('what fails is waited for no longer', async () => {
  const told: string[] = []
  const { step } = openNamedWaits((text) => told.push(text))
  await expect(step('the first', hour_ms, () => Promise.reject(new Error('on purpose')))).rejects.toThrow(
    'on purpose',
  )
  const late = Promise.withResolvers<string>()
  const other = openNamedWaits(late.resolve)
  const never = new Promise<void>(() => {})
  void other.step('the second', 0, () => never)
  expect(await late.promise).toContain('Waiting for: the second')
  expect(told).toEqual([])
})
