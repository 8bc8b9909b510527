import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { actionsOf } from '../../features/consents/consent-actions.ts'
import { ConsentDetailScreen } from '../../features/consents/consent-detail-screen.tsx'
import { DocumentList, useDocumentWaiting } from '../../features/documents/index.ts'
import { HandOverButton } from '../../features/kiosks/hand-over-button.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-detail.ts'
import { consentPaths } from './clinic-paths.ts'
import { formsToHandOver } from './kiosk-permission.ts'

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
  const links = actions.links ? await api.signing.listLinks({ consentId }, { signal }) : null
  return { consent, actions, links }
}

export default function ConsentDetail({ loaderData: { consent, actions, links } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const waiting = useDocumentWaiting(consent, revalidate)
  return (
    <div className="mx-auto max-w-page">
      <ConsentDetailScreen
        consent={consent}
        links={links}
        actions={actions}
        paths={consentPaths}
        onChanged={revalidate}
        handOver={
          <HandOverButton patientName={consent.patient.name} forms={formsToHandOver([consent], may)} />
        }
        documents={<DocumentList consentId={consent.id} documents={consent.documents} waiting={waiting} />}
      />
    </div>
  )
}
