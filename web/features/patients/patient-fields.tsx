import { today } from '../../../contract/calendar-day.ts'
import { formatEmail } from '../../../contract/email-address.ts'
import type { Patient } from '../../../contract/patients.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { datePartsOf } from '../../ui/plain/date-parts.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { accessNeedLabels, channelLabels, languages } from './patient-words.ts'
import { detailInput } from './detail-input.ts'
import { PhoneFields } from './phone-fields.tsx'

const channels = ['email', 'sms', 'phone', 'post'] as const

type FieldsProps = { patient: Patient | undefined; errors: readonly FieldProblem[] }

/** Name, birth date and NHS number. */
export function IdentityFields({ patient, errors }: FieldsProps) {
  const detail = detailInput(patient, errors)
  return (
    <Panel title="Personal details">
      <div className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-[7rem_1fr_1fr]">
          <TextField {...detail('title')} label="Title" maxLength={20} />
          <TextField {...detail('firstName')} label="First name" dir="auto" maxLength={80} />
          <TextField {...detail('lastName')} label="Last name" dir="auto" maxLength={80} />
        </div>
        <p className="text-small text-muted">If the patient has one name, enter it as the last name.</p>
        <TextField
          {...detail('preferredName')}
          label="Preferred name"
          optional
          hint="If different from the first name"
          dir="auto"
          width="medium"
          maxLength={80}
        />
        <DateOfBirthField
          id="dateOfBirth"
          legend="Date of birth"
          hint="Patients confirm it before reading a consent. For example, 14 3 1961."
          defaultValue={patient && datePartsOf(patient.dateOfBirth)}
          error={errorOf(errors, 'dateOfBirth')}
        />
        <TextField
          {...detail('nhsNumber')}
          label="NHS number"
          optional
          hint="Ten digits, like 943 476 5919"
          inputMode="numeric"
          width="medium"
        />
      </div>
    </Panel>
  )
}

/** E-mail, phone and address. */
export function ContactFields({ patient, errors }: FieldsProps) {
  const detail = detailInput(patient, errors)
  return (
    <Panel title="Contact details">
      <div className="space-y-5">
        <TextField
          {...detail('email')}
          defaultValue={patient && formatEmail(patient.email)}
          type="email"
          label="E-mail address"
          optional
          hint="Consent links go here. Without one, show a link or QR code."
          maxLength={320}
        />
        <PhoneFields detail={detail} />
        <TextareaField {...detail('address')} label="Address" optional maxLength={400} />
        <Fieldset
          id="contactPermission"
          legend="Agreed contact methods"
          hint="Tick what the patient has agreed to. Nothing is sent in any other way."
          error={errorOf(errors, 'contactPermission')}
        >
          {() => (
            <div className="flex flex-wrap gap-x-6">
              {channels.map((channel) => (
                <CheckboxField
                  key={channel}
                  name="contactPermission"
                  value={channel}
                  label={channelLabels[channel]}
                  defaultChecked={patient?.contactPermission.includes(channel)}
                />
              ))}
            </div>
          )}
        </Fieldset>
        <input type="hidden" name="contactAskedOn" value={patient?.contactAskedOn ?? ''} />
        <CheckboxField
          name="contactAskedToday"
          label="Asked today"
          hint={patient?.contactAskedOn && `Last asked on ${calendarDayText(patient.contactAskedOn)}`}
        />
        <SelectField
          {...detail('preferredChannel')}
          label="Preferred method"
          {...(!patient && { empty: 'First agreed method' })}
          options={[...channels, 'none' as const].map((value) => ({ value, label: channelLabels[value] }))}
          defaultValue={patient?.preferredChannel ?? ''}
          className="max-w-80"
        />
      </div>
    </Panel>
  )
}

/** Language and what helps the patient to understand. */
export function NeedsFields({ patient, errors }: FieldsProps) {
  const detail = detailInput(patient, errors)
  return (
    <Panel title="Information needs" lead="Support the patient needs to read or understand information.">
      <div className="space-y-5">
        <SelectField
          {...detail('language')}
          label="Preferred language"
          options={withStoredLanguage(patient?.language)}
          defaultValue={patient?.language ?? 'en'}
          className="max-w-80"
        />
        <Fieldset id="accessNeeds" legend="Needs" error={errorOf(errors, 'accessNeeds')}>
          {() => (
            <div>
              {Object.entries(accessNeedLabels).map(([need, label]) => (
                <CheckboxField
                  key={need}
                  name="accessNeeds"
                  value={need}
                  label={label}
                  defaultChecked={patient?.accessNeeds.some((held) => held === need)}
                />
              ))}
            </div>
          )}
        </Fieldset>
        <TextareaField
          {...detail('accessNotes')}
          label="Notes"
          optional
          hint="Anything else that helps, for example which sign language interpreter they know."
          maxLength={500}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...detail('needsAskedOn')}
            type="date"
            max={today()}
            label="Asked on"
            optional
            hint="Date asked about their needs"
            width="short"
          />
          <TextField
            {...detail('needsReviewOn')}
            type="date"
            label="Ask again on"
            optional
            hint="For example, in a year"
            width="short"
          />
        </div>
      </div>
    </Panel>
  )
}

/** A language recorded elsewhere that our list lacks stays choosable, so that a save does not lose it. */
function withStoredLanguage(stored: string | undefined) {
  const known = stored === undefined || languages.some(({ value }) => value === stored)
  return known ? languages : [...languages, { value: stored, label: stored }]
}
