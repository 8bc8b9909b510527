import { api } from '../../api.ts'
import { ConsentLinks } from '../../features/consents/consent-links.tsx'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** The links of a consent, and the ways to give the patient another. */
export function ConsentLinksPanel({ consent, actions, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  if (!actions.links) return null
  return (
    <LoadedPanel title="Links" load={() => api.signing.listLinks({ consentId })} reloadKey={consent}>
      {(links) => (
        <ConsentLinks
          {...{ consentId, links, onChanged }}
          patientName={consent.patient.name}
          open={actions.giveLink}
        />
      )}
    </LoadedPanel>
  )
}
