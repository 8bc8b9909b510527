import type { InferContractRouterInputs } from '@orpc/contract'
import { reading_intervals_max } from '../../../contract/limits.ts'
import type { ReadingSpell, readings } from '../../../contract/readings.ts'
import { RequestRefusedError } from './signing-call.ts'

export type Report = Omit<InferContractRouterInputs<typeof readings>['report'], 'consentId'>
/** `tried`: it may have arrived, so that nothing more may be put into it. */
type PendingReport = Report & { tried: boolean }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Send = (consentId: string, report: Report) => Promise<unknown>

const storageKey = (consentId: string) => `candour:reading:${consentId}`
/** More than this is not kept for somebody who is without a connection: signing matters more than its evidence. */
const pending_reports_max = 200

type Reports = {
  /** Takes in what was read since. It is kept on the device until the server has it. */
  add: (consentId: string, spells: readonly ReadingSpell[]) => void
  /** Sends what waits, oldest first, until there is nothing or no answer comes; never throws. */
  flush: (consentId: string) => Promise<void>
}

/**
 * Reports of reading on their way. Each has a visit, which is one load of the page, and a number in it, and keeps both
 * however often it is sent: the server counts it once.
 */
export function createReadingReports(
  store: Store,
  send: Send,
  newVisit: () => string = () => crypto.randomUUID(),
): Reports {
  const visits = new Map<string, { visit: string; last: number }>()
  const reportsByConsent = new Map<string, PendingReport[]>()
  const underWay = new Map<string, Promise<void>>()

  const waiting = (consentId: string) => reportsByConsent.get(consentId) ?? read(store, storageKey(consentId))

  function storeReports(consentId: string, reports: PendingReport[]) {
    reportsByConsent.set(consentId, reports)
    write(store, storageKey(consentId), reports)
  }

  function add(consentId: string, spells: readonly ReadingSpell[]) {
    if (spells.length === 0) return
    const reports = waiting(consentId)
    const { visit, last } = visits.get(consentId) ?? { visit: newVisit(), last: 0 }
    const newest = reports.at(-1)
    const fits = newest && newest.visit === visit && !newest.tried
    if (fits && newest.spells.length + spells.length <= reading_intervals_max) {
      return storeReports(consentId, [
        ...reports.slice(0, -1),
        { ...newest, spells: [...newest.spells, ...spells] },
      ])
    }
    visits.set(consentId, { visit, last: last + 1 })
    const added = { visit, number: last + 1, spells: spells.slice(0, reading_intervals_max), tried: false }
    storeReports(consentId, [...reports, added].slice(-pending_reports_max))
  }

  async function sendAll(consentId: string) {
    for (let next = waiting(consentId)[0]; next; next = waiting(consentId)[0]) {
      const { tried: _tried, ...report } = next
      const trying = waiting(consentId).map((each, at) => (at === 0 ? { ...each, tried: true } : each))
      storeReports(consentId, trying)
      if (!(await isFinalAnswer(() => send(consentId, report)))) return
      storeReports(
        consentId,
        waiting(consentId).filter(({ visit, number }) => visit !== report.visit || number !== report.number),
      )
    }
  }

  // An attempt that was failing when the connection came back is followed by another.
  function flush(consentId: string): Promise<void> {
    const running = underWay.get(consentId)
    const attempt = running ? running.then(() => sendAll(consentId)) : sendAll(consentId)
    const last = attempt.finally(() => {
      if (underWay.get(consentId) === last) underWay.delete(consentId)
    })
    underWay.set(consentId, last)
    return last
  }

  return { add, flush }
}

/** Whether the server has answered for good: it has it, or will never take it. Without the birth date it waits. */
async function isFinalAnswer(sending: () => Promise<unknown>): Promise<boolean> {
  try {
    await sending()
    return true
  } catch (error) {
    return (
      error instanceof RequestRefusedError && error.code !== 'unauthenticated' && error.code !== 'not-found'
    )
  }
}

function read(store: Store, key: string): PendingReport[] {
  try {
    return JSON.parse(store.getItem(key) ?? '[]') as PendingReport[]
  } catch {
    return []
  }
}

function write(store: Store, place: string, reports: PendingReport[]): void {
  try {
    if (reports.length === 0) store.removeItem(place)
    else store.setItem(place, JSON.stringify(reports))
  } catch {
    // Some private windows keep nothing; this page still holds it.
  }
}
