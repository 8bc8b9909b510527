import { useEffect, useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { englishAttributes } from './wording-direction.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { flushReadingReports } from './reading-record.ts'
import { outbox } from './signing-device.ts'
import { flushViewings } from './viewing-progress.ts'
import type { Delivery } from './signing-outbox.ts'
import { useWords } from './words-context.tsx'

/** How an attempt ended, when it ended: 'waiting' and 'refused' stay on this page. */
export type Delivered = Exclude<Delivery, { state: 'waiting' | 'refused' }>

const first_wait_ms = 2_000
const wait_ms_max = 60_000
/** Nobody looks at a spinner for as long as a call may take: from then on the page says that the signature is kept. */
const spinner_ms_max = 20_000

type Refused = Extract<Delivery, { state: 'refused' }>

type Attempt =
  | { state: 'first' }
  /** Nothing came through so far; `busy` while it is tried. */
  | { state: 'waiting'; busy: boolean }
  | Refused

/** Sends until there is an answer: at once, ever more slowly, and whenever the connection or the page comes back. */
function useDelivery(consentId: string, onDelivered: (delivered: Delivered) => void) {
  const [attempt, setAttempt] = useState<Attempt>({ state: 'first' })
  const [run, setRun] = useState(0)
  useEffect(() => {
    let isCancelled = false
    let waitMs = first_wait_ms
    let timer: ReturnType<typeof setTimeout> | undefined
    async function send() {
      clearTimeout(timer)
      setAttempt((now) => (now.state === 'waiting' ? { ...now, busy: true } : now))
      // What was read before it comes before it, where there is a connection; where there is none, it waits alike.
      await flushReadingReports(consentId)
      await flushViewings(consentId)
      const delivery = await outbox.deliver(consentId)
      if (isCancelled) return
      if (delivery.state === 'refused') return setAttempt(delivery)
      if (delivery.state !== 'waiting') return onDelivered(delivery)
      setAttempt({ state: 'waiting', busy: false })
      clearTimeout(timer)
      timer = setTimeout(send, waitMs)
      waitMs = Math.min(waitMs * 2, wait_ms_max)
    }
    const sendWhenSeen = () => document.hidden || void send()
    const silence = setTimeout(
      () => setAttempt((now) => (now.state === 'first' ? { state: 'waiting', busy: true } : now)),
      spinner_ms_max,
    )
    addEventListener('online', send)
    document.addEventListener('visibilitychange', sendWhenSeen)
    void send()
    return () => {
      isCancelled = true
      clearTimeout(timer)
      clearTimeout(silence)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendWhenSeen)
    }
  }, [consentId, onDelivered, run])
  const retry = () => setRun((runs) => runs + 1)
  return { attempt, retry }
}

type SendingPageProps = {
  consentId: string
  /** Whether the device keeps it, or only this page does. */
  onDevice: boolean
  onDelivered: (delivered: Delivered) => void
  /** The server does not take the signature as it is, and the person goes back to change it. */
  onGiveUp: () => void
}

/** Between pressing 'Sign and send' and the server's answer, however long that takes. */
export function SendingPage({ consentId, onDevice, onDelivered, onGiveUp }: SendingPageProps) {
  const { saved } = useWords()
  const { attempt, retry } = useDelivery(consentId, onDelivered)
  if (attempt.state === 'first') return <Spinner size="large" message={saved.sending} />
  if (attempt.state === 'refused') return <RefusedPage refused={attempt} onGiveUp={onGiveUp} />
  return (
    <PatientPage title={saved.title}>
      <InlineMessage tone="warn" role="status" className="mt-4">
        {saved.body}
      </InlineMessage>
      <p className="mt-4 mb-6">{onDevice ? saved.close : saved.pageOnly}</p>
      <Button busy={attempt.busy} onClick={retry}>
        {saved.retry}
      </Button>
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}

/** What the server's reasons are called in the language of the pages: of those that a page could not see coming. */
function useRefusalReasons(): Partial<Record<string, string>> {
  const { saved, questions, video, understanding } = useWords()
  const { reasons } = saved
  return {
    'capacity-lacking': reasons.lacking,
    'capacity-open': reasons.open,
    'capacity-held': reasons.held,
    'cosigner-missing': reasons.cosigner,
    'wrong-state': reasons.closed,
    'not-authorised': reasons.signer,
    'question-open': questions.blockedTitle,
    'video-not-watched': video.due,
    'check-open': understanding.due,
  }
}

function RefusedPage({ refused, onGiveUp }: { refused: Refused; onGiveUp: () => void }) {
  const { saved } = useWords()
  const reason = useRefusalReasons()[refused.reason]
  return (
    <PatientPage title={saved.refusedTitle}>
      <InlineMessage tone="bad" role="alert" className="mt-4">
        {reason ?? <span {...englishAttributes}>{refused.message}</span>}
      </InlineMessage>
      <p className="mt-4 mb-6">{saved.refused}</p>
      <Button onClick={onGiveUp}>{saved.back}</Button>
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}
