import type {
  copyOutcomes,
  discussionModes,
  interpreterOutcomes,
  understandingChecks,
} from '../../../contract/consent-plan.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

export const modeWords: Record<(typeof discussionModes)[number], string> = {
  'in-person': 'In person',
  phone: 'By phone',
  video: 'By video',
}
export const understandingWords: Record<(typeof understandingChecks)[number], string> = {
  'explained-back': 'The patient explained it back in their own words',
  'questions-answered': 'The patient asked questions and they were answered',
  'not-yet': 'Not checked yet',
}
export const interpreterWords: Record<(typeof interpreterOutcomes)[number], string> = {
  helped: 'An interpreter helped',
  declined: 'An interpreter was offered and declined',
}
export const copyWords: Record<(typeof copyOutcomes)[number], string> = {
  handed: 'A copy was handed over',
  declined: 'A copy was offered and declined',
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** What is told of a conversation. Nothing is filled in beforehand: it stands for something that happened. */
export function DiscussionFields({ errors }: { errors: readonly FieldProblem[] }) {
  return (
    <>
      <MomentField id="when" name="when" label="Date and time" error={errorOf(errors, 'when')} />
      <RadioGroup
        id="mode"
        name="mode"
        legend="How"
        inline
        options={optionsOf(modeWords)}
        error={errorOf(errors, 'mode')}
      />
      <TextareaField
        id="note"
        name="note"
        label="Topics discussed"
        hint="The options, the risks and benefits, what happens without treatment, the cost, the questions"
        rows={4}
        maxLength={4000}
        error={errorOf(errors, 'note')}
      />
      <TextareaField
        id="whatMatters"
        name="whatMatters"
        label="What matters to the patient"
        hint="In their words: aims, fears, work, hobbies"
        optional
        rows={2}
        maxLength={1000}
      />
      <RadioGroup
        id="understanding"
        name="understanding"
        legend="How understanding was checked"
        options={optionsOf(understandingWords)}
        error={errorOf(errors, 'understanding')}
      />
      <TextareaField
        id="childView"
        name="childView"
        label="The child’s views"
        hint="Of a patient under 16, in their words"
        optional
        rows={2}
        maxLength={1000}
      />
      <SelectField
        id="interpreter"
        name="interpreter"
        label="Interpreter"
        optional
        empty="Nothing to record"
        options={optionsOf(interpreterWords)}
      />
      <SelectField
        id="copy"
        name="copy"
        label="A copy for the patient"
        optional
        empty="Nothing to record"
        options={optionsOf(copyWords)}
      />
    </>
  )
}

type WitnessFieldsProps = {
  number: number
  legend: string
  optional?: boolean
  errors: readonly FieldProblem[]
}

/** Who heard it: their name, and what they are. */
export function WitnessFields({ number, legend, optional, errors }: WitnessFieldsProps) {
  const id = (part: string) => `witness-${number}-${part}`
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      <TextField
        id={id('name')}
        name={id('name')}
        label="Name"
        optional={optional}
        dir="auto"
        maxLength={120}
        error={errorOf(errors, id('name'))}
      />
      <TextField
        id={id('capacity')}
        name={id('capacity')}
        label="Job title"
        optional
        maxLength={200}
        dir="auto"
      />
    </fieldset>
  )
}
