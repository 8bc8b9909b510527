import { api } from '../../api.ts'
import { CapacityPanel } from '../../features/capacity/capacity-panel.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { capacityPath } from './clinic-paths.ts'
import { canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** Whether the patient can decide this. */
export function ConsentCapacityPanel({ consent }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  if (!canTreat(may)) return null
  return (
    <LoadedPanel title="Capacity" load={() => api.capacity.get({ consentId })} reloadKey={consent}>
      {(record) => <CapacityPanel record={record} href={capacityPath(consentId)} />}
    </LoadedPanel>
  )
}
