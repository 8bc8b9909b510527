import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import type { CheckStep } from '../../../contract/understanding-state.ts'
import type { DraftStore } from '../../ui/plain/draft-store.ts'
import { RequestRefusedError } from './signing-call.ts'

/** One answer on its way: where it goes, what it says, and the step that it is until the server has it. */
export type QueuedCheckAnswer = {
  key: string
  to: 'answers' | 'talks' | 'finish'
  body: object
  step: CheckStep
}

type Store = Pick<DraftStore, 'getItem' | 'setItem' | 'removeItem'>
type Send = (consentId: string, posting: QueuedCheckAnswer) => Promise<UnderstandingCheck>
type OnSent = (check: UnderstandingCheck | undefined) => void

const storageKey = (consentId: string) => `check:${consentId}`

/**
 * The answers of a person, kept on the device until the server has them: each is sent once, in the order in which they
 * were given, whatever becomes of the connection meanwhile.
 */
export function createCheckOutbox(store: Store, send: Send, newKey = () => crypto.randomUUID() as string) {
  const underWay = new Map<string, Promise<UnderstandingCheck | undefined>>()

  /** The answers that still wait, the first given first. */
  function waiting(consentId: string): readonly QueuedCheckAnswer[] {
    return read(store, consentId)
  }

  function write(consentId: string, postings: readonly QueuedCheckAnswer[]): void {
    if (postings.length === 0) store.removeItem(storageKey(consentId))
    else void store.setItem(storageKey(consentId), JSON.stringify(postings))
  }

  function keep(consentId: string, posting: Omit<QueuedCheckAnswer, 'key'>): void {
    write(consentId, [...waiting(consentId), { ...posting, key: newKey() }])
  }

  async function deliverAll(consentId: string, onSent: OnSent): Promise<UnderstandingCheck | undefined> {
    let check: UnderstandingCheck | undefined
    for (let next = waiting(consentId)[0]; next; next = waiting(consentId)[0]) {
      const { key } = next
      try {
        check = await send(consentId, next)
      } catch (error) {
        if (!isFinalError(error)) throw error
      }
      write(
        consentId,
        waiting(consentId).filter((posting) => posting.key !== key),
      )
      onSent(check)
    }
    return check
  }

  /**
   * Sends what waits, and answers what the server knows then; undefined where nothing waited. `onSent` is told that after
   * each, at once: an answer that no longer waits is among what is known.
   * @throws CallLost where no answer came, CallRefused where the birth date has to be proved again: all is kept
   */
  function deliver(consentId: string, onSent: OnSent = () => {}): Promise<UnderstandingCheck | undefined> {
    const running = underWay.get(consentId)
    if (running) return running
    const started = deliverAll(consentId, onSent).finally(() => underWay.delete(consentId))
    underWay.set(consentId, started)
    return started
  }

  return { waiting, keep, deliver }
}

/** Whether a no is for good, so that asking again would change nothing: the form takes this answer no more. */
const isFinalError = (error: unknown): boolean =>
  error instanceof RequestRefusedError && error.code !== 'unauthenticated' && error.code !== 'not-found'

function read(store: Store, consentId: string): readonly QueuedCheckAnswer[] {
  try {
    const stored = JSON.parse(store.getItem(storageKey(consentId)) ?? '[]') as unknown
    return Array.isArray(stored) ? (stored as QueuedCheckAnswer[]) : []
  } catch {
    return []
  }
}
