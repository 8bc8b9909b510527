import type { StaffMember } from '../../../contract/staff.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { canChangeRegistration, type StaffValues } from './staff-form-values.ts'

export type StaffFieldsProps = {
  values: StaffValues
  errors: readonly FieldProblem[]
  onChange: (changes: Partial<StaffValues>) => void
}

type StaffDetailFieldsProps = StaffFieldsProps & { member: StaffMember | undefined }

type TextName = 'email' | 'firstName' | 'lastName' | 'jobTitle' | 'gdcNumber'

/** Who somebody is in the practice. The address is the one they sign in with, so only somebody new is given one. */
export function StaffDetailFields({ values, errors, onChange, member }: StaffDetailFieldsProps) {
  const detail = (name: TextName) => ({
    id: name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    error: errorOf(errors, name),
    autoComplete: 'off',
  })
  return (
    <Panel title={member?.isMe ? 'Personal details' : 'Personal details'}>
      <div className="space-y-5">
        {!member && (
          <TextField
            {...detail('email')}
            type="email"
            label="E-mail address"
            hint="We send the invitation here, and they sign in with it."
            maxLength={320}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...detail('firstName')} label="First name" dir="auto" maxLength={80} />
          <TextField {...detail('lastName')} label="Last name" dir="auto" maxLength={80} />
        </div>
        <TextField
          {...detail('jobTitle')}
          label="Job title"
          optional
          hint="Such as dentist, dental nurse or receptionist. Shown to patients."
          maxLength={80}
        />
        {canChangeRegistration(member) && (
          <>
            <CheckboxField
              id="isClinician"
              label="Has a clinical role"
              hint="Can be chosen as the treating clinician of a consent."
              checked={values.isClinician}
              onChange={(event) => onChange({ isClinician: event.target.checked })}
            />
            <TextField
              {...detail('gdcNumber')}
              label="GDC number"
              optional
              hint="5 to 7 digits. Countersigning a consent needs one."
              inputMode="numeric"
              maxLength={12}
              width="medium"
            />
          </>
        )}
      </div>
    </Panel>
  )
}
