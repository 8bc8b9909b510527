import { useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { ConsentText } from './consent-text.tsx'
import { asWritten } from './wording-direction.tsx'
import { SharePage } from './later-pages.ts'
import { PatientPage } from './patient-page.tsx'
import { SignedPage } from './signed-page.tsx'
import { useWords } from './words-context.tsx'
import { WithdrawPage } from './withdraw-page.tsx'

type SignedJourneyProps = {
  consent: PatientConsent
  wasSigned: boolean
  onConsent: (consent: PatientConsent) => void
  onLapsed: () => void
}

/** What a person can do with a consent that is signed: keep a copy, read it again, take it back. */
export function SignedJourney({ consent, wasSigned, onConsent, onLapsed }: SignedJourneyProps) {
  const [shown, setShown] = useState<'signed' | 'text' | 'share' | 'withdraw'>('signed')
  const showSigned = () => setShown('signed')
  if (shown === 'withdraw') {
    return <WithdrawPage consent={consent} onAnswered={onConsent} onLapsed={onLapsed} onBack={showSigned} />
  }
  if (shown === 'text') return <SignedText consent={consent} onBack={showSigned} />
  if (shown === 'share') return <SharePage consent={consent} onBack={showSigned} onLapsed={onLapsed} />
  const more = {
    onWithdraw: () => setShown('withdraw'),
    onRead: () => setShown('text'),
    onShare: () => setShown('share'),
    onLapsed,
  }
  return <SignedPage consent={consent} wasSigned={wasSigned} onConsent={onConsent} {...more} />
}

function SignedText({ consent, onBack }: { consent: PatientConsent; onBack: () => void }) {
  const { signed } = useWords()
  return (
    <PatientPage
      title={signed.readTitle}
      eyebrow={<bdi {...asWritten(consent.content.title, consent.content)}>{consent.content.title}</bdi>}
      onBack={onBack}
    >
      <ConsentText consent={consent} />
    </PatientPage>
  )
}
