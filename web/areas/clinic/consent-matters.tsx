import { api } from '../../api.ts'
import { isOffered } from '../../features/consents/action-offers.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { MatterPanel } from '../../features/matters/matter-panel.tsx'
import { canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** What matters to the patient. */
export function ConsentMatters({ consent, onChanged }: ConsentPanelProps) {
  const { id: consentId, status, content } = consent
  const may = useMay()
  // Agreed to by word of mouth, a text is fixed without being sent.
  if (!consent.contentHash) return null
  return (
    <LoadedPanel
      title="What matters to the patient"
      load={() => api.matters.list({ consentId })}
      reloadKey={consent}
      canBeEmpty
      isLive
    >
      {(matters, set, onReload) => (
        <MatterPanel
          {...{ consentId, status, content, matters, onReload }}
          mayAnswer={isOffered(consent, 'discuss')}
          mayRecord={canTreat(may)}
          onChanged={async (now) => {
            set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
