import { api } from '../../api.ts'
import { AftercarePanel } from '../../features/aftercare/aftercare-panel.tsx'
import { isOffered } from '../../features/consents/action-offers.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { canMessagePatients, canTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** The time after the treatment. */
export function ConsentAftercare({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  const mayResolve = canMessagePatients(may) || may('sendReminders')
  if (!consent.sentAt || !(mayResolve || canTreat(may))) return null
  return (
    <LoadedPanel
      title="After the treatment"
      load={() => api.aftercare.ofConsent({ consentId })}
      reloadKey={consent}
      canBeEmpty
      isLive
    >
      {(aftercare, set) => (
        <AftercarePanel
          {...{ consentId, aftercare, mayResolve }}
          mayTreat={canTreat(may)}
          mayRecordDone={isOffered(consent, 'recordDone')}
          onChanged={async (now) => {
            if (now) set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
