import { useEffect, useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { readAftercare } from './aftercare-api.ts'
import { ConsentText } from './consent-text.tsx'
import { AftercarePage, fetchAftercare } from './lazy-pages.ts'
import { languageAttributes } from './wording-direction.tsx'
import { SharePage } from './lazy-pages.ts'
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
  const [shown, setShown] = useState<'signed' | 'text' | 'share' | 'withdraw' | 'aftercare' | 'worry'>(
    'signed',
  )
  const isTreated = useTreated(consent.id)
  const showSigned = () => setShown('signed')
  if (shown === 'withdraw') {
    return <WithdrawPage consent={consent} onAnswered={onConsent} onLapsed={onLapsed} onBack={showSigned} />
  }
  if (shown === 'text') return <SignedText consent={consent} onBack={showSigned} />
  if (shown === 'share') return <SharePage consent={consent} onBack={showSigned} onLapsed={onLapsed} />
  if (shown === 'aftercare' || shown === 'worry') {
    return (
      <AftercarePage
        consent={consent}
        isWorried={shown === 'worry'}
        onLapsed={onLapsed}
        onBack={showSigned}
      />
    )
  }
  const onAftercare = isTreated
    ? (isWorried: boolean) => setShown(isWorried ? 'worry' : 'aftercare')
    : undefined
  const more = {
    ...{ onAftercare, onLapsed },
    onWithdraw: () => setShown('withdraw'),
    onRead: () => setShown('text'),
    onShare: () => setShown('share'),
  }
  return <SignedPage consent={consent} wasSigned={wasSigned} onConsent={onConsent} {...more} />
}

/** Whether treatment has begun; then what somebody needs who is worried is fetched too, while there is a connection. */
function useTreated(consentId: string): boolean {
  const [isTreated, setIsTreated] = useState(false)
  useEffect(() => {
    readAftercare(consentId).then(
      ({ mayTell }) => {
        if (mayTell) fetchAftercare()
        setIsTreated(mayTell)
      },
      // The page is whole without it; the next visit asks again.
      () => {},
    )
  }, [consentId])
  return isTreated
}

function SignedText({ consent, onBack }: { consent: PatientConsent; onBack: () => void }) {
  const { signed } = useWords()
  return (
    <PatientPage
      title={signed.readTitle}
      eyebrow={
        <bdi {...languageAttributes(consent.content.title, consent.content)}>{consent.content.title}</bdi>
      }
      onBack={onBack}
    >
      <ConsentText consent={consent} />
    </PatientPage>
  )
}
