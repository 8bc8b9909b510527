import { contract } from '../../../contract/index.ts'
import { viewings_max } from '../../../contract/limits.ts'
import type { ClinicScope, PatientScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent } from '../consents/index.ts'
import {
  acceptsViewings,
  validateReport,
  videoStatusOf,
  videosOf,
  type ConsentVideo,
  type ViewingReport,
  type ViewingRow,
} from './viewing-rules.ts'
import { insertViewing, appendViewingEvent, listViewings } from './viewing-store.ts'
import { patientViewingView, patientViewingsOf, viewingSummary } from './viewing-view.ts'

/** Addresses that open the files of a video for whoever holds a link; null for a file that there is not. */
export type SignVideoUrls = (asked: {
  clinicId: string
  linkId: string
  videoId: string
  now: Date
}) => Promise<{ file: string | null; captions: string | null; poster: string | null }>

/** The same for staff of the scope's clinic. */
export type SignVideoUrlsForStaff = (scope: ClinicScope, videoId: string) => ReturnType<SignVideoUrls>

const noFiles = { file: null, captions: null, poster: null }

type ViewingRef = { consentId: string; videoId: string }
type OpenViewing = { video: ConsentVideo; entries: ViewingRow[]; isOpen: boolean }

/** A video of a patient's consent, its row locked, and what was told of its videos so far; or why there is none. */
async function openViewing(
  scope: PatientScope,
  { consentId, videoId }: ViewingRef,
): Promise<OpenViewing | 'not-found' | 'video-not-found'> {
  const consent = await lockConsent(scope, consentId)
  if (!consent?.content) return 'not-found'
  const video = videosOf(consent.content).find((each) => each.videoId === videoId)
  if (!video) return 'video-not-found'
  return { video, entries: await listViewings(scope, consentId), isOpen: acceptsViewings(consent, scope.now) }
}

const viewingResult = (subject: string, { video, entries }: Pick<OpenViewing, 'video' | 'entries'>) => ({
  answer: patientViewingView(entries, video),
  subject,
  details: { videoId: video.videoId },
})

/** Adds a report, and says in the chain when it is the one that makes the video watched. */
async function saveReport(
  scope: PatientScope,
  consentId: string,
  { video, entries }: OpenViewing,
  report: { showing: string; number: number; said: ViewingReport },
): Promise<ViewingRow[]> {
  const { videoId, part } = video
  const { showing, number: showingNumber, said } = report
  const after = await insertViewing(scope, consentId, entries, {
    ...{ videoId, kind: 'watched', showing, showingNumber, said },
  })
  const isNews = videoStatusOf(entries, video) !== 'watched' && videoStatusOf(after, video) === 'watched'
  if (isNews) await appendViewingEvent(scope, after.at(-1)!, 'viewing.watched', { part })
  return after
}

/** The operations of `contract/viewings.ts`. */
export function viewingHandlers({
  openVideo,
  openForStaff,
}: {
  openVideo: SignVideoUrls
  openForStaff: SignVideoUrlsForStaff
}) {
  return {
    list: handle(contract.viewings.list, async (scope, { consentId }) => {
      const [consent, entries] = await Promise.all([
        findConsent(scope, consentId),
        listViewings(scope, consentId),
      ])
      if (!consent?.content) return refuse('not-found')
      return { answer: patientViewingsOf(consent.content, entries) }
    }),

    start: handle(contract.viewings.start, async (scope, { consentId, videoId, showing, device }) => {
      const open = await openViewing(scope, { consentId, videoId })
      if (typeof open === 'string') return refuse(open)
      if (!open.isOpen) return refuse('wrong-state')
      const { video, entries } = open
      const isBegun = entries.some((entry) => entry.showing === showing)
      if (!isBegun && entries.length >= viewings_max) return refuse('too-many')
      const written = { videoId, kind: 'started', showing, showingNumber: 0, said: { device } } as const
      const after = isBegun ? entries : await insertViewing(scope, consentId, entries, written)
      const viewing = patientViewingView(after, video)
      const { clinicId, linkId, now } = scope
      // Videos are the practice's to read, so this waits until the patient's transaction has ended.
      const answer = new DeferredResponse(async () => ({
        viewing,
        ...(linkId === null ? noFiles : await openVideo({ clinicId, linkId, videoId, now })),
      }))
      return { answer, subject: consentId, details: { videoId } }
    }),

    report: handle(
      contract.viewings.report,
      async (scope, { consentId, videoId, showing, number, ...said }) => {
        const open = await openViewing(scope, { consentId, videoId })
        if (typeof open === 'string') return refuse(open)
        const { video, entries } = open
        const isKept = entries.some((entry) => entry.showing === showing && entry.showingNumber === number)
        if (isKept) return viewingResult(consentId, open)
        if (!open.isOpen) return refuse('wrong-state')
        if (entries.length >= viewings_max) return refuse('too-many')
        const fault = validateReport(said, { video, entries, showing, now: scope.now })
        if (fault) return refuse(fault)
        const after = await saveReport(scope, consentId, open, { showing, number, said })
        return viewingResult(consentId, { video, entries: after })
      },
    ),

    readInstead: handle(contract.viewings.readInstead, async (scope, { consentId, videoId, reason }) => {
      const open = await openViewing(scope, { consentId, videoId })
      if (typeof open === 'string') return refuse(open)
      const { video, entries, isOpen } = open
      const isSaid = entries.some((entry) => entry.videoId === videoId && entry.kind === 'read_instead')
      if (isSaid) return viewingResult(consentId, open)
      if (!isOpen) return refuse('wrong-state')
      const said = { reason, hadTranscript: video.transcript !== '' }
      const showing = crypto.randomUUID()
      const written = { videoId, kind: 'read_instead', showing, showingNumber: 0, said } as const
      const after = await insertViewing(scope, consentId, entries, written)
      await appendViewingEvent(scope, after.at(-1)!, 'viewing.read_instead', { part: video.part })
      return viewingResult(consentId, { video, entries: after })
    }),

    addresses: handle(contract.viewings.addresses, async (scope, { consentId, videoId }) => {
      const consent = await findConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const isOfText = videosOf(consent.content).some((video) => video.videoId === videoId)
      return isOfText ? { answer: await openForStaff(scope, videoId) } : refuse('video-not-found')
    }),

    ofConsent: handle(contract.viewings.ofConsent, async (scope, { consentId }) => {
      const consent = await findConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      return { answer: viewingSummary(consent.content, await listViewings(scope, consentId)) }
    }),
  }
}
