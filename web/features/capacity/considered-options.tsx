import { Plus, Trash2 } from 'lucide-react'
import type { WeighedOption } from '../../../contract/capacity-rules.ts'
import { capacity_answer_length_max, capacity_ways_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { emptyTreatmentOption } from './capacity-words.ts'

type ConsideredOptionsProps = {
  id: string
  legend: string
  hint: string | undefined
  error: string | undefined
  options: readonly WeighedOption[]
  onChange: (ways: readonly WeighedOption[]) => void
}

const asked = [
  { name: 'brings', label: 'Benefits', optional: false },
  { name: 'burdens', label: 'Burdens and risks', optional: false },
  { name: 'restricts', label: 'How it restricts the patient', optional: true },
  { name: 'view', label: 'What the patient would likely think', optional: true },
] as const

/** The ways to go that were weighed against each other, each with the same four questions. */
export function ConsideredOptions({ id, legend, hint, error, options, onChange }: ConsideredOptionsProps) {
  const change = (place: number, part: Partial<WeighedOption>) =>
    onChange(options.map((way, other) => (other === place ? { ...way, ...part } : way)))
  return (
    <Fieldset id={id} legend={legend} hint={hint} error={error}>
      {(control) => (
        <div className="space-y-5">
          {options.map((way, place) => (
            // Ways have no name yet when they are added: their place is all they are told apart by.
            <fieldset key={place} className="space-y-4 border-s-2 border-line ps-4">
              <legend className="float-start mb-2 font-medium">Option {place + 1}</legend>
              <div className="float-end">
                <Button
                  variant="link"
                  size="small"
                  icon={Trash2}
                  onClick={() => onChange(options.filter((_way, other) => other !== place))}
                >
                  Remove<span className="sr-only"> option {place + 1}</span>
                </Button>
              </div>
              <div className="clear-both">
                <TextField
                  id={`${id}-${place}-way`}
                  label="Treatment option"
                  dir="auto"
                  maxLength={200}
                  value={way.way}
                  onChange={(event) => change(place, { way: event.target.value })}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                {asked.map(({ name, label, optional }) => (
                  <TextareaField
                    key={name}
                    id={`${id}-${place}-${name}`}
                    label={label}
                    optional={optional}
                    rows={2}
                    maxLength={capacity_answer_length_max}
                    value={way[name]}
                    onChange={(event) => change(place, { [name]: event.target.value })}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          {options.length < capacity_ways_max && (
            <Button
              id={control.id}
              variant="quiet"
              size="small"
              icon={Plus}
              onClick={() => onChange([...options, emptyTreatmentOption])}
            >
              {options.length === 0 ? 'Add an option' : 'Add another option'}
            </Button>
          )}
        </div>
      )}
    </Fieldset>
  )
}
