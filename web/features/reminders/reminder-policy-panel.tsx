import { useRef, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { daysTyped, readPolicyForm, type ReminderPolicy } from './policy-form-reading.ts'

type ReminderPolicyPanelProps = { policy: ReminderPolicy; onChanged: () => Promise<void> }

/** When the practice reminds patients, and what it does about messages that did not arrive. */
export function ReminderPolicyPanel({ policy, onChanged }: ReminderPolicyPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run, clear } = useTask()
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy || !form.current) return
    clear()
    const { entry, errors: found } = readPolicyForm(new FormData(form.current))
    setErrors(found)
    if (found.length > 0) return
    const done = await run(async () => {
      await api.reminders.changePolicy(entry)
      await onChanged()
    })
    if (done) toast('Reminders saved. They hold for what waits already.')
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="max-w-column">
      <ErrorSummary errors={errors} />
      <Panel
        title="Reminders"
        lead="Patients who have not opened what they were sent, or have not answered before they come."
      >
        <PolicyFields policy={policy} errors={errors} />
        <ProblemMessage problem={problem} className="mt-6" />
        <Button type="submit" busy={busy} className="mt-6">
          Save reminders
        </Button>
      </Panel>
    </form>
  )
}

type PolicyFieldsProps = { policy: ReminderPolicy; errors: readonly FieldProblem[] }

function PolicyFields({ policy, errors }: PolicyFieldsProps) {
  const { isOn, daysAfterSending, daysBeforeAppointment, quietFrom, quietUntil, weekends, ladder } = policy
  return (
    <div className="space-y-5">
      <CheckboxField id="isOn" name="isOn" label="Remind patients by itself" defaultChecked={isOn} />
      <TextField
        id="daysAfterSending"
        name="daysAfterSending"
        label="How many days after sending?"
        hint="At the same time of day. Up to four days, with commas between them. Reminding stops once the patient has opened it."
        inputMode="text"
        autoComplete="off"
        width="medium"
        defaultValue={daysTyped(daysAfterSending)}
        error={errorOf(errors, 'daysAfterSending')}
      />
      <TextField
        id="daysBeforeAppointment"
        name="daysBeforeAppointment"
        label="How many days before the appointment?"
        optional
        hint="Once, in the morning, for what is not signed yet and belongs to a booked appointment; also when the patient has opened it."
        inputMode="numeric"
        autoComplete="off"
        width="short"
        maxLength={2}
        defaultValue={daysBeforeAppointment ?? ''}
        error={errorOf(errors, 'daysBeforeAppointment')}
      />
      <Fieldset
        legend="Quiet hours"
        hint="Nothing is sent by itself in between, by the clock of the practice. The same time twice means none."
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
        legend="When a message does not arrive"
        hint="The next way that is ticked and open to the patient is taken, in this order."
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
              label="Ask somebody to phone"
              defaultChecked={ladder.call}
            />
            <CheckboxField
              id="ladderLetter"
              name="ladderLetter"
              label="Ask somebody to post a letter"
              defaultChecked={ladder.letter}
            />
          </>
        )}
      </Fieldset>
    </div>
  )
}
