import type { PatientAftercare } from '../../../contract/aftercare.ts'
import type { WorryInput } from './aftercare-api.ts'
import type { DraftStore } from '../../ui/plain/draft-store.ts'
import { RequestRefusedError } from './signing-call.ts'

export type WorryDelivery =
  | { state: 'sent'; own: PatientAftercare }
  /** Kept, and worth trying again by itself. */
  | { state: 'waiting' }
  /** Kept until the birth date is proved again. */
  | { state: 'locked-out' }
  /** Let go: the server will not take it as it is. */
  | { state: 'refused' }

type Store = Pick<DraftStore, 'getItem' | 'setItem' | 'removeItem'>
type SendWorry = (consentId: string, body: WorryInput) => Promise<PatientAftercare>

const storageKey = (consentId: string) => `worries:${consentId}`

/** Worries on their way: kept on the device until the server has them, each sent until it is answered for good. */
export function createWorryOutbox(store: Store, sendWorry: SendWorry) {
  const underWay = new Map<string, Promise<WorryDelivery>>()

  /** The worries of this consent that nobody has heard of yet, oldest first. */
  function waiting(consentId: string): readonly WorryInput[] {
    return read(store, consentId)
  }

  function keep(consentId: string, worries: readonly WorryInput[]): void {
    if (worries.length === 0) store.removeItem(storageKey(consentId))
    else void store.setItem(storageKey(consentId), JSON.stringify(worries))
  }

  const without = (consentId: string, key: string) => waiting(consentId).filter((worry) => worry.key !== key)

  async function attempt(consentId: string, worry: WorryInput): Promise<WorryDelivery> {
    try {
      const own = await sendWorry(consentId, worry)
      keep(consentId, without(consentId, worry.key))
      return { state: 'sent', own }
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) return { state: 'waiting' }
      if (error.code === 'unauthenticated' || error.code === 'not-found') return { state: 'locked-out' }
      keep(consentId, without(consentId, worry.key))
      return { state: 'refused' }
    }
  }

  return {
    waiting,
    add: (consentId: string, worry: WorryInput) => keep(consentId, [...waiting(consentId), worry]),
    /** Sends one worry; two tries at the same time become one. */
    deliver(consentId: string, worry: WorryInput): Promise<WorryDelivery> {
      const running = underWay.get(worry.key)
      if (running) return running
      const started = attempt(consentId, worry).finally(() => underWay.delete(worry.key))
      underWay.set(worry.key, started)
      return started
    },
  }
}

function read(store: Store, consentId: string): WorryInput[] {
  try {
    return JSON.parse(store.getItem(storageKey(consentId)) ?? '[]') as WorryInput[]
  } catch {
    return []
  }
}
