import { beforeEach, expect, test, vi } from 'vitest'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import { createCheckOutbox, type CheckPosting } from './check-outbox.ts'
import { CallLost, CallRefused } from './signing-call.ts'

const posting = (question: string): Omit<CheckPosting, 'key'> => ({
  to: 'answers',
  body: { question, answer: 1 },
  step: { kind: 'answered', question, isRight: false },
})
const check = (attempts: number) => ({ right: attempts }) as UnderstandingCheck

/** What is held: the page's memory, which is there without a key as well. */
let storage: DraftStore
let keys = 0
type Send = Parameters<typeof createCheckOutbox>[1]
const outboxThat = (send: Send) => createCheckOutbox(storage, send, () => `key-${(keys += 1)}`)
const questionsOf = (postings: readonly CheckPosting[]) => postings.map(({ step }) => step.question)

beforeEach(() => {
  storage = new DraftStore(() => sessionStorage)
  keys = 0
})

test('answers go out one after the other, each under its own key, and are gone then', async () => {
  const sent: string[] = []
  const outbox = outboxThat(async (consentId, { key, step }) => {
    sent.push(`${consentId} ${key} ${step.question}`)
    return check(sent.length)
  })
  outbox.keep('c1', posting('a'))
  outbox.keep('c1', posting('b'))
  expect(questionsOf(outbox.waiting('c1'))).toEqual(['a', 'b'])
  expect(await outbox.deliver('c1')).toEqual(check(2))
  expect(sent).toEqual(['c1 key-1 a', 'c1 key-2 b'])
  expect(outbox.waiting('c1')).toEqual([])
  expect(storage.length).toBe(0)
})

test('what the server knows is told before the next answer goes out', async () => {
  const told: [UnderstandingCheck | undefined, (string | null)[]][] = []
  let sent = 0
  const outbox = outboxThat(async () => {
    expect(told).toHaveLength(sent)
    return check((sent += 1))
  })
  outbox.keep('c1', posting('a'))
  outbox.keep('c1', posting('b'))
  await outbox.deliver('c1', (known) => void told.push([known, [...questionsOf(outbox.waiting('c1'))]]))
  expect(told).toEqual([
    [check(1), ['b']],
    [check(2), []],
  ])
})

test('without an answer they wait, survive a reload and go out under the same keys', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new CallLost('unavailable')).mockResolvedValue(check(1))
  const outbox = outboxThat(send)
  outbox.keep('c1', posting('a'))
  await expect(outbox.deliver('c1')).rejects.toThrow(CallLost)
  const reloaded = outboxThat(send)
  expect(questionsOf(reloaded.waiting('c1'))).toEqual(['a'])
  await reloaded.deliver('c1')
  expect(send.mock.calls.map(([, { key }]) => key)).toEqual(['key-1', 'key-1'])
})

test('two tries at the same time are one', async () => {
  const send = vi.fn<Send>().mockResolvedValue(check(1))
  const outbox = outboxThat(send)
  outbox.keep('c1', posting('a'))
  await Promise.all([outbox.deliver('c1'), outbox.deliver('c1')])
  expect(send).toHaveBeenCalledTimes(1)
})

test('what the form takes no more is let go, and what comes behind it still goes out', async () => {
  const refused = new CallRefused({ code: 'aborted', message: 'No', details: { reason: 'wrong-state' } })
  const send = vi.fn<Send>().mockRejectedValueOnce(refused).mockResolvedValue(check(1))
  const outbox = outboxThat(send)
  outbox.keep('c1', posting('a'))
  outbox.keep('c1', posting('b'))
  await outbox.deliver('c1')
  expect(send.mock.calls.map(([, { step }]) => step.question)).toEqual(['a', 'b'])
  expect(outbox.waiting('c1')).toEqual([])
})

test.each(['unauthenticated', 'not-found'] as const)(
  'where the birth date has to be proved again, nothing is lost: %s',
  async (code) => {
    const outbox = outboxThat(async () => {
      throw new CallRefused({ code, message: 'No', details: {} })
    })
    outbox.keep('c1', posting('a'))
    await expect(outbox.deliver('c1')).rejects.toThrow(CallRefused)
    expect(questionsOf(outbox.waiting('c1'))).toEqual(['a'])
  },
)

test('what somebody else has written under its name is read as nothing', () => {
  void storage.setItem('check:c1', '{"not":"a list"}')
  expect(outboxThat(async () => check(1)).waiting('c1')).toEqual([])
  void storage.setItem('check:c1', 'no JSON')
  expect(outboxThat(async () => check(1)).waiting('c1')).toEqual([])
})
