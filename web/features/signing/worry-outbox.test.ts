import { expect, it, vi } from 'vitest'
import type { PatientAftercare } from '../../../contract/aftercare.ts'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import type { WorryInput } from './aftercare-api.ts'
import { RequestFailedError, RequestRefusedError } from './signing-call.ts'
import { createWorryOutbox } from './worry-outbox.ts'

const own = { worries: [] } as unknown as PatientAftercare
const worry = { key: 'k1', worry: 'breathing', answers: {}, text: '', toldAt: '2026-03-02T10:00:00.000Z' }

const store = () => new DraftStore(() => sessionStorage)
const refusal = (code: 'unauthenticated' | 'aborted') =>
  new RequestRefusedError({ code, message: '', details: {} })

it('sends a worry once the connection is back, also from a page that was opened anew', async () => {
  const testStore = store()
  const sendWorry = vi.fn<(id: string, body: WorryInput) => Promise<PatientAftercare>>()
  sendWorry.mockRejectedValueOnce(new RequestFailedError('unavailable')).mockResolvedValue(own)
  const before = createWorryOutbox(testStore, sendWorry)
  before.add('c1', worry)
  expect(await before.deliver('c1', worry)).toEqual({ state: 'waiting' })
  const after = createWorryOutbox(testStore, sendWorry)
  expect(after.waiting('c1')).toEqual([worry])
  expect(await after.deliver('c1', worry)).toEqual({ state: 'sent', own })
  expect(after.waiting('c1')).toEqual([])
  expect(createWorryOutbox(testStore, sendWorry).waiting('c1')).toEqual([])
  expect(sendWorry.mock.calls).toEqual([
    ['c1', worry],
    ['c1', worry],
  ])
})

it('makes one of two tries at the same time', async () => {
  const tell = vi.fn(async () => own)
  const outbox = createWorryOutbox(store(), tell)
  outbox.add('c1', worry)
  await Promise.all([outbox.deliver('c1', worry), outbox.deliver('c1', worry)])
  expect(tell).toHaveBeenCalledOnce()
})

it('keeps what waits for the birth date, and lets go of what is refused', async () => {
  const tell = vi.fn<() => Promise<PatientAftercare>>()
  tell.mockRejectedValueOnce(refusal('unauthenticated')).mockRejectedValueOnce(refusal('aborted'))
  const outbox = createWorryOutbox(store(), tell)
  outbox.add('c1', worry)
  expect(await outbox.deliver('c1', worry)).toEqual({ state: 'locked-out' })
  expect(outbox.waiting('c1')).toEqual([worry])
  expect(await outbox.deliver('c1', worry)).toEqual({ state: 'refused' })
  expect(outbox.waiting('c1')).toEqual([])
})
