import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { seek_ahead_seconds_max, watched_part_min } from '../../../contract/limits.ts'
import { isViewingOpen, isWatched, joinedRanges } from '../../../contract/viewing-state.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { OwnViewing } from '../../../contract/viewings.ts'
import { createViewingOutbox, type ViewingPosting } from '../viewings/index.ts'
import { CallRefused } from './signing-call.ts'
import { sealedOutbox } from './signing-device.ts'
import { readViewings, sendViewing, startViewing } from './viewing-api.ts'

const limits = { watched_part_min, seek_ahead_seconds_max }

/** What watching is kept in on this device until the server has it. */
export const viewingOutbox = createViewingOutbox(sealedOutbox, async (consentId, posting) => {
  try {
    return await sendViewing(consentId, posting)
  } catch (error) {
    const isNo =
      error instanceof CallRefused && error.code !== 'unauthenticated' && error.code !== 'not-found'
    return isNo ? 'refused' : 'later'
  }
})

type Known = {
  viewings: readonly OwnViewing[]
  /** The server has said how far it is. */
  isKnown: boolean
  /** How often it has refused what this page told: each time a player begins anew from what it knows. */
  refusals: number
}
const unknown: Known = { viewings: [], isKnown: false, refusals: 0 }
const known = new Map<string, Known>()
const listeners = new Set<() => void>()

function change(consentId: string, changed: Partial<Known>): void {
  known.set(consentId, { ...(known.get(consentId) ?? unknown), ...changed })
  for (const tell of listeners) tell()
}

const learn = (consentId: string) => (viewing: OwnViewing) => {
  const { viewings } = known.get(consentId) ?? unknown
  const others = viewings.filter(({ videoId }) => videoId !== viewing.videoId)
  change(consentId, { viewings: [...others, viewing] })
}

/** Sends what waits. Where the server will never take some of it, what it knows counts. Never throws. */
export async function deliverViewings(consentId: string): Promise<void> {
  const isRefused = await viewingOutbox.deliver(consentId, learn(consentId))
  if (!isRefused) return
  await load(consentId)
  change(consentId, { refusals: (known.get(consentId)?.refusals ?? 0) + 1 })
}

async function load(consentId: string): Promise<void> {
  const viewings = await readViewings(consentId).catch(() => null)
  if (viewings) change(consentId, { viewings, isKnown: true })
}

/** Begins a showing, with what waited sent before it. */
export async function beginViewing(consentId: string, videoId: string, showing: string) {
  await deliverViewings(consentId)
  const { viewing, ...files } = await startViewing(consentId, videoId, showing)
  learn(consentId)(viewing)
  const { ranges, resumeMs } = viewing
  return { ...files, resumeMs, ranges: [...ranges, ...waitingRanges(consentId, videoId)] }
}

const waitingOf = (consentId: string, videoId: string): ViewingPosting[] =>
  viewingOutbox.waiting(consentId).filter((posting) => posting.videoId === videoId)

const waitingRanges = (consentId: string, videoId: string) =>
  waitingOf(consentId, videoId).flatMap((posting) => (posting.to === 'reports' ? posting.body.ranges : []))

type Video = NonNullable<PatientConsent['content']['sections'][number]['media']>

/** Where a video stands with what still waits: the server has the last word. */
function withWaiting(consentId: string, viewing: OwnViewing, media: Video | undefined): OwnViewing {
  const ranges = joinedRanges([...viewing.ranges, ...waitingRanges(consentId, viewing.videoId)])
  if (isWatched(ranges, (media?.duration ?? 0) * 1000, limits))
    return { ...viewing, ranges, standing: 'watched' }
  const isRead = waitingOf(consentId, viewing.videoId).some(({ to }) => to === 'readings-instead')
  return { ...viewing, ranges, standing: isRead ? 'read' : viewing.standing }
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

const again_ms = 5_000

/** How far the videos of a consent are, asked for once and sent as soon as there is a connection. */
export function useViewings({ id, content }: Pick<PatientConsent, 'id' | 'content'>) {
  const { viewings, isKnown, refusals } = useSyncExternalStore(subscribe, () => known.get(id) ?? unknown)
  const hasVideo = content.sections.some(({ media }) => media?.videoId)
  const send = useCallback(async () => {
    await deliverViewings(id)
    if (!known.get(id)?.isKnown) await load(id)
  }, [id])

  useEffect(() => {
    if (!hasVideo) return
    void send()
    const sendAgain = () => void (viewingOutbox.waiting(id).length > 0 && send())
    const timer = setInterval(sendAgain, again_ms)
    addEventListener('online', sendAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAgain)
    }
  }, [id, hasVideo, send])

  const mediaOf = (videoId: string) =>
    content.sections.find(({ media }) => media?.videoId === videoId)?.media ?? undefined
  const shown = viewings.map((viewing) => withWaiting(id, viewing, mediaOf(viewing.videoId)))
  return {
    ...{ viewings: shown, isKnown, refusals },
    /** The part of a video that signing waits for; undefined where it waits for none, as far as this page knows. */
    duePart: shown.find(({ isRequired, standing }) => isRequired && isViewingOpen(standing))?.part,
    /** Something was watched or read: it counts on this page at once, and is sent. */
    tell(put: () => void) {
      put()
      change(id, {})
      void deliverViewings(id)
    },
  }
}
