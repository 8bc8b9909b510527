import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { link_days } from '../../../contract/limits.ts'
import { useOfferedLanguages } from '../clinics/index.ts'
import { languageLabel } from '../patients/index.ts'
import { reflectionHoursOf, type ConsentValues } from './consent-form-values.ts'
import { formatLabels, needsInterpreter, readingLanguages, type ReadingFormat } from './delivery-defaults.ts'

type DeliveryOptionsPanelProps = {
  values: ConsentValues
  onChange: (changes: Partial<ConsentValues>) => void
  errors: readonly FieldProblem[]
}

const formatOptions = (Object.keys(formatLabels) as ReadingFormat[]).map((value) => ({
  value,
  label: formatLabels[value],
}))

/** '3 days' for whole days, else '36 hours'. */
function formatDuration(hours: number): string {
  const days = hours / 24
  const [count, unit] = Number.isInteger(days) ? [days, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How the patient reads it and for how long; set from the record, so that it stands folded with what it says. */
export function DeliveryOptionsPanel({ values, onChange, errors }: DeliveryOptionsPanelProps) {
  const { patient, language, format, linkDays, reflectionWaived } = values
  const hours = reflectionHoursOf(values)
  const offered = useOfferedLanguages()
  const choices = readingLanguages(offered)
  // A draft keeps the language it was made in, also where it is offered no more.
  if (choices.every(({ value }) => value !== language))
    choices.push({ value: language, label: languageLabel(language) })
  const languageName = choices.find(({ value }) => value === language)?.label ?? language
  const days = linkDays.trim() || String(link_days)
  return (
    <>
      <FoldedRow
        label="Delivery options"
        summary={`${languageName}, ${formatLabels[format].toLowerCase()} format, link valid for ${days} days`}
        open={errorOf(errors, 'linkDays') !== undefined || undefined}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label="Language"
            options={choices}
            value={language}
            onChange={(event) => onChange({ language: event.target.value })}
          />
          <SelectField
            label="Format"
            options={formatOptions}
            value={format}
            onChange={(event) => onChange({ format: event.target.value as ReadingFormat })}
          />
          <TextField
            id="linkDays"
            label="Link valid for (days)"
            optional
            hint={`${link_days} if left empty`}
            inputMode="numeric"
            autoComplete="off"
            width="short"
            maxLength={3}
            value={linkDays}
            onChange={(event) => onChange({ linkDays: event.target.value })}
            error={errorOf(errors, 'linkDays')}
          />
        </div>
      </FoldedRow>
      {needsInterpreter(patient, offered) && patient && (
        <InlineMessage tone="warn" className="m-4">
          The patient’s language is {languageLabel(patient.language)}, and you do not offer pages in it.
          Consider an interpreter.
        </InlineMessage>
      )}
      {hours > 0 && (
        <FoldedRow
          label="Time to think"
          summary={
            reflectionWaived.trim() === ''
              ? `${formatDuration(hours)} between opening the text and the treatment`
              : 'It may begin sooner'
          }
          open={reflectionWaived !== '' || undefined}
        >
          <TextareaField
            label="Reason to begin sooner"
            optional
            hint="The patient reads this reason."
            value={reflectionWaived}
            onChange={(event) => onChange({ reflectionWaived: event.target.value })}
            maxLength={500}
            rows={2}
          />
        </FoldedRow>
      )}
    </>
  )
}
