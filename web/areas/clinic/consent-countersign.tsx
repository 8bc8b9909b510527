import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { CountersignScreen } from '../../features/consents/countersign-screen.tsx'
import { documentHref, DocumentList, useDocumentPolling } from '../../features/documents/index.ts'
import { formatReviewStatus } from '../../features/histories/history-words.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { PaperPanel } from '../../features/paper/paper-panel.tsx'
import { ShownPictures } from '../../features/pictures/picture-view.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-countersign.ts'
import { ConsentMatters } from './consent-matters.tsx'
import { consentPaths, recordPaths } from './clinic-paths.ts'
import { CountersignHistory } from './countersign-history.tsx'
import { canEditPatients } from './patient-permission.ts'

export const meta = () => pageTitle('Countersign')

export const clientMiddleware = [requirePermission('finaliseConsents')]

export async function clientLoader({ params: { consentId }, request: { signal } }: Route.ClientLoaderArgs) {
  const consent = await api.consents.get({ consentId }, { signal })
  const history = await api.histories.get({ patientId: consent.patient.id }, { signal })
  return { consent, history }
}

export default function ConsentCountersign({ loaderData: { consent, history } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { displayName } = useSessionUser()
  const may = useMay()
  const review = formatReviewStatus(history.review)
  const waiting = useDocumentPolling(consent, revalidate)
  return (
    <div className="mx-auto max-w-page">
      <CountersignScreen
        consent={consent}
        signedInName={displayName}
        paths={consentPaths}
        onChanged={revalidate}
        matters={<ConsentMatters consent={consent} onChanged={revalidate} />}
        pictures={<ShownPictures consent={consent} />}
        history={{
          isReviewed: history.review.state === 'current',
          text: review.text,
          action: (
            <CountersignHistory
              history={history}
              href={recordPaths.history(history.patientId)}
              mayReview={canEditPatients(may) && history.review.state !== 'current'}
              onReviewed={revalidate}
            />
          ),
        }}
        documents={
          <>
            <PaperPanel consent={consent} mayHandle={false} mayAdd={false} onChanged={revalidate} />
            <DocumentList
              hrefOf={(documentId) => documentHref(consent.id, documentId)}
              documents={consent.documents}
              isPending={waiting}
            />
          </>
        }
      />
    </div>
  )
}
