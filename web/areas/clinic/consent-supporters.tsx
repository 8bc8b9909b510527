import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { SupporterPanel } from '../../features/supporters/supporter-panel.tsx'
import { mayAnswer } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** Whom the patient lets read along. */
export function ConsentSupporters({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  if (!consent.sentAt || !mayAnswer(may)) return null
  return (
    <LoadedPanel
      title="Reading along"
      load={() => api.supporters.list({ consentId })}
      of={consent}
      mayBeNothing
    >
      {(supporters) => <SupporterPanel {...{ consentId, supporters, onChanged }} />}
    </LoadedPanel>
  )
}
