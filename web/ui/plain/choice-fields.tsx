import { CheckboxField } from './checkbox-field.tsx'
import { Fieldset } from './fieldset.tsx'

type ChoiceFieldsProps = {
  id: string
  /** The field’s name in its form, where several groups fill one. */
  name?: string
  legend: string
  hint?: string
  /** What can be chosen, with its words. */
  words: Readonly<Record<string, string>>
  chosen?: readonly string[]
  error?: string | undefined
}

/** Several of some things, by ticking them. */
export const ChoiceFields = ({
  id,
  name = id,
  legend,
  hint,
  words,
  chosen = [],
  error,
}: ChoiceFieldsProps) => (
  <Fieldset id={id} legend={legend} hint={hint} error={error}>
    {() => (
      <div className="grid gap-x-4 sm:grid-cols-2">
        {Object.entries(words).map(([value, label], index) => (
          <CheckboxField
            key={value}
            id={index === 0 ? id : `${id}-${index}`}
            name={name}
            value={value}
            label={label}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
    )}
  </Fieldset>
)
