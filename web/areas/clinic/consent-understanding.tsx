import type { ConsentStatus } from '../../../contract/states.ts'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { UnderstandingPanel } from '../../features/understanding/understanding-panel.tsx'
import { mayTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

const over: readonly ConsentStatus[] = ['voided', 'superseded', 'expired']

/** How the patient goes through the questions of the form. */
export function ConsentUnderstanding({ consent, onChanged }: ConsentPanelProps) {
  const { id: consentId, status, content } = consent
  const may = useMay()
  const questions = content.understanding?.questions
  if (!consent.sentAt || !questions || !mayTreat(may)) return null
  return (
    <LoadedPanel title="Understanding" load={() => api.understanding.get({ consentId })} of={consent} isLive>
      {(check, set, onReload) => (
        <UnderstandingPanel
          {...{ consentId, questions, check, onReload }}
          isOpen={!over.includes(status)}
          onExplained={async (now) => {
            set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
