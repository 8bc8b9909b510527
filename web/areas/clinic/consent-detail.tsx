import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { actionsOf } from '../../features/consents/consent-actions.ts'
import { ConsentDetailScreen } from '../../features/consents/consent-detail-screen.tsx'
import { DocumentList, useDocumentWaiting } from '../../features/documents/index.ts'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { NeedsFlag } from '../../features/patients/needs-flag.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-detail.ts'
import { consentPaths } from './clinic-paths.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? loaderData.consent.treatment : 'Consent')

export async function clientLoader({
  params: { consentId },
  request: { signal },
  context,
}: Route.ClientLoaderArgs) {
  const { permissions } = context.get(sessionUserContext)
  const consent = await api.consents.get({ consentId }, { signal })
  const actions = actionsOf(consent.status, (wanted) => permissions.includes(wanted))
  const [links, patient] = await Promise.all([
    actions.links ? api.signing.listLinks({ consentId }, { signal }) : null,
    api.patients.get({ patientId: consent.patient.id }, { signal }),
  ])
  return { consent, actions, links, patient }
}

export default function ConsentDetail({ loaderData }: Route.ComponentProps) {
  const { consent, actions, links, patient } = loaderData
  const { revalidate } = useRevalidator()
  const waiting = useDocumentWaiting(consent, revalidate)
  return (
    <div className="mx-auto max-w-page">
      <ConsentDetailScreen
        consent={consent}
        links={links}
        actions={actions}
        paths={consentPaths}
        onChanged={revalidate}
        needs={<NeedsFlag patient={patient} />}
        documents={<DocumentList consentId={consent.id} documents={consent.documents} waiting={waiting} />}
      />
    </div>
  )
}
