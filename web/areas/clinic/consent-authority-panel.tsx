import { api } from '../../api.ts'
import { AuthorityPanel } from '../../features/authority/authority-panel.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { canMessagePatients, canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** Who may sign. */
export function ConsentAuthorityPanel({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  const mayDecide = canTreat(may)
  if (!mayDecide && !canMessagePatients(may)) return null
  return (
    <LoadedPanel title="Who signs" load={() => api.authority.read({ consentId })} reloadKey={consent}>
      {(authority) => <AuthorityPanel {...{ consentId, authority, mayDecide, onChanged }} />}
    </LoadedPanel>
  )
}
