import { beforeEach, expect, test, vi } from 'vitest'
import { DraftStore } from '../../ui/plain/draft-store.ts'
import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import { createCheckOutbox, type QueuedCheckAnswer } from './check-outbox.ts'
import { RequestFailedError, RequestRefusedError } from './signing-call.ts'

const queuedAnswer = (question: string): Omit<QueuedCheckAnswer, 'key'> => ({
  to: 'answers',
  body: { question, answer: 1 },
  step: { kind: 'answered', question, isRight: false },
})
const check = (attempts: number) => ({ right: attempts }) as UnderstandingCheck

/** What is held: the page's memory, which is there without a key as well. */
let storage: DraftStore
let keys = 0
type Send = Parameters<typeof createCheckOutbox>[1]
const createTestOutbox = (send: Send) => createCheckOutbox(storage, send, () => `key-${(keys += 1)}`)
const questionsOf = (postings: readonly QueuedCheckAnswer[]) => postings.map(({ step }) => step.question)

beforeEach(() => {
  storage = new DraftStore(() => sessionStorage)
  keys = 0
})

test('answers go out one after the other, each under its own key, and are gone then', async () => {
  const sent: string[] = []
  const outbox = createTestOutbox(async (consentId, { key, step }) => {
    sent.push(`${consentId} ${key} ${step.question}`)
    return check(sent.length)
  })
  outbox.keep('c1', queuedAnswer('a'))
  outbox.keep('c1', queuedAnswer('b'))
  expect(questionsOf(outbox.waiting('c1'))).toEqual(['a', 'b'])
  expect(await outbox.deliver('c1')).toEqual(check(2))
  expect(sent).toEqual(['c1 key-1 a', 'c1 key-2 b'])
  expect(outbox.waiting('c1')).toEqual([])
  expect(storage.length).toBe(0)
})

test('what the server knows is told before the next answer goes out', async () => {
  const notifications: [UnderstandingCheck | undefined, (string | null)[]][] = []
  let sent = 0
  const outbox = createTestOutbox(async () => {
    expect(notifications).toHaveLength(sent)
    return check((sent += 1))
  })
  outbox.keep('c1', queuedAnswer('a'))
  outbox.keep('c1', queuedAnswer('b'))
  await outbox.deliver(
    'c1',
    (known) => void notifications.push([known, [...questionsOf(outbox.waiting('c1'))]]),
  )
  expect(notifications).toEqual([
    [check(1), ['b']],
    [check(2), []],
  ])
})

test('without an answer they wait, survive a reload and go out under the same keys', async () => {
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new RequestFailedError('unavailable'))
    .mockResolvedValue(check(1))
  const outbox = createTestOutbox(send)
  outbox.keep('c1', queuedAnswer('a'))
  await expect(outbox.deliver('c1')).rejects.toThrow(RequestFailedError)
  const reloaded = createTestOutbox(send)
  expect(questionsOf(reloaded.waiting('c1'))).toEqual(['a'])
  await reloaded.deliver('c1')
  expect(send.mock.calls.map(([, { key }]) => key)).toEqual(['key-1', 'key-1'])
})

test('two tries at the same time are one', async () => {
  const send = vi.fn<Send>().mockResolvedValue(check(1))
  const outbox = createTestOutbox(send)
  outbox.keep('c1', queuedAnswer('a'))
  await Promise.all([outbox.deliver('c1'), outbox.deliver('c1')])
  expect(send).toHaveBeenCalledTimes(1)
})

test('what the form takes no more is let go, and what comes behind it still goes out', async () => {
  const refused = new RequestRefusedError({
    code: 'aborted',
    message: 'No',
    details: { reason: 'wrong-state' },
  })
  const send = vi.fn<Send>().mockRejectedValueOnce(refused).mockResolvedValue(check(1))
  const outbox = createTestOutbox(send)
  outbox.keep('c1', queuedAnswer('a'))
  outbox.keep('c1', queuedAnswer('b'))
  await outbox.deliver('c1')
  expect(send.mock.calls.map(([, { step }]) => step.question)).toEqual(['a', 'b'])
  expect(outbox.waiting('c1')).toEqual([])
})

test.each(['unauthenticated', 'not-found'] as const)(
  'where the birth date has to be proved again, nothing is lost: %s',
  async (code) => {
    const outbox = createTestOutbox(async () => {
      throw new RequestRefusedError({ code, message: 'No', details: {} })
    })
    outbox.keep('c1', queuedAnswer('a'))
    await expect(outbox.deliver('c1')).rejects.toThrow(RequestRefusedError)
    expect(questionsOf(outbox.waiting('c1'))).toEqual(['a'])
  },
)

test('what somebody else has written under its name is read as nothing', () => {
  void storage.setItem('check:c1', '{"not":"a list"}')
  expect(createTestOutbox(async () => check(1)).waiting('c1')).toEqual([])
  void storage.setItem('check:c1', 'no JSON')
  expect(createTestOutbox(async () => check(1)).waiting('c1')).toEqual([])
})
