import { fieldErrorWhere, validateUsername } from '../identity/index.ts'
import { api } from '../../api.ts'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Account, SectionProps } from './account-record.ts'
import { PhotoRow } from './photo-row.tsx'
import { SectionForm } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'

/** How the person is shown to others, and what their practice says of them. */
export function ProfileSection({ account, onChanged }: SectionProps) {
  return (
    <Panel title="Profile" lead="Shown to your colleagues.">
      <PhotoRow account={account} onChanged={onChanged} />
      <div className="divide-y divide-line border-t border-line pt-4">
        <SettingRow
          name="Name and username"
          action="Change"
          renderForm={(close) => <NameForm account={account} onChanged={onChanged} onClose={close} />}
        >
          <p dir="auto" className="font-semibold">
            {account.displayName}
          </p>
          <p className="text-muted">{account.username ?? 'No username'}</p>
        </SettingRow>
        <DescriptionList items={profileFacts(account)} className="pt-4" />
      </div>
    </Panel>
  )
}

function NameForm({ account, onChanged, onClose }: SectionProps & { onClose: () => void }) {
  const toast = useToast()
  return (
    <SectionForm
      submit="Save"
      onCancel={onClose}
      fieldOf={{ 'username-taken': 'username', username: 'username', displayName: 'displayName' }}
      check={(typed) => {
        const wrong = validateUsername(typed('username'))
        return [
          ...fieldErrorWhere(typed('displayName') === '', 'displayName', 'Enter your name'),
          ...fieldErrorWhere(wrong !== undefined, 'username', wrong ?? ''),
        ]
      }}
      onSend={async (typed) => {
        await api.account.update({ displayName: typed('displayName'), username: typed('username') })
        await onChanged()
        toast('Name saved.')
        onClose()
      }}
    >
      {(errors) => (
        <>
          <TextField
            id="displayName"
            name="displayName"
            label="Name"
            defaultValue={account.displayName}
            autoComplete="name"
            maxLength={120}
            dir="auto"
            error={errorOf(errors, 'displayName')}
          />
          <TextField
            id="username"
            name="username"
            label="Username"
            hint="Sign in with it instead of your e-mail address."
            optional
            defaultValue={account.username ?? ''}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
            error={errorOf(errors, 'username')}
          />
        </>
      )}
    </SectionForm>
  )
}

const roleNames: Record<Account['role'], string> = {
  super_admin: 'Super administrator',
  clinic_admin: 'Practice administrator',
  clinic_staff: 'Staff',
  patient: 'Patient',
}

/** What somebody else decides: a practice, or the platform. */
function profileFacts(account: Account): Description[] {
  const facts: [term: string, detail: string | null][] = [
    ['Role', roleNames[account.role]],
    ['Practice', account.clinicName],
    ['Job title', account.jobTitle],
    ['GDC number', account.gdcNumber],
    ['Account since', dayText(account.createdAt)],
    ['Last sign-in', account.lastSignInAt && momentText(account.lastSignInAt)],
  ]
  return facts.flatMap(([term, detail]) =>
    detail ? [{ term, detail: <span dir="auto">{detail}</span> }] : [],
  )
}
