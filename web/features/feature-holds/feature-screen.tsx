import { useState } from 'react'
import type { FeatureHold } from '../../../contract/feature-holds.ts'
import { featureNames, features, type Feature } from '../../../contract/features.ts'
import { operation_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { loggedHint, ReasonDialog } from '../../ui/reason-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

type ClinicChoice = { id: string; name: string }

type FeatureScreenProps = {
  holds: readonly FeatureHold[]
  clinics: readonly ClinicChoice[]
  onChanged: () => Promise<void>
}

/** What can be held back, and from whom it is. */
export function FeatureScreen({ holds, clinics, onChanged }: FeatureScreenProps) {
  const [offered, setOffered] = useState<Feature>()
  const [ended, setEnded] = useState<FeatureHold>()
  const toast = useToast()
  return (
    <div className="mt-6 space-y-6">
      {featureNames.map((feature) => (
        <FeaturePanel
          key={feature}
          feature={feature}
          holds={holds.filter((hold) => hold.feature === feature)}
          onSwitchOff={() => setOffered(feature)}
          onSwitchOn={setEnded}
        />
      ))}
      {offered && (
        <SwitchOffDialog
          feature={offered}
          clinics={clinics}
          onClose={() => setOffered(undefined)}
          onChanged={onChanged}
        />
      )}
      {ended && (
        <ReasonDialog
          title={`Switch on: ${features[ended.feature].title}`}
          text={`For ${holdScopeText(ended)}. It can be used again within seconds.`}
          confirm="Switch on"
          hint={loggedHint}
          lengthMax={operation_reason_length_max}
          onClose={() => setEnded(undefined)}
          onConfirm={async (reason) => {
            await api.featureHolds.switchOn({ feature: ended.feature, clinicId: ended.clinicId, reason })
            toast('Switched on')
            await onChanged()
          }}
        />
      )}
    </div>
  )
}

const holdScopeText = ({ clinicId, clinicName }: FeatureHold) =>
  clinicId === null ? 'all practices' : (clinicName ?? 'one practice')

type FeaturePanelProps = {
  feature: Feature
  holds: readonly FeatureHold[]
  onSwitchOff: () => void
  onSwitchOn: (hold: FeatureHold) => void
}

function FeaturePanel({ feature, holds, onSwitchOff, onSwitchOn }: FeaturePanelProps) {
  const { title, whileOff } = features[feature]
  return (
    <Panel
      title={title}
      lead={`While it is off: ${whileOff}`}
      actions={
        <Button variant="quiet" onClick={onSwitchOff}>
          Switch off<span className="sr-only">: {title}</span>
        </Button>
      }
    >
      {holds.length === 0 ? (
        <Badge tone="ok">On for all practices</Badge>
      ) : (
        <ul className="divide-y divide-line">
          {holds.map((hold) => (
            <li
              key={hold.clinicId ?? 'all'}
              className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-80">
                <p className="flex flex-wrap items-center gap-2">
                  <Badge tone="warn">Off</Badge>
                  <span dir="auto">{holdScopeText(hold)}</span>
                </p>
                <p className="mt-1 wrap-anywhere" dir="auto">
                  {hold.reason}
                </p>
                <p className="text-small text-muted">
                  Since {momentText(hold.since)}, by {hold.by}
                </p>
              </div>
              <Button variant="quiet" size="small" onClick={() => onSwitchOn(hold)}>
                Switch on
                <span className="sr-only">
                  : {title}, {holdScopeText(hold)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type SwitchOffDialogProps = {
  feature: Feature
  clinics: readonly ClinicChoice[]
  onClose: () => void
  onChanged: () => Promise<void>
}

function SwitchOffDialog({ feature, clinics, onClose, onChanged }: SwitchOffDialogProps) {
  const toast = useToast()
  const { title, whileOff } = features[feature]
  return (
    <FormDialog
      title={`Switch off: ${title}`}
      text={whileOff}
      confirm="Switch off"
      danger
      onClose={onClose}
      read={(typed) => {
        const reason = String(typed.get('reason') ?? '').trim()
        if (reason === '') return [{ id: 'reason', text: 'Enter a reason' }]
        const clinicId = String(typed.get('clinicId') ?? '') || null
        return async () => {
          await api.featureHolds.switchOff({ feature, clinicId, reason })
          toast('Switched off')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          <SelectField
            id="clinicId"
            name="clinicId"
            label="For"
            empty="All practices"
            options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextareaField
            id="reason"
            name="reason"
            label="Reason"
            hint="For the audit log. Not shown to practices."
            rows={3}
            maxLength={operation_reason_length_max}
            error={errorOf(errors, 'reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
