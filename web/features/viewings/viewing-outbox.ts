import type { InferContractRouterInputs } from '@orpc/contract'
import { viewing_ranges_max, viewing_transcript_ms_max } from '../../../contract/limits.ts'
import type { OwnViewing, ReadInsteadReason, viewings } from '../../../contract/viewings.ts'

export type ViewingReport = Omit<
  InferContractRouterInputs<typeof viewings>['report'],
  'consentId' | 'videoId'
>
type Told = Omit<ViewingReport, 'showing' | 'number'>

/** One on its way. `tried`: it may have arrived, so that nothing more may be put into it. */
export type ViewingPosting = { videoId: string; tried: boolean } & (
  { to: 'reports'; body: ViewingReport } | { to: 'readings-instead'; body: { reason: ReadInsteadReason } }
)

/** What the server says: how far it is now; that it will never take this; or nothing yet. */
export type ViewingAnswer = OwnViewing | 'refused' | 'later'
type Send = (consentId: string, posting: ViewingPosting) => Promise<ViewingAnswer>
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const slot = (consentId: string) => `viewing:${consentId}`

/**
 * What was watched, kept on the device until the server has it: in order, each report once however often it is sent.
 * While there is no connection, what is watched on is put into the report that waits.
 */
export function createViewingOutbox(store: Store, send: Send) {
  const held = new Map<string, ViewingPosting[]>()
  const numbers = new Map<string, number>()
  const underWay = new Map<string, Promise<boolean>>()

  const waiting = (consentId: string): ViewingPosting[] => held.get(consentId) ?? read(store, slot(consentId))

  function keep(consentId: string, postings: ViewingPosting[]): void {
    held.set(consentId, postings)
    write(store, slot(consentId), postings)
  }

  function addReport(consentId: string, videoId: string, showing: string, told: Told): void {
    const postings = waiting(consentId)
    const last = postings.at(-1)
    const joined = last?.videoId === videoId && joinedReport(last, showing, told)
    if (joined) return keep(consentId, [...postings.slice(0, -1), joined])
    const number = (numbers.get(showing) ?? 0) + 1
    numbers.set(showing, number)
    const body = { ...told, ranges: told.ranges.slice(0, viewing_ranges_max), showing, number }
    keep(consentId, [...postings, { videoId, tried: false, to: 'reports', body }])
  }

  function addReading(consentId: string, videoId: string, reason: ReadInsteadReason): void {
    keep(consentId, [
      ...waiting(consentId),
      { videoId, tried: false, to: 'readings-instead', body: { reason } },
    ])
  }

  async function deliverAll(consentId: string, learn: (viewing: OwnViewing) => void): Promise<boolean> {
    let isRefused = false
    for (let next = waiting(consentId)[0]; next; next = waiting(consentId)[0]) {
      keep(consentId, [{ ...next, tried: true }, ...waiting(consentId).slice(1)])
      const answer = await send(consentId, next)
      if (answer === 'later') return isRefused
      keep(consentId, waiting(consentId).slice(1))
      if (answer === 'refused') isRefused = true
      else learn(answer)
    }
    return isRefused
  }

  /** Sends what waits, the first first, until no answer comes. Whether the server has refused any of it. Never throws. */
  function deliver(consentId: string, learn: (viewing: OwnViewing) => void): Promise<boolean> {
    const running = underWay.get(consentId)
    if (running) return running
    const started = deliverAll(consentId, learn).finally(() => underWay.delete(consentId))
    underWay.set(consentId, started)
    return started
  }

  return { waiting, addReport, addReading, deliver }
}

/** A report that waits with more put into it, where it was watched in the same way; else nothing. */
function joinedReport(last: ViewingPosting, showing: string, told: Told): ViewingPosting | undefined {
  if (last.tried || last.to !== 'reports' || last.body.showing !== showing) return undefined
  const { ranges, speed, withCaptions, transcriptMs } = last.body
  const isAlike = speed === told.speed && withCaptions === told.withCaptions
  const together = [...ranges, ...told.ranges]
  const listed = transcriptMs + told.transcriptMs
  if (!isAlike || together.length > viewing_ranges_max || listed > viewing_transcript_ms_max) return undefined
  return { ...last, body: { ...last.body, ranges: together, transcriptMs: listed } }
}

function read(store: Store, place: string): ViewingPosting[] {
  try {
    const kept = JSON.parse(store.getItem(place) ?? '[]') as unknown
    return Array.isArray(kept) ? (kept as ViewingPosting[]) : []
  } catch {
    return []
  }
}

function write(store: Store, place: string, postings: ViewingPosting[]): void {
  try {
    if (postings.length === 0) store.removeItem(place)
    else store.setItem(place, JSON.stringify(postings))
  } catch {
    // Some private windows keep nothing; this page still holds it.
  }
}
