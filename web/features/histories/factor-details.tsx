import { useState } from 'react'
import type { HistoryFact } from '../../../contract/histories.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { ToothChart, type Dentition } from '../teeth/index.ts'
import { detailId, type Question } from './history-draft.ts'

type FactorDetailsProps = {
  question: Question
  fact: HistoryFact
  /** Which teeth a patient of this age has. */
  dentition: Dentition
  onChange: (fact: HistoryFact) => void
  errors: readonly FieldProblem[]
}

/** What is asked besides, once the answer is yes. */
export function FactorDetails({ question, fact, dentition, onChange, errors }: FactorDetailsProps) {
  const [shown, setShown] = useState(dentition)
  const { id, fields, perTooth } = question
  if (fields.length === 0 && !perTooth) return null
  return (
    <div className="mt-3 space-y-4 border-s-4 border-line ps-4">
      {fields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {fields.map((field) => (
            <DetailField
              key={field.name}
              id={detailId(id, field.name)}
              field={field}
              value={fact.fields[field.name] ?? ''}
              onChange={(value) => onChange({ ...fact, fields: { ...fact.fields, [field.name]: value } })}
              error={errorOf(errors, detailId(id, field.name))}
            />
          ))}
        </div>
      )}
      {perTooth && (
        <>
          <ToothChart
            id={detailId(id, 'teeth')}
            legend="Which teeth or sites"
            value={fact.teeth ?? []}
            onChange={(teeth) => onChange({ ...fact, teeth: teeth.length > 0 ? teeth : null })}
            dentition={shown}
            onDentition={setShown}
            optional
          />
          {!fact.teeth && (
            <p className="text-muted">If no tooth is chosen, it applies to every tooth treated.</p>
          )}
        </>
      )}
    </div>
  )
}

type DetailFieldProps = {
  id: string
  field: Question['fields'][number]
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function DetailField({ id, field: { label, kind }, value, onChange, error }: DetailFieldProps) {
  const text = { id, label, error, value, optional: true }
  if (kind === 'yes or no')
    return (
      <SelectField
        {...text}
        empty="Not known"
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <TextField
      {...text}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      width={kind === 'number' ? 'short' : 'full'}
      maxLength={kind === 'date' ? undefined : 500}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
