import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { QuestionPanel } from '../../features/questions/question-panel.tsx'
import { canMessagePatients } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** What the patient asked. */
export function ConsentQuestions({ consent, onChanged }: ConsentPanelProps) {
  const { id: consentId, status } = consent
  const may = useMay()
  if (!consent.sentAt || !canMessagePatients(may)) return null
  return (
    <LoadedPanel
      title="Questions"
      load={() => api.questions.list({ consentId })}
      reloadKey={consent}
      canBeEmpty
      isLive
    >
      {(questions, set, onReload) => (
        <QuestionPanel
          {...{ consentId, status, questions, onReload }}
          onAnswered={async (now) => {
            set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
