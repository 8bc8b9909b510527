import type { InferContractRouterInputs } from '@orpc/contract'
import { viewing_ranges_max, viewing_transcript_ms_max } from '../../../contract/limits.ts'
import type { PatientViewing, TranscriptReason, viewings } from '../../../contract/viewings.ts'

export type ViewingReport = Omit<
  InferContractRouterInputs<typeof viewings>['report'],
  'consentId' | 'videoId'
>
type PlayedSegment = Omit<ViewingReport, 'showing' | 'number'>

/** One on its way. `tried`: it may have arrived, so that nothing more may be put into it. */
export type QueuedViewingReport = { videoId: string; tried: boolean } & (
  { to: 'reports'; body: ViewingReport } | { to: 'readings-instead'; body: { reason: TranscriptReason } }
)

/** What the server says: how far it is now; that it will never take this; or nothing yet. */
export type ViewingAnswer = PatientViewing | 'refused' | 'later'
type Send = (consentId: string, posting: QueuedViewingReport) => Promise<ViewingAnswer>
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const storageKey = (consentId: string) => `viewing:${consentId}`

/**
 * What was watched, kept on the device until the server has it: in order, each report once however often it is sent.
 * While there is no connection, what is watched on is put into the report that waits.
 */
export function createViewingOutbox(store: Store, send: Send) {
  const queues = new Map<string, QueuedViewingReport[]>()
  const numbers = new Map<string, number>()
  const underWay = new Map<string, Promise<boolean>>()

  const waiting = (consentId: string): QueuedViewingReport[] =>
    queues.get(consentId) ?? read(store, storageKey(consentId))

  function storeReports(consentId: string, postings: QueuedViewingReport[]): void {
    queues.set(consentId, postings)
    write(store, storageKey(consentId), postings)
  }

  function addReport(consentId: string, videoId: string, showing: string, played: PlayedSegment): void {
    const queue = waiting(consentId)
    const last = queue.at(-1)
    const joined = last?.videoId === videoId && mergeReports(last, showing, played)
    if (joined) return storeReports(consentId, [...queue.slice(0, -1), joined])
    const number = (numbers.get(showing) ?? 0) + 1
    numbers.set(showing, number)
    const body = { ...played, ranges: played.ranges.slice(0, viewing_ranges_max), showing, number }
    storeReports(consentId, [...queue, { videoId, tried: false, to: 'reports', body }])
  }

  function addReading(consentId: string, videoId: string, reason: TranscriptReason): void {
    storeReports(consentId, [
      ...waiting(consentId),
      { videoId, tried: false, to: 'readings-instead', body: { reason } },
    ])
  }

  async function deliverAll(consentId: string, learn: (viewing: PatientViewing) => void): Promise<boolean> {
    let isRefused = false
    for (let next = waiting(consentId)[0]; next; next = waiting(consentId)[0]) {
      storeReports(consentId, [{ ...next, tried: true }, ...waiting(consentId).slice(1)])
      const answer = await send(consentId, next)
      if (answer === 'later') return isRefused
      storeReports(consentId, waiting(consentId).slice(1))
      if (answer === 'refused') isRefused = true
      else learn(answer)
    }
    return isRefused
  }

  /** Sends what waits, the first first, until no answer comes. Whether the server has refused any of it. Never throws. */
  function deliver(consentId: string, learn: (viewing: PatientViewing) => void): Promise<boolean> {
    const running = underWay.get(consentId)
    if (running) return running
    const started = deliverAll(consentId, learn).finally(() => underWay.delete(consentId))
    underWay.set(consentId, started)
    return started
  }

  return { waiting, addReport, addReading, deliver }
}

/** A report that waits with more put into it, where it was watched in the same way; else nothing. */
function mergeReports(
  last: QueuedViewingReport,
  showing: string,
  told: PlayedSegment,
): QueuedViewingReport | undefined {
  if (last.tried || last.to !== 'reports' || last.body.showing !== showing) return undefined
  const { ranges, speed, withCaptions, transcriptMs } = last.body
  const isAlike = speed === told.speed && withCaptions === told.withCaptions
  const together = [...ranges, ...told.ranges]
  const listed = transcriptMs + told.transcriptMs
  if (!isAlike || together.length > viewing_ranges_max || listed > viewing_transcript_ms_max) return undefined
  return { ...last, body: { ...last.body, ranges: together, transcriptMs: listed } }
}

function read(store: Store, key: string): QueuedViewingReport[] {
  try {
    const stored = JSON.parse(store.getItem(key) ?? '[]') as unknown
    return Array.isArray(stored) ? (stored as QueuedViewingReport[]) : []
  } catch {
    return []
  }
}

function write(store: Store, place: string, postings: QueuedViewingReport[]): void {
  try {
    if (postings.length === 0) store.removeItem(place)
    else store.setItem(place, JSON.stringify(postings))
  } catch {
    // Some private windows keep nothing; this page still holds it.
  }
}
