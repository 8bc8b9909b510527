import { useState, type FormEvent, type ReactNode } from 'react'
import { nationNames, nations } from '../../../contract/retention-rules.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { validateTestStart, type AgeBand, type TestStart } from './capacity-test-steps.ts'

const ageLabels: Record<AgeBand, string> = {
  'under-16': 'Under 16',
  '16-17': '16 or 17',
  '18-on': '18 or over',
}

type CapacityTestStartProps = {
  intro: ReactNode
  start: TestStart
  onChange: (beginning: TestStart) => void
  onContinue: () => void
}

/** Which law applies, and what is to be decided. */
export function CapacityTestStart({ intro, start, onChange, onContinue }: CapacityTestStartProps) {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const field = (name: keyof TestStart) => ({
    ...{ id: name, name, error: errorOf(errors, name), value: start[name] },
  })
  const write = (name: keyof TestStart) => ({
    ...field(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...start, [name]: target.value }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const faults = validateTestStart(start)
    setErrors(faults)
    if (faults.length === 0) onContinue()
  }
  return (
    <>
      {intro}
      <form noValidate onSubmit={submit} className="mt-8 space-y-7">
        <ErrorSummary errors={errors} />
        <RadioGroup
          {...field('nation')}
          legend="Where is the treatment?"
          hint="Each has its own law."
          options={nations.map((nation) => ({ value: nation, label: nationNames[nation] }))}
          onChange={(nation) => onChange({ ...start, nation: nation as TestStart['nation'] })}
        />
        <RadioGroup
          {...field('age')}
          legend="How old is the patient?"
          options={Object.entries(ageLabels).map(([value, label]) => ({ value, label }))}
          onChange={(age) => onChange({ ...start, age: age as TestStart['age'] })}
        />
        {start.age !== 'under-16' && (
          <>
            <TextareaField
              {...write('decision')}
              label="The decision in question"
              hint="In one sentence. A person may be able to decide one thing and not another."
              rows={2}
              maxLength={500}
            />
            <fieldset className="space-y-5 border-t border-line pt-6">
              <legend className="sr-only">For the printed summary</legend>
              <p className="text-muted">
                For the printed summary. Leave fields empty to fill them in by hand.
              </p>
              <TextField {...write('patient')} label="Patient" optional maxLength={200} />
              <TextField {...write('assessor')} label="Your name and role" optional maxLength={200} />
              <TextField
                {...write('when')}
                label="When and where"
                hint="Capacity is judged at the time when the decision has to be made."
                optional
                maxLength={200}
              />
            </fieldset>
          </>
        )}
        <Button type="submit" size="large">
          Continue
        </Button>
      </form>
    </>
  )
}
