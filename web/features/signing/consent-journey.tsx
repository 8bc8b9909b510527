import { useCallback, useEffect, useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import {
  AftercarePage,
  DocumentPage,
  RecordPage,
  SendingPage,
  SignedJourney,
  StalePage,
  StatePage,
} from './later-pages.ts'
import { usePractice } from './practice-context.tsx'
import { ReadingJourney } from './reading-journey.tsx'
import type { Delivered } from './sending-page.tsx'
import { readConsent, type SignatureInput } from './signing-api.ts'
import { CallRefused } from './signing-call.ts'
import { memory, openSealed, outbox } from './signing-device.ts'
import { TroublePage } from './trouble-page.tsx'
import { fetchDirections } from './wording-direction.tsx'
import { useEntryWords } from './words-context.tsx'

/** What somebody opens a consent for: to answer it, to read it, for its sealed copies, or for what follows the treatment. */
export type Goal = 'sign' | 'read' | 'document' | 'aftercare'

/** Why the pages can show the consent no longer. After 'lapsed' and 'saved' the birth date opens it again. */
export type Shut = 'lapsed' | 'saved' | 'dead'

type Shown =
  | { page: 'opening' }
  | { page: 'stale' }
  | { page: 'trouble' }
  | { page: 'sending'; onDevice: boolean }
  | { page: 'consent'; consent: PatientConsent; wasSigned: boolean }

type ConsentJourneyProps = {
  consentId: string
  goal: Goal
  /** The birth date was proved just now, so a consent that is not found will not be found by proving it again. */
  proved: boolean
  onShut: (why: Shut) => void
  /** Where the answer is the end: on a tablet of the practice nobody takes a copy or changes their mind. */
  onAnswered?: (() => void) | undefined
}

const waiting = ['sent', 'viewed', 'verbal'] as const
type Waiting = (typeof waiting)[number]
const waitsForAnswer = (status: PatientConsent['status']): status is Waiting =>
  waiting.some((one) => one === status)

/** Without a key what is typed lasts as long as the page. */
async function openDrafts(consentId: string): Promise<void> {
  try {
    await openSealed(consentId)
  } catch {
    // Whoever may not open the consent is told so by it.
  }
}

const firstShown = (consentId: string): Shown =>
  outbox.isWaiting(consentId) ? { page: 'sending', onDevice: true } : { page: 'opening' }

/** One consent behind a proved birth date: whatever state it is in, and a signature on its way before all else. */
export function ConsentJourney({ consentId, goal, proved, onShut, onAnswered }: ConsentJourneyProps) {
  const { page: words } = useEntryWords()
  const { setPractice } = usePractice()
  const [shown, setShown] = useState(() => firstShown(consentId))

  const show = useCallback(
    (consent: PatientConsent, wasSigned = false) => {
      if (onAnswered && !waitsForAnswer(consent.status)) return onAnswered()
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
        const [consent] = await Promise.all([readConsent(consentId), openDrafts(consentId)])
        show(consent, wasSigned)
      } catch (error) {
        if (!(error instanceof CallRefused)) return setShown({ page: 'trouble' })
        onShut(error.code === 'not-found' && proved ? 'dead' : 'lapsed')
      }
    },
    [consentId, proved, show, onShut],
  )

  useEffect(() => {
    if (!outbox.isWaiting(consentId)) void open()
  }, [consentId, open])

  const delivered = useCallback(
    (delivery: Delivered) => {
      if (delivery.state === 'locked-out' && !(delivery.missing && proved)) return onShut('saved')
      memory.forget(consentId)
      if (delivery.state === 'sent') return show(delivery.consent)
      if (delivery.state === 'locked-out') {
        outbox.discard(consentId)
        return onShut('dead')
      }
      if (delivery.reason === 'stale-version') return setShown({ page: 'stale' })
      void open(delivery.reason === 'already-signed')
    },
    [consentId, proved, onShut, open, show],
  )

  function sign(body: SignatureInput) {
    const keeping = outbox.keep(consentId, body)
    setShown({ page: 'sending', onDevice: true })
    void keeping.then((onDevice) => setShown((now) => (now.page === 'sending' ? { ...now, onDevice } : now)))
  }

  function giveUp() {
    outbox.discard(consentId)
    void open()
  }

  function answered(consent: PatientConsent) {
    memory.forget(consentId)
    show(consent)
  }

  if (shown.page === 'opening') return <Spinner size="large" message={words.loading} />
  if (shown.page === 'trouble') return <TroublePage onRetry={() => void open()} />
  if (shown.page === 'stale') return <StalePage onRead={() => void open()} />
  if (shown.page === 'sending') {
    const { onDevice } = shown
    return <SendingPage consentId={consentId} onDevice={onDevice} onDelivered={delivered} onGiveUp={giveUp} />
  }

  const { consent, wasSigned } = shown
  const { status } = consent
  const onLapsed = () => onShut('lapsed')
  if (goal === 'read') return <RecordPage consent={consent} reader="patient" />
  if (goal === 'document') return <DocumentPage consent={consent} reader="patient" onConsent={show} />
  if (goal === 'aftercare') return <AftercarePage consent={consent} onLapsed={onLapsed} />
  if (waitsForAnswer(status)) {
    return <ReadingJourney consent={consent} onAnswered={answered} onSign={sign} onLapsed={onLapsed} />
  }
  if (status === 'signed' || status === 'finalised') {
    return <SignedJourney consent={consent} wasSigned={wasSigned} onConsent={show} onLapsed={onLapsed} />
  }
  return <StatePage consent={consent} status={status === 'approved' ? 'draft' : status} />
}
