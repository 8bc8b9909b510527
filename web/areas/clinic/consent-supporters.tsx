import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { SupporterPanel } from '../../features/supporters/supporter-panel.tsx'
import { canMessagePatients } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** Whom the patient lets read along. */
export function ConsentSupporters({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  if (!consent.sentAt || !canMessagePatients(may)) return null
  return (
    <LoadedPanel
      title="Supporters"
      load={() => api.supporters.list({ consentId })}
      reloadKey={consent}
      canBeEmpty
    >
      {(supporters) => <SupporterPanel {...{ consentId, supporters, onChanged }} />}
    </LoadedPanel>
  )
}
