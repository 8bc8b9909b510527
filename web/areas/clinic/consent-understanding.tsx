import { api } from '../../api.ts'
import { isOffered } from '../../features/consents/action-offers.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { UnderstandingPanel } from '../../features/understanding/understanding-panel.tsx'
import { canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** How the patient goes through the questions of the form. */
export function ConsentUnderstanding({ consent, onChanged }: ConsentPanelProps) {
  const { id: consentId, content } = consent
  const may = useMay()
  const questions = content.understanding?.questions
  if (!consent.sentAt || !questions || !canTreat(may)) return null
  return (
    <LoadedPanel
      title="Understanding"
      load={() => api.understanding.get({ consentId })}
      reloadKey={consent}
      isLive
    >
      {(check, set, onReload) => (
        <UnderstandingPanel
          {...{ consentId, questions, check, onReload }}
          isOpen={isOffered(consent, 'discuss')}
          onExplained={async (now) => {
            set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
