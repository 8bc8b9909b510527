import { CircleSlash, Plus } from 'lucide-react'
import { options_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import type { ConsentValues } from './consent-form-values.ts'
import { OptionFields } from './option-fields.tsx'
import { areSameOptions } from './carried-values.ts'
import { newOption, noTreatmentOption } from './option-values.ts'
import { ValueSource } from './value-source.tsx'

type OptionsFormValues = Pick<ConsentValues, 'options' | 'recommended' | 'recommendedWhy'>
type Sources = Pick<ConsentValues, 'offeredOptions' | 'carried'>
type OptionPanelProps = OptionsFormValues &
  Sources & {
    onChange: (changes: Partial<OptionsFormValues>) => void
    errors: readonly FieldProblem[]
  }

/** The ways to go that were weighed up, side by side, and which one is recommended. */
export function OptionPanel(props: OptionPanelProps) {
  const { options, recommended, recommendedWhy, onChange, errors, offeredOptions, carried } = props
  const isLastUsed = options.length > 0 && options === offeredOptions
  const hasNoTreatment = options.some(({ kind }) => kind === 'no-treatment')
  const isFull = options.length >= options_max
  return (
    <FoldedRow
      label="Treatment options"
      summary={
        options
          .map(({ title }) => title)
          .filter(Boolean)
          .join(', ') || 'None besides this treatment'
      }
      open={errors.some(({ id }) => id?.startsWith('options.') || id === 'recommendedWhy') || undefined}
    >
      <p className="mb-4 text-muted">Options and costs, shown to the patient side by side.</p>
      {isLastUsed && (
        <p className="mb-4 text-small text-muted">
          Last used for this treatment, without prices. Check them.
        </p>
      )}
      {carried && (
        <ValueSource
          label="Treatment options"
          isEmpty={options.length === 0 || isLastUsed}
          offered={carried.options.map(({ title }) => title).join(', ')}
          isKept={areSameOptions(options, carried.options)}
          source={carried.source}
          onKeep={() => {
            const { options: kept, recommended: key, recommendedWhy: why } = carried
            onChange({ options: kept, recommended: key, recommendedWhy: why })
          }}
        />
      )}
      <div className="space-y-5">
        {options.map((option, place) => (
          <OptionFields
            key={option.key}
            option={option}
            index={place}
            onChange={(changes) =>
              onChange({
                options: options.map((one) => (one.key === option.key ? { ...one, ...changes } : one)),
              })
            }
            onRemove={() => onChange({ options: options.filter(({ key }) => key !== option.key) })}
            errors={errors}
          />
        ))}
        {!isFull && (
          <div className="flex flex-wrap gap-3">
            <Button
              variant="quiet"
              icon={Plus}
              onClick={() => onChange({ options: [...options, newOption()] })}
            >
              Add an option
            </Button>
            {!hasNoTreatment && (
              <Button
                variant="quiet"
                icon={CircleSlash}
                onClick={() => onChange({ options: [...options, noTreatmentOption()] })}
              >
                Add ‘No treatment’
              </Button>
            )}
          </div>
        )}
        {options.length > 0 && (
          <Recommendation {...{ options, recommended, recommendedWhy, onChange, errors }} />
        )}
      </div>
    </FoldedRow>
  )
}

type RecommendationProps = Omit<OptionPanelProps, keyof Sources>

function Recommendation({ options, recommended, recommendedWhy, onChange, errors }: RecommendationProps) {
  const isRecommended = options.some(({ key }) => key === recommended)
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <RadioGroup
        legend="Recommended option"
        name="recommended"
        options={[
          { value: '', label: 'None' },
          ...options.map(({ key, title }, place) => ({ value: key, label: title || `Option ${place + 1}` })),
        ]}
        value={isRecommended ? recommended : ''}
        onChange={(key) => onChange({ recommended: key })}
      />
      {isRecommended && (
        <TextareaField
          id="recommendedWhy"
          label="Why you recommend it to this patient"
          value={recommendedWhy}
          onChange={(event) => onChange({ recommendedWhy: event.target.value })}
          error={errorOf(errors, 'recommendedWhy')}
          maxLength={500}
          rows={2}
        />
      )}
    </div>
  )
}
