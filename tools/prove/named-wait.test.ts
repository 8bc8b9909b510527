import { describe, expect, it } from 'vitest'
import { waitUntil } from './named-wait.ts'

describe('waiting until something is so', () => {
  it('looks until it is', async () => {
    let looks = 0
    await waitUntil('the third look', 60_000, () => ++looks === 3)
    expect(looks).toBe(3)
  })

  it.each([
    ['is never so', () => false],
    ['is never told', () => new Promise<boolean>(() => {})],
  ])('ends at its limit with what was waited for, where it %s', async (_what, isSo) => {
    await expect(waitUntil('a fair wind', 50, isSo)).rejects.toThrow(
      'Waited for a fair wind for longer than 50 ms',
    )
  })

  it('fails with what a look fails with', async () => {
    const look = () => Promise.reject(new Error('No eyes'))
    await expect(waitUntil('a fair wind', 60_000, look)).rejects.toThrow('No eyes')
  })
})
