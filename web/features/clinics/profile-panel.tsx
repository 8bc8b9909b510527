import { formatEmail } from '../../../contract/email-address.ts'
import { code_word_length_max } from '../../../contract/limits.ts'
import { nationNames, nations, type Nation } from '../../../contract/retention-rules.ts'
import { api, type Api } from '../../api.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm, type SettingsForm } from '../../ui/use-settings-form.ts'

export type ClinicProfile = Awaited<ReturnType<Api['clinicSettings']['profile']>>

type ProfilePanelProps = { profile: ClinicProfile; onChanged: () => Promise<void> }
type FieldsProps = { profile: ClinicProfile; errors: SettingsForm['errors'] }

const typed = (form: FormData, name: string) => String(form.get(name) ?? '')

/** How the practice introduces itself to its patients. */
export function ProfilePanel({ profile, onChanged }: ProfilePanelProps) {
  const read = (form: FormData) => () =>
    api.clinicSettings.changeProfile({
      name: typed(form, 'name'),
      address: typed(form, 'address'),
      phone: typed(form, 'phone'),
      outOfHours: typed(form, 'outOfHours'),
      email: typed(form, 'email'),
      website: typed(form, 'website'),
      nation: typed(form, 'nation') as Nation,
      codeWord: typed(form, 'codeWord'),
      version: profile.version,
    })
  const form = useSettingsForm(read, onChanged, 'Settings saved. Consents already sent are unchanged.')
  const parts = { profile, errors: form.errors }
  return (
    // Keyed by version, so that somebody else's changes come into the fields when they are loaded.
    <SettingsPanel
      key={profile.version}
      form={form}
      title="Practice"
      lead="Shown to patients on pages, in messages and on documents."
      submitLabel="Save practice details"
      onReload={onChanged}
    >
      {profile.phone === '' && (
        <InlineMessage tone="warn" title="No phone number">
          Add the practice phone number. Every message to patients includes it.
        </InlineMessage>
      )}
      <ContactFields {...parts} />
      <TrustFields {...parts} />
    </SettingsPanel>
  )
}

function ContactFields({ profile, errors }: FieldsProps) {
  return (
    <>
      <TextField
        id="name"
        name="name"
        label="Name"
        maxLength={120}
        autoComplete="off"
        defaultValue={profile.name}
        error={errorOf(errors, 'name')}
      />
      <TextareaField
        id="address"
        name="address"
        label="Address"
        optional
        rows={3}
        maxLength={400}
        defaultValue={profile.address}
        error={errorOf(errors, 'address')}
      />
      <TextField
        id="phone"
        name="phone"
        label="Phone"
        type="tel"
        width="medium"
        maxLength={60}
        autoComplete="off"
        defaultValue={profile.phone}
        error={errorOf(errors, 'phone')}
      />
      <TextareaField
        id="outOfHours"
        name="outOfHours"
        label="Out-of-hours contact"
        hint="Who patients should call when you are closed."
        optional
        rows={2}
        maxLength={400}
        defaultValue={profile.outOfHours}
        error={errorOf(errors, 'outOfHours')}
      />
      <TextField
        id="email"
        name="email"
        label="E-mail"
        hint="Patients’ replies go here."
        type="email"
        optional
        autoComplete="off"
        maxLength={320}
        defaultValue={formatEmail(profile.email)}
        error={errorOf(errors, 'email')}
      />
      <TextField
        id="website"
        name="website"
        label="Website"
        hint="Begins with https://"
        type="url"
        optional
        autoComplete="off"
        maxLength={200}
        defaultValue={profile.website}
        error={errorOf(errors, 'website')}
      />
    </>
  )
}

function TrustFields({ profile, errors }: FieldsProps) {
  return (
    <>
      <SelectField
        id="nation"
        name="nation"
        label="Nation"
        hint="Sets the minimum retention period for records."
        options={nations.map((nation) => ({ value: nation, label: nationNames[nation] }))}
        defaultValue={profile.nation}
        error={errorOf(errors, 'nation')}
      />
      <TextField
        id="codeWord"
        name="codeWord"
        label="Code word"
        hint="A word you give patients at reception, such as Kingfisher. It appears in your messages and on the pages they open, so patients know they are genuine. Do not use health words or staff names."
        optional
        width="medium"
        autoComplete="off"
        maxLength={code_word_length_max}
        defaultValue={profile.codeWord}
        error={errorOf(errors, 'codeWord')}
      />
    </>
  )
}
