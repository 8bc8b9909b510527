import { formatEmail } from '../../../contract/email-address.ts'
import { nationNames, nations, type Nation } from '../../../contract/retention-rules.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TimeZoneField } from '../clinics/index.ts'
import { trimmedFieldValue } from './reason-field.tsx'

export type ClinicFacts = {
  name: string
  address: string
  phone: string
  email: string
  nation: Nation
  timeZone: string
}

export const newClinic: ClinicFacts = {
  ...{ name: '', address: '', phone: '', email: '' },
  nation: 'england',
  timeZone: 'Europe/London',
}

/** What is said of a practice, as typed. */
export const parseClinicFacts = (typed: FormData): ClinicFacts => ({
  name: trimmedFieldValue(typed, 'name'),
  address: trimmedFieldValue(typed, 'address'),
  phone: trimmedFieldValue(typed, 'phone'),
  email: trimmedFieldValue(typed, 'email'),
  nation: trimmedFieldValue(typed, 'nation') as Nation,
  timeZone: trimmedFieldValue(typed, 'timeZone'),
})

export const validateClinicFacts = ({ name }: ClinicFacts): FieldProblem[] =>
  name === '' ? [{ id: 'name', text: 'Enter the name of the practice' }] : []

type ClinicFactsFieldsProps = { facts: ClinicFacts; errors: readonly FieldProblem[] }

/** What is said of a practice: its patients read the name, the address and the phone. */
export function ClinicFactsFields({ facts, errors }: ClinicFactsFieldsProps) {
  const error = (name: keyof ClinicFacts) => errorOf(errors, name)
  return (
    <>
      <TextField
        id="name"
        name="name"
        label="Name of the practice"
        maxLength={120}
        autoComplete="off"
        defaultValue={facts.name}
        error={error('name')}
      />
      <TextareaField
        id="address"
        name="address"
        label="Address"
        optional
        rows={3}
        maxLength={400}
        defaultValue={facts.address}
        error={error('address')}
      />
      <TextField
        id="phone"
        name="phone"
        label="Phone"
        hint="Shown to patients in messages."
        optional
        type="tel"
        width="medium"
        maxLength={60}
        autoComplete="off"
        defaultValue={facts.phone}
        error={error('phone')}
      />
      <TextField
        id="email"
        name="email"
        label="E-mail address of the practice"
        hint="Patients’ replies go here."
        optional
        type="email"
        maxLength={320}
        autoComplete="off"
        defaultValue={formatEmail(facts.email)}
        error={error('email')}
      />
      <SelectField
        id="nation"
        name="nation"
        label="Nation"
        hint="Sets the minimum retention period for records."
        options={nations.map((value) => ({ value, label: nationNames[value] }))}
        defaultValue={facts.nation}
        error={error('nation')}
      />
      <TimeZoneField
        id="timeZone"
        hint="Used for dates and times."
        defaultValue={facts.timeZone}
        error={error('timeZone')}
      />
    </>
  )
}
