import { api } from '../../api.ts'
import { isOffered } from '../../features/consents/action-offers.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { ConsentMessages } from '../../features/messages/consent-messages.tsx'
import { canMessagePatients } from './consent-permission.ts'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

async function load(consentId: string) {
  const [messages, [reminder = null]] = await Promise.all([
    api.signing.listMessages({ consentId }),
    api.reminders.list({ consentIds: consentId }),
  ])
  return { messages, reminder }
}

/** The messages about a consent, and reminders. */
export function ConsentMessagesPanel({ consent, onChanged }: ConsentPanelProps) {
  const { id: consentId, contentHash } = consent
  const may = useMay()
  // Nothing goes out before the text is fixed.
  if (contentHash === null || !(canMessagePatients(may) || may('sendReminders'))) return null
  return (
    <LoadedPanel title="Messages" load={() => load(consentId)} reloadKey={consent}>
      {(loaded) => (
        <ConsentMessages
          {...{ ...loaded, consentId, onChanged }}
          patientName={consent.patient.name}
          mayRemind={isOffered(consent, 'remind')}
          mayPrint={isOffered(consent, 'letter')}
        />
      )}
    </LoadedPanel>
  )
}
