import { useState } from 'react'
import { operation_reason_length_max } from '../../../contract/limits.ts'
import type { MaintenanceState } from '../../../contract/maintenance.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { loggedHint, ReasonDialog } from '../../ui/reason-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

type MaintenanceScreenProps = { state: MaintenanceState; onChanged: () => Promise<void> }

/** Whether practices are kept from writing, and switching it. */
export function MaintenanceScreen({ state, onChanged }: MaintenanceScreenProps) {
  const [asked, setAsked] = useState<'on' | 'off'>()
  const { isOn } = state
  const close = () => setAsked(undefined)
  return (
    <div className="mt-6 space-y-6">
      <Panel
        title="Maintenance"
        lead="For database moves and releases."
        actions={
          <Button variant={isOn ? 'primary' : 'danger'} onClick={() => setAsked(isOn ? 'off' : 'on')}>
            {isOn ? 'End maintenance' : 'Start maintenance'}
          </Button>
        }
      >
        <DescriptionList items={factsOf(state)} />
      </Panel>
      <Panel title="While it is on">
        <ul className="list-disc space-y-2 ps-5 leading-relaxed marker:text-muted">
          <li>Practices can view records but not save, and see why.</li>
          <li>Patients with a link can read, answer and sign as usual.</li>
          <li>Messages, documents and background jobs continue.</li>
          <li>Super administrators can work as usual.</li>
          <li>It applies to all servers within seconds and stays on until ended here.</li>
        </ul>
      </Panel>
      {asked === 'on' && <BeginDialog onClose={close} onChanged={onChanged} />}
      {asked === 'off' && <EndDialog onClose={close} onChanged={onChanged} />}
    </div>
  )
}

const factsOf = ({ isOn, reason, until, since, by }: MaintenanceState) => [
  {
    term: 'State',
    detail: isOn ? <Badge tone="warn">On: read-only for practices</Badge> : <Badge tone="ok">Off</Badge>,
  },
  ...(since ? [{ term: isOn ? 'Since' : 'Ended', detail: `${momentText(since)}, by ${by}` }] : []),
  ...(since ? [{ term: 'Reason', detail: reason }] : []),
  ...(isOn ? [{ term: 'Expected end', detail: until ? momentText(until) : 'Not known' }] : []),
]

type DialogProps = { onClose: () => void; onChanged: () => Promise<void> }

function BeginDialog({ onClose, onChanged }: DialogProps) {
  const toast = useToast()
  return (
    <FormDialog
      title="Start maintenance?"
      text="Practices cannot save until you end it. Patients can continue."
      confirm="Start maintenance"
      danger
      onClose={onClose}
      read={(typed) => {
        const reason = String(typed.get('reason') ?? '').trim()
        const at = String(typed.get('until') ?? '')
        const until = at === '' ? null : new Date(at)
        if (reason === '') return [{ id: 'reason', text: 'Enter a reason' }]
        if (until && !(until.getTime() > Date.now()))
          return [{ id: 'until', text: 'Enter a date and time in the future' }]
        return async () => {
          await api.maintenance.change({ isOn: true, reason, until: until?.toISOString() ?? null })
          toast('Maintenance started')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          <TextareaField
            id="reason"
            name="reason"
            label="Reason"
            hint="For the audit log. Not shown to practices."
            rows={3}
            maxLength={operation_reason_length_max}
            error={errorOf(errors, 'reason')}
          />
          <TextField
            id="until"
            name="until"
            type="datetime-local"
            label="Expected end"
            optional
            hint="Shown to practices."
            width="medium"
            error={errorOf(errors, 'until')}
          />
        </>
      )}
    </FormDialog>
  )
}

function EndDialog({ onClose, onChanged }: DialogProps) {
  const toast = useToast()
  return (
    <ReasonDialog
      title="End maintenance?"
      text="Practices can save again within seconds."
      confirm="End maintenance"
      hint={loggedHint}
      lengthMax={operation_reason_length_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await api.maintenance.change({ isOn: false, reason, until: null })
        toast('Maintenance ended')
        await onChanged()
      }}
    />
  )
}
