import { fieldErrorWhere, NewPasswordField, validatePassword, useSignInMethods } from '../identity/index.ts'
import { api } from '../../api.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SectionProps } from './account-record.ts'
import { SectionForm, type FieldReader } from './section-form.tsx'
import { SettingRow } from './setting-row.tsx'

/** The password; where there is none, the page for a forgotten one sets the first. */
export function PasswordRow({ account, onChanged }: SectionProps) {
  if (!account.hasPassword) {
    return (
      <div className="py-4">
        <h3 className="text-body font-normal text-muted">Password</h3>
        <p className="mt-0.5">
          No password. To set one, sign out and choose <span className="font-semibold">Forgot password</span>{' '}
          on the sign-in page.
        </p>
      </div>
    )
  }
  return (
    <SettingRow
      name="Password"
      action="Change"
      renderForm={(close) => <PasswordForm account={account} onChanged={onChanged} onClose={close} />}
    >
      <p aria-hidden className="tracking-widest">
        ••••••••••
      </p>
      <p className="sr-only">Set</p>
    </SettingRow>
  )
}

function PasswordForm({ account, onChanged, onClose }: SectionProps & { onClose: () => void }) {
  const toast = useToast()
  const policy = useSignInMethods()?.passwordPolicy
  const { displayName, email, username } = account
  async function change(typed: FieldReader) {
    await api.account.changePassword({ current: typed('passwordNow'), password: typed('passwordNew') })
    await onChanged()
    toast('Password changed. You are signed out on all other devices.')
    onClose()
  }
  return (
    <SectionForm
      submit="Change password"
      onCancel={onClose}
      fieldOf={{ 'wrong-password': 'passwordNow', 'weak-password': 'passwordNew' }}
      check={(typed) => {
        const wrong = validatePassword(policy, typed('passwordNew'))
        return [
          ...fieldErrorWhere(typed('passwordNow') === '', 'passwordNow', 'Enter your current password'),
          ...fieldErrorWhere(wrong !== undefined, 'passwordNew', wrong ?? ''),
        ]
      }}
      onSend={change}
    >
      {(errors) => (
        <>
          <PasswordField
            id="passwordNow"
            name="passwordNow"
            label="Current password"
            autoComplete="current-password"
            error={errorOf(errors, 'passwordNow')}
          />
          <NewPasswordField
            id="passwordNew"
            name="passwordNew"
            label="New password"
            policy={policy}
            about={[displayName, email, username ?? '']}
            error={errorOf(errors, 'passwordNew')}
          />
          <p className="text-muted">Changing it signs you out on all other devices.</p>
        </>
      )}
    </SectionForm>
  )
}
