import { useRef, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { formatNumbers, parseAftercareForm, type AftercarePolicy } from './aftercare-form-parsing.ts'
import { Form } from '../../ui/form.tsx'

type AftercarePolicyPanelProps = {
  policy: AftercarePolicy
  onChanged: () => Promise<void>
}

/** What patients are sent after a treatment, and who is told when one of them needs somebody at once. */
export function AftercarePolicyPanel({ policy, onChanged }: AftercarePolicyPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run, clear } = useTask()
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy || !form.current) return
    clear()
    const { entry, errors: found } = parseAftercareForm(new FormData(form.current), policy.shipped)
    setErrors(found)
    if (found.length > 0) return
    const done = await run(async () => {
      await api.aftercare.changePolicy(entry)
      await onChanged()
    })
    if (done) toast('Aftercare saved. It also applies to messages already planned.')
  }
  return (
    <Form
      draft="aftercare-policy"
      formRef={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="max-w-column"
    >
      <ErrorSummary errors={errors} />
      <Panel
        title="Aftercare messages"
        lead="Patients are sent a link to their aftercare advice. Quiet hours for reminders apply; messages are also sent at weekends."
      >
        <div className="space-y-5">
          <CheckboxField
            id="aftercareOn"
            name="aftercareOn"
            label="Send aftercare messages"
            defaultChecked={policy.isOn}
          />
          <CheckboxField
            id="surveyOn"
            name="surveyOn"
            label="Send a short survey some weeks later"
            defaultChecked={policy.survey}
          />
          <AlertFields policy={policy} />
          <ScheduleFields policy={policy} errors={errors} />
        </div>
        <ProblemMessage problem={problem} className="mt-6" />
        <Button type="submit" busy={busy} className="mt-6">
          Save aftercare
        </Button>
      </Panel>
    </Form>
  )
}

const AlertFields = ({ policy: { alertStaffIds, people } }: { policy: AftercarePolicy }) => (
  <Fieldset
    legend="Staff to notify when a patient needs urgent help"
    hint="By e-mail, without names or health details. If no one is selected, the consent’s clinician is notified. The day board also shows it."
  >
    {() => (
      <div className="space-y-2">
        {people.map(({ id, name }) => (
          <CheckboxField
            key={id}
            id={`alert-${id}`}
            name="alert"
            value={id}
            label={<span dir="auto">{name}</span>}
            defaultChecked={alertStaffIds.includes(id)}
          />
        ))}
      </div>
    )}
  </Fieldset>
)

type ScheduleFieldsProps = { policy: AftercarePolicy; errors: readonly FieldProblem[] }

/** Hours and days of each treatment; what is as shipped is told apart by the server. */
function ScheduleFields({ policy: { shipped, changed }, errors }: ScheduleFieldsProps) {
  return (
    <Disclosure summary="Hours and days of each treatment">
      <div className="space-y-5 pt-2">
        {shipped.map(({ treatment, hours, days, none }, index) => {
          const own = changed.find((type) => type.treatment === treatment)
          return (
            <Fieldset key={treatment} legend={treatment} hint={none ?? undefined}>
              {() => (
                <div className="flex flex-wrap gap-4">
                  <TextField
                    id={`hours-${index}`}
                    name={`hours-${index}`}
                    label="Hours after"
                    width="short"
                    defaultValue={formatNumbers(own?.hours ?? hours)}
                    error={errorOf(errors, `hours-${index}`)}
                  />
                  <TextField
                    id={`days-${index}`}
                    name={`days-${index}`}
                    label="Days after, in the morning"
                    width="medium"
                    defaultValue={formatNumbers(own?.days ?? days)}
                    error={errorOf(errors, `days-${index}`)}
                  />
                </div>
              )}
            </Fieldset>
          )
        })}
      </div>
    </Disclosure>
  )
}
