import { useState } from 'react'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useSessionUser } from '../identity/index.ts'
import { disclosures } from './addendum-values.ts'
import { understandingWords } from './discussion-fields.tsx'

type AddendumAgreementProps = {
  patientName: string
  /** The treatment and its tooth, in words. */
  treatment: string
  errors: readonly FieldProblem[]
}

const understandingOptions = (['explained-back', 'questions-answered'] as const).map((value) => ({
  value,
  label: understandingWords[value],
}))
const proofOptions = [
  { value: 'pin', label: 'PIN' },
  { value: 'password', label: 'Password' },
]

/** What was said just now and who heard it. None of it is filled in beforehand, or kept from an earlier try. */
export function AddendumAgreement({ patientName, treatment, errors }: AddendumAgreementProps) {
  const { displayName } = useSessionUser()
  const heard = `I heard ${patientName} agree${treatment && ` to ${treatment}`}`
  return (
    <div data-draft="off" className="space-y-5 border-t border-line pt-5">
      <Fieldset id="disclosed" legend="Explained to the patient" error={errorOf(errors, 'disclosed')}>
        {(control) =>
          disclosures.map(({ key, label, isRequired }, at) => (
            <CheckboxField
              key={key}
              id={at === 0 ? control.id : `disclosed-${key}`}
              name="disclosed"
              value={key}
              label={isRequired ? label : `${label} (optional)`}
            />
          ))
        }
      </Fieldset>
      <RadioGroup
        id="understanding"
        name="understanding"
        legend="How understanding was checked"
        options={understandingOptions}
        error={errorOf(errors, 'understanding')}
      />
      <TextareaField
        id="remark"
        name="remark"
        label="Other points discussed"
        optional
        rows={2}
        maxLength={2000}
        dir="auto"
      />
      <CheckboxField
        id="heard"
        name="heard"
        boxed
        label={heard}
        hint={`Attested by ${displayName}, who is signed in`}
        error={errorOf(errors, 'heard')}
      />
      <ColleagueFields heard={heard} errors={errors} />
    </div>
  )
}

/** The second person proves their own account for this one record, and is not signed in by it. */
function ColleagueFields({ heard, errors }: { heard: string; errors: readonly FieldProblem[] }) {
  const [by, setBy] = useState('pin')
  return (
    <Fieldset id="second-person" legend="The second person" hint={`They attest: “${heard}”`}>
      {() => (
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <TextField
            id="colleague"
            name="colleague"
            label="Their e-mail or username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            error={errorOf(errors, 'colleague')}
          />
          <PasswordField
            id="secret"
            name="secret"
            label={by === 'pin' ? 'Their PIN' : 'Their password'}
            autoComplete="off"
            {...(by === 'pin' && { inputMode: 'numeric' })}
            maxLength={256}
            error={errorOf(errors, 'secret')}
          />
          <RadioGroup
            id="proof"
            name="proof"
            legend="They attest with their"
            inline
            options={proofOptions}
            value={by}
            onChange={setBy}
            className="sm:col-span-2"
          />
        </div>
      )}
    </Fieldset>
  )
}
