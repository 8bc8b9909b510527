import { useCallback, useEffect, useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { ConsentJourney, type Goal, type CloseReason } from './consent-journey.tsx'
import { DocumentPage, LinkRequiredPage, RecordPage } from './lazy-pages.ts'
import { usePractice } from './practice-context.tsx'
import { RequestRefusedError } from './signing-call.ts'
import { outbox } from './signing-device.ts'
import { readConsentAsStaff } from './staff-reading.ts'
import { fetchDirections } from './wording-direction.tsx'
import { LoadErrorPage } from './load-error-page.tsx'
import { useEntryWords } from './words-context.tsx'

/**
 * A consent by its own address (rulings 39): for whoever holds its cookie, else for signed-in staff, who may only
 * look; for everybody else the same page, whether there is such a consent or not.
 */
export function DirectConsentJourney({ consentId, goal }: { consentId: string; goal: Goal }) {
  const [holder, setHolder] = useState(true)
  const shut = useCallback((_: CloseReason) => setHolder(false), [])
  if (holder) return <ConsentJourney consentId={consentId} goal={goal} isVerified={false} onClosed={shut} />
  return <StaffView consentId={consentId} goal={goal} />
}

type PageState =
  | { page: 'opening' }
  | { page: 'trouble' }
  | { page: 'closed' }
  | { page: 'consent'; consent: PatientConsent }

function StaffView({ consentId, goal }: { consentId: string; goal: Goal }) {
  const { page: words } = useEntryWords()
  const { setPractice } = usePractice()
  const [shown, setShown] = useState<PageState>({ page: 'opening' })

  const open = useCallback(async () => {
    setShown({ page: 'opening' })
    try {
      const consent = await readConsentAsStaff(consentId)
      await fetchDirections(consent.content)
      setPractice({ name: consent.content.clinic.name, phone: consent.content.clinic.phone })
      setShown({ page: 'consent', consent })
    } catch (error) {
      setShown({ page: error instanceof RequestRefusedError ? 'closed' : 'trouble' })
    }
  }, [consentId, setPractice])
  useEffect(() => void open(), [open])

  if (shown.page === 'opening') return <Spinner size="large" message={words.loading} />
  if (shown.page === 'trouble') return <LoadErrorPage onRetry={() => void open()} />
  if (shown.page === 'closed') {
    return <LinkRequiredPage consentId={consentId} saved={outbox.isWaiting(consentId)} />
  }
  if (goal === 'document') return <DocumentPage consent={shown.consent} reader="staff" onConsent={() => {}} />
  return <RecordPage consent={shown.consent} reader="staff" />
}
