import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { OutcomePanel } from '../../features/outcomes/outcome-panel.tsx'
import { canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** What came of the treatments. */
export function ConsentOutcomes({ consent }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  if (!consent.signedAt || !canTreat(may)) return null
  return (
    <LoadedPanel
      title="Treatment outcome"
      load={() => api.outcomes.ofConsent({ consentId })}
      reloadKey={consent}
      canBeEmpty
      isLive
    >
      {(outcomes, set) => <OutcomePanel consentId={consentId} outcomes={outcomes} onChanged={set} />}
    </LoadedPanel>
  )
}
