import { api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { formatDays, parseReminderPolicyForm, type ReminderPolicy } from './reminder-policy-form-parsing.ts'

type ReminderPolicyPanelProps = { policy: ReminderPolicy; onChanged: () => Promise<void> }

/** When the practice reminds patients, and what it does about messages that did not arrive. */
export function ReminderPolicyPanel({ policy, onChanged }: ReminderPolicyPanelProps) {
  const read = (typed: FormData) => {
    const { entry, errors } = parseReminderPolicyForm(typed)
    return errors.length > 0 ? errors : () => api.reminders.changePolicy(entry)
  }
  const form = useSettingsForm(read, onChanged, 'Reminders saved. They also apply to consents already sent.')
  return (
    <SettingsPanel
      form={form}
      title="Reminders"
      lead="For consents not opened, or not answered before the appointment."
      submitLabel="Save reminders"
    >
      <PolicyFields policy={policy} errors={form.errors} />
    </SettingsPanel>
  )
}

type PolicyFieldsProps = { policy: ReminderPolicy; errors: readonly FieldProblem[] }

function PolicyFields({ policy, errors }: PolicyFieldsProps) {
  const { isOn, daysAfterSending, daysBeforeAppointment, quietFrom, quietUntil, weekends, ladder } = policy
  return (
    <div className="space-y-5">
      <CheckboxField id="isOn" name="isOn" label="Remind patients automatically" defaultChecked={isOn} />
      <TextField
        id="daysAfterSending"
        name="daysAfterSending"
        label="How many days after sending?"
        hint="At the same time of day. Up to four days, separated by commas. Reminders stop once the patient has opened the consent."
        inputMode="text"
        autoComplete="off"
        width="medium"
        defaultValue={formatDays(daysAfterSending)}
        error={errorOf(errors, 'daysAfterSending')}
      />
      <TextField
        id="daysBeforeAppointment"
        name="daysBeforeAppointment"
        label="How many days before the appointment?"
        optional
        hint="Once, in the morning, for unsigned consents with a booked appointment, opened or not."
        inputMode="numeric"
        autoComplete="off"
        width="short"
        maxLength={2}
        defaultValue={daysBeforeAppointment ?? ''}
        error={errorOf(errors, 'daysBeforeAppointment')}
      />
      <Fieldset
        legend="Quiet hours"
        hint="No automatic messages are sent in these hours. Enter the same time twice for none."
      >
        {() => (
          <div className="flex flex-wrap gap-4">
            <TextField
              id="quietFrom"
              name="quietFrom"
              type="time"
              label="From"
              width="short"
              defaultValue={quietFrom}
              error={errorOf(errors, 'quietFrom')}
            />
            <TextField
              id="quietUntil"
              name="quietUntil"
              type="time"
              label="Until"
              width="short"
              defaultValue={quietUntil}
              error={errorOf(errors, 'quietUntil')}
            />
          </div>
        )}
      </Fieldset>
      <CheckboxField
        id="weekends"
        name="weekends"
        label="Send on Saturdays and Sundays too"
        defaultChecked={weekends}
      />
      <Fieldset
        legend="If a message is not delivered"
        hint="The next ticked method available for the patient is used, in this order."
      >
        {() => (
          <>
            <CheckboxField
              id="ladderSms"
              name="ladderSms"
              label="Send a text message"
              defaultChecked={ladder.sms}
            />
            <CheckboxField
              id="ladderCall"
              name="ladderCall"
              label="Create a task to phone"
              defaultChecked={ladder.call}
            />
            <CheckboxField
              id="ladderLetter"
              name="ladderLetter"
              label="Create a task to post a letter"
              defaultChecked={ladder.letter}
            />
          </>
        )}
      </Fieldset>
    </div>
  )
}
