import { api } from '../../api.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { parseSecurityForm, securityRangeHints, type ClinicSecurity } from './security-form-parsing.ts'
import { SecondFactorFields } from './second-factor-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

type SecurityPanelProps = { security: ClinicSecurity; onChanged: () => Promise<void> }

/** How people sign in to the practice, and how long they stay. */
export function SecurityPanel({ security, onChanged }: SecurityPanelProps) {
  const read = (typed: FormData) => {
    const { entry, errors } = parseSecurityForm(typed, security)
    return errors.length > 0 ? errors : () => api.clinics.changeSecurity(entry)
  }
  const form = useSettingsForm(read, onChanged, 'Settings saved.')
  return (
    <SettingsPanel
      form={form}
      title="Sign-in and security"
      lead="Apply to all staff."
      submitLabel="Save changes"
    >
      <SecurityFields security={security} errors={form.errors} />
    </SettingsPanel>
  )
}

type SecurityFieldsProps = { security: ClinicSecurity; errors: readonly FieldProblem[] }

function SecurityFields({ security, errors }: SecurityFieldsProps) {
  const { timeZone, sessionIdleMinutes, sessionHours } = security
  return (
    <div className="space-y-5">
      <TimeZoneField
        id="timeZone"
        hint="Used for login hours, including summer time."
        defaultValue={timeZone}
        error={errorOf(errors, 'timeZone')}
      />
      <TextField
        id="sessionIdleMinutes"
        name="sessionIdleMinutes"
        label="Minutes before the screen locks"
        hint={`Minutes of inactivity: ${securityRangeHints.idleMinutes}. Unlock with a PIN, passkey or password.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        width="short"
        defaultValue={sessionIdleMinutes}
        error={errorOf(errors, 'sessionIdleMinutes')}
      />
      <TextField
        id="sessionHours"
        name="sessionHours"
        label="Hours before signing in again"
        hint={`Even if in use: ${securityRangeHints.hours}.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        width="short"
        defaultValue={sessionHours}
        error={errorOf(errors, 'sessionHours')}
      />
      <SecondFactorFields security={security} errors={errors} />
    </div>
  )
}
