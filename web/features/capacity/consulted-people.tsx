import { Plus, Trash2 } from 'lucide-react'
import { capacity_answer_length_max, capacity_people_max } from '../../../contract/limits.ts'
import type { ConsultedPerson } from '../../../contract/capacity-rules.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

type ConsultedPeopleProps = {
  id: string
  legend: string
  hint: string | undefined
  error: string | undefined
  people: readonly ConsultedPerson[]
  onChange: (people: readonly ConsultedPerson[]) => void
}

const noPeople: ConsultedPerson = { name: '', relationship: '', view: '' }

/** Who was asked what the patient would want: nobody, or one after the other. */
export function ConsultedPeople({ id, legend, hint, error, people, onChange }: ConsultedPeopleProps) {
  const change = (place: number, part: Partial<ConsultedPerson>) =>
    onChange(people.map((person, other) => (other === place ? { ...person, ...part } : person)))
  return (
    <Fieldset id={id} legend={legend} hint={hint} error={error}>
      {(control) => (
        <div className="space-y-5">
          {people.map((person, place) => (
            // People have no name yet when they are added: their place is all they are told apart by.
            <fieldset key={place} className="space-y-4 border-s-2 border-line ps-4">
              <legend className="float-start mb-2 font-medium">Person {place + 1}</legend>
              <div className="float-end">
                <Button
                  variant="link"
                  size="small"
                  icon={Trash2}
                  onClick={() => onChange(people.filter((_person, other) => other !== place))}
                >
                  Remove<span className="sr-only"> person {place + 1}</span>
                </Button>
              </div>
              <div className="clear-both grid gap-4 sm:grid-cols-2">
                <TextField
                  id={`${id}-${place}-name`}
                  label="Name"
                  dir="auto"
                  maxLength={120}
                  value={person.name}
                  onChange={(event) => change(place, { name: event.target.value })}
                />
                <TextField
                  id={`${id}-${place}-relationship`}
                  label="Relationship to the patient"
                  dir="auto"
                  maxLength={120}
                  value={person.relationship}
                  onChange={(event) => change(place, { relationship: event.target.value })}
                />
              </div>
              <TextareaField
                id={`${id}-${place}-view`}
                label="Their views, and how and when given"
                rows={2}
                maxLength={capacity_answer_length_max}
                value={person.view}
                onChange={(event) => change(place, { view: event.target.value })}
              />
            </fieldset>
          ))}
          {people.length < capacity_people_max && (
            <Button
              id={control.id}
              variant="quiet"
              size="small"
              icon={Plus}
              onClick={() => onChange([...people, noPeople])}
            >
              {people.length === 0 ? 'Add person' : 'Add another person'}
            </Button>
          )}
        </div>
      )}
    </Fieldset>
  )
}
