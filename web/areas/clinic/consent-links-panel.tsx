import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { ConsentLinks } from '../../features/consents/consent-links.tsx'
import { canMessagePatients } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** The links of a consent, and the ways to give the patient another. */
export function ConsentLinksPanel({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  if (consent.contentHash === null || !canMessagePatients(may)) return null
  return (
    <LoadedPanel title="Links" load={() => api.signing.listLinks({ consentId })} reloadKey={consent}>
      {(links) => <ConsentLinks {...{ consent, links, onChanged }} />}
    </LoadedPanel>
  )
}
