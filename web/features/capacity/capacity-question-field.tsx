import type { CapacityAnswer, CapacityQuestion } from '../../../contract/capacity-rules.ts'
import { capacity_answer_length_max } from '../../../contract/limits.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import { answerId, noteId } from './capacity-validation.ts'
import { ConsultedPeople } from './consulted-people.tsx'
import { ConsideredOptions } from './considered-options.tsx'

type CapacityQuestionFieldProps = {
  question: CapacityQuestion
  answer: CapacityAnswer
  errors: readonly FieldProblem[]
  onChange: (answer: CapacityAnswer) => void
}

/** One question of a form, with what is written beside its answer. */
export function CapacityQuestionField(props: CapacityQuestionFieldProps) {
  const { question, answer, errors, onChange } = props
  const { id, kind, ask, help, isOptional } = question
  const own = { id: noteId(id), error: errorOf(errors, noteId(id)) }
  const text = { value: answer.text, optional: isOptional, label: ask, hint: help || undefined }
  const write = (words: string) => onChange({ ...answer, text: words })
  if (kind === 'text')
    return (
      <TextareaField
        {...own}
        {...text}
        rows={2}
        maxLength={capacity_answer_length_max}
        onChange={(event) => write(event.target.value)}
      />
    )
  if (kind === 'day')
    return (
      <TextField
        {...own}
        {...text}
        type="date"
        width="medium"
        onChange={(event) => write(event.target.value)}
      />
    )
  if (kind === 'people')
    return (
      <ConsultedPeople
        id={answerId(id)}
        legend={ask}
        hint={help || undefined}
        error={errorOf(errors, answerId(id))}
        people={answer.people}
        onChange={(people) => onChange({ ...answer, people })}
      />
    )
  if (kind === 'ways')
    return (
      <ConsideredOptions
        id={answerId(id)}
        legend={ask}
        hint={help || undefined}
        error={errorOf(errors, answerId(id))}
        options={answer.ways ?? []}
        onChange={(ways) => onChange({ ...answer, ways })}
      />
    )
  return <ChosenAnswer {...props} />
}

/** One or several of a few answers. */
function ChosenAnswer({ question, answer, errors, onChange }: CapacityQuestionFieldProps) {
  const { id, kind, ask, help, options, note, noteFor } = question
  const { chosen } = answer
  const group = {
    id: answerId(id),
    legend: ask,
    hint: help || undefined,
    error: errorOf(errors, answerId(id)),
  }
  const isNoted =
    note !== '' && chosen.length > 0 && (noteFor === 'always' || chosen.some((one) => noteFor.includes(one)))
  const tick = (option: string) =>
    onChange({
      ...answer,
      chosen: chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option],
    })
  return (
    <div className="space-y-3">
      {kind === 'one' ? (
        <RadioGroup
          {...group}
          name={answerId(id)}
          options={options.map(({ id: value, label }) => ({ value, label }))}
          value={chosen[0] ?? ''}
          onChange={(option) => onChange({ ...answer, chosen: [option] })}
        />
      ) : (
        <Fieldset {...group}>
          {(control) =>
            options.map((option, place) => (
              <label key={option.id} className="flex gap-3 py-1">
                <TickBox
                  type="checkbox"
                  id={place === 0 ? control.id : `${control.id}-${option.id}`}
                  checked={chosen.includes(option.id)}
                  onChange={() => tick(option.id)}
                />
                <span>{option.label}</span>
              </label>
            ))
          }
        </Fieldset>
      )}
      {isNoted && (
        <TextareaField
          id={noteId(id)}
          label={note}
          error={errorOf(errors, noteId(id))}
          rows={2}
          maxLength={capacity_answer_length_max}
          value={answer.text}
          onChange={(event) => onChange({ ...answer, text: event.target.value })}
        />
      )}
    </div>
  )
}
