import type { ReactNode } from 'react'
import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import type { Phrases } from '../../../contract/phrases.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SuggestionField, type Suggestion } from '../../ui/suggestion-field.tsx'
import { offeredPhrases } from './offered-phrases.ts'
import { placeholderWords } from '../templates/index.ts'
import { DetailSource } from './detail-source.tsx'

type Values = Partial<Record<PlaceholderName, string>>

type PlaceholderFieldsProps = {
  placeholders: readonly PlaceholderName[]
  idOf: (name: PlaceholderName) => string
  values: Values
  onChange: (values: Values) => void
  suggestions: Phrases
  errors: readonly FieldProblem[]
  /** What the patient's history lets one say of their risks, and what is said below the field. */
  risks: { phrases: readonly Suggestion[]; note: ReactNode } | undefined
  /** What is said below a field of where its value comes from. */
  sources: { carried: Values | undefined; lastUsed: Values | undefined; source: string }
}

/** Exactly the details that a treatment's text uses, with what is usually said. */
export function PlaceholderFields({
  placeholders,
  idOf,
  values,
  onChange,
  suggestions,
  errors,
  risks,
  sources,
}: PlaceholderFieldsProps) {
  const phrasesOf = (name: PlaceholderName): readonly Suggestion[] =>
    name === 'individualRisks' ? (risks?.phrases ?? []) : offeredPhrases(suggestions[name as keyof Phrases])
  return placeholders.map((name) => {
    const { label, hint } = placeholderWords[name]
    const phrases = phrasesOf(name)
    const id = idOf(name)
    const value = values[name] ?? ''
    const change = (text: string) => onChange({ ...values, [name]: text })
    return (
      <div key={name}>
        <SuggestionField
          id={id}
          label={label}
          hint={phrases.length === 0 ? hint : undefined}
          error={errorOf(errors, id)}
          value={value}
          maxLength={500}
          suggestions={phrases}
          onChange={change}
        />
        <div className="field-row-note">
          {name === 'individualRisks' && risks?.note}
          <DetailSource
            label={label}
            value={value}
            carried={sources.carried?.[name]}
            lastUsed={sources.lastUsed?.[name]}
            source={sources.source}
            onKeep={change}
          />
        </div>
      </div>
    )
  })
}
