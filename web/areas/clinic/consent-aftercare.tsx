import { api } from '../../api.ts'
import { AftercarePanel } from '../../features/aftercare/aftercare-panel.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { mayAnswer, mayTreat } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** The time after the treatment. */
export function ConsentAftercare({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const may = useMay()
  const maySettle = mayAnswer(may) || may('sendReminders')
  if (!consent.sentAt || !(maySettle || mayTreat(may))) return null
  return (
    <LoadedPanel
      title="After the treatment"
      load={() => api.aftercare.ofConsent({ consentId })}
      of={consent}
      mayBeNothing
      isLive
    >
      {(aftercare, set) => (
        <AftercarePanel
          {...{ consentId, aftercare, maySettle }}
          mayTreat={mayTreat(may)}
          onChanged={async (now) => {
            if (now) set(now)
            await onChanged()
          }}
        />
      )}
    </LoadedPanel>
  )
}
