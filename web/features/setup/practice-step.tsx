import type { FormEvent } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { fieldErrorWhere, trimmedFieldValue, useFormTask } from '../identity/index.ts'
import { nationNames, type Nation } from '../../../contract/retention-rules.ts'
import type { WizardState } from '../../../contract/setup-wizard.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { WizardForm, WizardFrame } from './wizard-step.tsx'

type PracticeStepProps = {
  practice: WizardState['practice']
  onState: (state: WizardState) => void
  onNext: () => void
}

const frame = {
  step: 'practice',
  title: 'Your practice',
  lead: 'Practice details and first administrator. You can add more practices later.',
} as const

/** The first practice with its first administrator. */
export function PracticeStep({ practice, ...props }: PracticeStepProps) {
  return practice ? (
    <ExistingPractice practice={practice} onNext={props.onNext} />
  ) : (
    <PracticeForm {...props} />
  )
}

type ExistingPracticeProps = { practice: NonNullable<WizardState['practice']>; onNext: () => void }

function ExistingPractice({ practice, onNext }: ExistingPracticeProps) {
  const { name, address, nation, administrator } = practice
  return (
    <WizardFrame {...frame}>
      <InlineMessage tone="ok" title="Practice created">
        Its administrator can change these details in Settings.
      </InlineMessage>
      <DescriptionList
        className="mt-5"
        items={[
          { term: 'Practice', detail: name },
          { term: 'Address', detail: <span className="whitespace-pre-line">{address || 'none'}</span> },
          { term: 'Nation', detail: nationNames[nation] },
          {
            term: 'First administrator',
            detail: `${administrator.name}, ${formatEmail(administrator.email)}`,
          },
        ]}
      />
      <Button size="large" className="mt-6 w-full" onClick={onNext}>
        Continue
      </Button>
    </WizardFrame>
  )
}

const fieldNames = [
  'name',
  'address',
  'phone',
  'nation',
  'firstName',
  'lastName',
  'email',
  'gdcNumber',
] as const
const fieldOf = {
  ...Object.fromEntries(fieldNames.map((name) => [name, name])),
  'email-already-in-use': 'email',
}

function PracticeForm({ onState, onNext }: Omit<PracticeStepProps, 'practice'>) {
  const { busy, problems, send } = useFormTask(fieldOf)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = (name: (typeof fieldNames)[number]) => trimmedFieldValue(form, name)
    const missing = [
      ...fieldErrorWhere(text('name') === '', 'name', 'Enter the name of the practice'),
      ...fieldErrorWhere(text('address') === '', 'address', 'Enter the address of the practice'),
      ...fieldErrorWhere(text('phone') === '', 'phone', 'Enter the phone number of the practice'),
      ...fieldErrorWhere(text('firstName') === '', 'firstName', 'Enter the first name'),
      ...fieldErrorWhere(text('lastName') === '', 'lastName', 'Enter the last name'),
      ...fieldErrorWhere(text('email') === '', 'email', 'Enter the e-mail address'),
    ]
    await send(missing, async () => {
      const [name, address, phone] = [text('name'), text('address'), text('phone')]
      const person = { firstName: text('firstName'), lastName: text('lastName'), email: text('email') }
      const nation = text('nation') as Nation
      const practice = { name, address, phone, nation, ...person, gdcNumber: text('gdcNumber') }
      onState(await api.setupWizard.makePractice(practice))
      onNext()
    })
  }
  const common = (name: (typeof fieldNames)[number]) => ({
    id: name,
    name,
    autoComplete: 'off',
    error: errorOf(problems, name),
  })
  return (
    <WizardFrame {...frame}>
      <WizardForm step="practice" problems={problems} busy={busy} submit="Create practice" onSubmit={submit}>
        <TextField
          {...common('name')}
          label="Practice name"
          hint="The name patients know"
          dir="auto"
          maxLength={120}
        />
        <TextareaField {...common('address')} label="Address" maxLength={500} />
        <TextField
          {...common('phone')}
          type="tel"
          label="Practice phone"
          hint="Shown to patients on every consent"
          maxLength={40}
        />
        <SelectField
          {...common('nation')}
          label="Nation"
          hint="Sets the retention period for records"
          options={Object.entries(nationNames).map(([nation, label]) => ({ value: nation, label }))}
          defaultValue="england"
        />
        <h2 className="border-t border-line pt-5">Its first administrator</h2>
        <p className="-mt-3 text-muted">
          Manages the practice’s staff and settings. Use a different address from your super administrator
          account.
        </p>
        <TextField {...common('firstName')} label="First name" maxLength={80} />
        <TextField {...common('lastName')} label="Last name" maxLength={80} />
        <TextField {...common('email')} type="email" label="E-mail address" />
        <TextField
          {...common('gdcNumber')}
          label="GDC number"
          optional
          hint="For a dentist or other registered clinician, who can then create consents"
          inputMode="numeric"
          width="medium"
        />
      </WizardForm>
    </WizardFrame>
  )
}
