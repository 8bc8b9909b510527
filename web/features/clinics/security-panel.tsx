import { api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { parseSecurityForm, securityRangeHints, type ClinicSecurity } from './security-form-parsing.ts'
import { TimeZoneField } from './time-zone-field.tsx'

type SecurityPanelProps = { security: ClinicSecurity; onChanged: () => Promise<void> }

/** How people sign in to the practice, and how long they stay. */
export function SecurityPanel({ security, onChanged }: SecurityPanelProps) {
  const read = (typed: FormData) => {
    const { entry, errors } = parseSecurityForm(typed)
    return errors.length > 0 ? errors : () => api.clinics.changeSecurity(entry)
  }
  const form = useSettingsForm(read, onChanged, 'Settings saved. They hold from everybody’s next click.')
  return (
    <SettingsPanel
      form={form}
      title="Sign-in and security"
      lead="These hold for everybody on the staff."
      submitLabel="Save changes"
    >
      <SecurityFields security={security} errors={form.errors} />
    </SettingsPanel>
  )
}

type SecurityFieldsProps = { security: ClinicSecurity; errors: readonly FieldProblem[] }

function SecurityFields({ security, errors }: SecurityFieldsProps) {
  const { timeZone, sessionIdleMinutes, sessionHours, requiresSecondFactor } = security
  return (
    <div className="space-y-5">
      <TimeZoneField
        id="timeZone"
        hint="Login hours go by its clock, summer time included."
        defaultValue={timeZone}
        error={errorOf(errors, 'timeZone')}
      />
      <TextField
        id="sessionIdleMinutes"
        name="sessionIdleMinutes"
        label="Lock the screen after how many minutes?"
        hint={`Minutes without a keystroke, a click or a touch: ${securityRangeHints.idleMinutes}. Whoever comes back unlocks it with a PIN, a passkey or a password.`}
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
        label="Sign in anew after how many hours?"
        hint={`However busy the day is: ${securityRangeHints.hours}.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        width="short"
        defaultValue={sessionHours}
        error={errorOf(errors, 'sessionHours')}
      />
      <CheckboxField
        id="requiresSecondFactor"
        name="requiresSecondFactor"
        label="Require a second factor"
        hint="Everybody proves with a code of an authenticator app that it is them, whichever way they sign in. Once this is saved, whoever has none is signed out, you too, and sets one up on signing in."
        defaultChecked={requiresSecondFactor}
        error={errorOf(errors, 'requiresSecondFactor')}
      />
    </div>
  )
}
