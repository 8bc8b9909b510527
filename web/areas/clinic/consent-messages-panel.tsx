import { awaitsPatient } from '../../../contract/consent-states.ts'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { ConsentMessages } from '../../features/messages/consent-messages.tsx'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

async function load(consentId: string) {
  const [messages, [reminder = null]] = await Promise.all([
    api.signing.listMessages({ consentId }),
    api.reminders.list({ consentIds: consentId }),
  ])
  return { messages, reminder }
}

/** The messages about a consent, and reminders. */
export function ConsentMessagesPanel({ consent, actions, onChanged }: ConsentPanelProps) {
  const { id: consentId, status } = consent
  const mayRemind = useMay()('sendReminders')
  if (!actions.links && (!mayRemind || status === 'draft')) return null
  return (
    <LoadedPanel title="Messages" load={() => load(consentId)} reloadKey={consent}>
      {(loaded) => (
        <ConsentMessages
          {...{ ...loaded, consentId, onChanged }}
          patientName={consent.patient.name}
          mayRemind={mayRemind && awaitsPatient(status)}
          mayPrint={actions.giveLink}
        />
      )}
    </LoadedPanel>
  )
}
