import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { seek_ahead_seconds_max, watched_share_min } from '../../../contract/limits.ts'
import { isViewingOutstanding, isWatched, mergeRanges } from '../../../contract/viewing-state.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { PatientViewing } from '../../../contract/viewings.ts'
import { createViewingOutbox, type QueuedViewingReport } from '../viewings/index.ts'
import { RequestRefusedError } from './signing-call.ts'
import { sealedOutbox } from './signing-device.ts'
import { readViewings, sendViewing, startViewing } from './viewing-api.ts'

const limits = { watched_part_min: watched_share_min, seek_ahead_seconds_max }

/** What watching is kept in on this device until the server has it. */
export const viewingOutbox = createViewingOutbox(sealedOutbox, async (consentId, posting) => {
  try {
    return await sendViewing(consentId, posting)
  } catch (error) {
    const isNo =
      error instanceof RequestRefusedError && error.code !== 'unauthenticated' && error.code !== 'not-found'
    return isNo ? 'refused' : 'later'
  }
})

type ViewingsState = {
  viewings: readonly PatientViewing[]
  /** The server has said how far it is. */
  isKnown: boolean
  /** How often it has refused what this page told: each time a player begins anew from what it knows. */
  refusals: number
}
const emptyState: ViewingsState = { viewings: [], isKnown: false, refusals: 0 }
const stateByConsent = new Map<string, ViewingsState>()
const listeners = new Set<() => void>()

function updateState(consentId: string, changed: Partial<ViewingsState>): void {
  stateByConsent.set(consentId, { ...(stateByConsent.get(consentId) ?? emptyState), ...changed })
  for (const onChange of listeners) onChange()
}

const storeViewing = (consentId: string) => (viewing: PatientViewing) => {
  const { viewings } = stateByConsent.get(consentId) ?? emptyState
  const others = viewings.filter(({ videoId }) => videoId !== viewing.videoId)
  updateState(consentId, { viewings: [...others, viewing] })
}

/** Sends what waits. Where the server will never take some of it, what it knows counts. Never throws. */
export async function flushViewings(consentId: string): Promise<void> {
  const isRefused = await viewingOutbox.deliver(consentId, storeViewing(consentId))
  if (!isRefused) return
  await load(consentId)
  updateState(consentId, { refusals: (stateByConsent.get(consentId)?.refusals ?? 0) + 1 })
}

async function load(consentId: string): Promise<void> {
  const viewings = await readViewings(consentId).catch(() => null)
  if (viewings) updateState(consentId, { viewings, isKnown: true })
}

/** Begins a showing, with what waited sent before it. */
export async function beginViewing(consentId: string, videoId: string, showing: string) {
  await flushViewings(consentId)
  const { viewing, ...files } = await startViewing(consentId, videoId, showing)
  storeViewing(consentId)(viewing)
  const { ranges, resumeMs } = viewing
  return { ...files, resumeMs, ranges: [...ranges, ...pendingRanges(consentId, videoId)] }
}

const pendingOf = (consentId: string, videoId: string): QueuedViewingReport[] =>
  viewingOutbox.waiting(consentId).filter((posting) => posting.videoId === videoId)

const pendingRanges = (consentId: string, videoId: string) =>
  pendingOf(consentId, videoId).flatMap((posting) => (posting.to === 'reports' ? posting.body.ranges : []))

type Video = NonNullable<PatientConsent['content']['sections'][number]['media']>

/** Where a video stands with what still waits: the server has the last word. */
function withPending(consentId: string, viewing: PatientViewing, media: Video | undefined): PatientViewing {
  const ranges = mergeRanges([...viewing.ranges, ...pendingRanges(consentId, viewing.videoId)])
  if (isWatched(ranges, (media?.duration ?? 0) * 1000, limits))
    return { ...viewing, ranges, standing: 'watched' }
  const isRead = pendingOf(consentId, viewing.videoId).some(({ to }) => to === 'readings-instead')
  return { ...viewing, ranges, standing: isRead ? 'read' : viewing.standing }
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

const retry_delay_ms = 5_000

type OpenedForm = Pick<PatientConsent, 'id' | 'content' | 'viewings'>

/** How far the videos of a consent are, as it came with them, and sent as soon as there is a connection. */
export function useViewings({ id, content, viewings: received }: OpenedForm) {
  if (received && !stateByConsent.has(id))
    stateByConsent.set(id, { ...emptyState, viewings: received, isKnown: true })
  const { viewings, isKnown, refusals } = useSyncExternalStore(
    subscribe,
    () => stateByConsent.get(id) ?? emptyState,
  )
  const hasVideo = content.sections.some(({ media }) => media?.videoId)
  const send = useCallback(async () => {
    await flushViewings(id)
    if (!stateByConsent.get(id)?.isKnown) await load(id)
  }, [id])

  useEffect(() => {
    if (!hasVideo) return
    void send()
    const sendAgain = () => void (viewingOutbox.waiting(id).length > 0 && send())
    const timer = setInterval(sendAgain, retry_delay_ms)
    addEventListener('online', sendAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAgain)
    }
  }, [id, hasVideo, send])

  const mediaOf = (videoId: string) =>
    content.sections.find(({ media }) => media?.videoId === videoId)?.media ?? undefined
  const shown = viewings.map((viewing) => withPending(id, viewing, mediaOf(viewing.videoId)))
  return {
    ...{ viewings: shown, isKnown, refusals },
    /** The part of a video that signing waits for; undefined where it waits for none, as far as this page knows. */
    duePart: shown.find(({ isRequired, standing }) => isRequired && isViewingOutstanding(standing))?.part,
    /** Something was watched or read: it counts on this page at once, and is sent. */
    tell(put: () => void) {
      put()
      updateState(id, {})
      void flushViewings(id)
    },
  }
}
