import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenedConsent, PatientConsent } from '../../../contract/signing.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import {
  AftercarePage,
  DocumentPage,
  RecordPage,
  SendingPage,
  SignedJourney,
  StalePage,
  StatePage,
} from './lazy-pages.ts'
import { usePractice } from './practice-context.tsx'
import { ReadingJourney } from './reading-journey.tsx'
import type { Delivered } from './sending-page.tsx'
import { readConsent, type SignatureInput } from './signing-api.ts'
import { RequestRefusedError } from './signing-call.ts'
import { memory, openSealedStores, outbox } from './signing-device.ts'
import { LoadErrorPage } from './load-error-page.tsx'
import { fetchDirections } from './wording-direction.tsx'
import { useEntryWords } from './words-context.tsx'

/** What somebody opens a consent for: to answer it, to read it, for its sealed copies, or for what follows the treatment. */
export type Goal = 'sign' | 'read' | 'document' | 'aftercare'

/** Why the pages can show the consent no longer. After 'lapsed' and 'saved' the birth date opens it again. */
export type CloseReason = 'lapsed' | 'saved' | 'dead'

type PageState =
  | { page: 'opening' }
  | { page: 'stale' }
  | { page: 'trouble' }
  | { page: 'sending'; onDevice: boolean }
  | { page: 'consent'; consent: PatientConsent; wasSigned: boolean }

type ConsentJourneyProps = {
  consentId: string
  goal: Goal
  /** The birth date was proved just now, so a consent that is not found will not be found by proving it again. */
  isVerified: boolean
  /** As it came with the birth date; read where it did not. */
  opened?: OpenedConsent | undefined
  onClosed: (why: CloseReason) => void
  /** Where the answer is the end: on a tablet of the practice nobody takes a copy or changes their mind. */
  onAnswered?: (() => void) | undefined
}

const openStatuses = ['sent', 'viewed', 'verbal'] as const
type OpenStatus = (typeof openStatuses)[number]
const isAwaitingAnswer = (status: PatientConsent['status']): status is OpenStatus =>
  openStatuses.some((one) => one === status)

/** Without a key, and where the browser stores nothing, what is typed lasts as long as the page. */
async function openDrafts({ draftKey }: OpenedConsent): Promise<void> {
  if (draftKey) await openSealedStores(draftKey).catch(() => {})
}

const initialPage = (consentId: string): PageState =>
  outbox.isWaiting(consentId) ? { page: 'sending', onDevice: true } : { page: 'opening' }

/** One consent behind a proved birth date: whatever state it is in, and a signature on its way before all else. */
export function ConsentJourney({
  consentId,
  goal,
  isVerified,
  opened,
  onClosed,
  onAnswered,
}: ConsentJourneyProps) {
  const { page: words } = useEntryWords()
  const { setPractice } = usePractice()
  const [shown, setShown] = useState(() => initialPage(consentId))
  /** What came with the birth date is shown once; later it is asked for again. */
  const received = useRef(opened)

  const show = useCallback(
    (consent: PatientConsent, wasSigned = false) => {
      if (onAnswered && !isAwaitingAnswer(consent.status)) return onAnswered()
      const { name, phone } = consent.content.clinic
      setPractice({ name, phone, ...consent.brand })
      void fetchDirections(consent.content).then(() => setShown({ page: 'consent', consent, wasSigned }))
    },
    [setPractice, onAnswered],
  )

  const open = useCallback(
    async (wasSigned = false) => {
      setShown({ page: 'opening' })
      try {
        const consent = received.current ?? (await readConsent(consentId))
        received.current = undefined
        await openDrafts(consent)
        show(consent, wasSigned)
      } catch (error) {
        if (!(error instanceof RequestRefusedError)) return setShown({ page: 'trouble' })
        onClosed(error.code === 'not-found' && isVerified ? 'dead' : 'lapsed')
      }
    },
    [consentId, isVerified, show, onClosed],
  )

  useEffect(() => {
    if (!outbox.isWaiting(consentId)) void open()
  }, [consentId, open])

  const delivered = useCallback(
    (delivery: Delivered) => {
      if (delivery.state === 'locked-out' && !(delivery.missing && isVerified)) return onClosed('saved')
      memory.forget(consentId)
      if (delivery.state === 'sent') return show(delivery.consent)
      if (delivery.state === 'locked-out') {
        outbox.discard(consentId)
        return onClosed('dead')
      }
      if (delivery.reason === 'stale-version') return setShown({ page: 'stale' })
      void open(delivery.reason === 'already-signed')
    },
    [consentId, isVerified, onClosed, open, show],
  )

  function sign(body: SignatureInput) {
    const keeping = outbox.enqueue(consentId, body)
    setShown({ page: 'sending', onDevice: true })
    void keeping.then((onDevice) => setShown((now) => (now.page === 'sending' ? { ...now, onDevice } : now)))
  }

  function discardSignature() {
    outbox.discard(consentId)
    void open()
  }

  function answered(consent: PatientConsent) {
    memory.forget(consentId)
    show(consent)
  }

  if (shown.page === 'opening') return <Spinner size="large" message={words.loading} />
  if (shown.page === 'trouble') return <LoadErrorPage onRetry={() => void open()} />
  if (shown.page === 'stale') return <StalePage onRead={() => void open()} />
  if (shown.page === 'sending') {
    const { onDevice } = shown
    return (
      <SendingPage
        consentId={consentId}
        onDevice={onDevice}
        onDelivered={delivered}
        onGiveUp={discardSignature}
      />
    )
  }

  const { consent, wasSigned } = shown
  const { status } = consent
  const onLapsed = () => onClosed('lapsed')
  if (goal === 'read') return <RecordPage consent={consent} reader="patient" />
  if (goal === 'document') return <DocumentPage consent={consent} reader="patient" onConsent={show} />
  if (goal === 'aftercare') return <AftercarePage consent={consent} onLapsed={onLapsed} />
  if (isAwaitingAnswer(status)) {
    return <ReadingJourney consent={consent} onAnswered={answered} onSign={sign} onLapsed={onLapsed} />
  }
  if (status === 'signed' || status === 'finalised') {
    return <SignedJourney consent={consent} wasSigned={wasSigned} onConsent={show} onLapsed={onLapsed} />
  }
  return <StatePage consent={consent} status={status === 'approved' ? 'draft' : status} />
}
