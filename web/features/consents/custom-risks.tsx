import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { hasNoPersonalRisks, type ConsentValues } from './consent-form-values.ts'

type CustomRisksProps = { values: ConsentValues; onChange: (changes: Partial<ConsentValues>) => void }

/** Risks that the clinician sees in this patient beyond what rules find; or why there are none beyond the text. */
export function CustomRisks({ values, onChange }: CustomRisksProps) {
  const { ownRisks } = values
  const written = ownRisks.filter(({ statement }) => statement.trim() !== '').length
  return (
    <FoldedRow label="Other risks" summary={written === 0 ? 'None added' : `${written} in your own words`}>
      <div className="space-y-4">
        {ownRisks.map(({ key, statement }, place) => (
          <div key={key} className="flex items-start gap-2">
            <TextareaField
              label={`Risk in your own words ${ownRisks.length > 1 ? place + 1 : ''}`.trim()}
              hint="As the patient reads it"
              className="min-w-0 flex-1"
              value={statement}
              onChange={(event) =>
                onChange({
                  ownRisks: ownRisks.map((one) =>
                    one.key === key ? { key, statement: event.target.value } : one,
                  ),
                })
              }
              maxLength={2000}
              rows={2}
            />
            <IconButton
              label={`Remove risk ${place + 1}`}
              icon={Trash2}
              onClick={() => onChange({ ownRisks: ownRisks.filter((one) => one.key !== key) })}
            />
          </div>
        ))}
        <Button
          variant="quiet"
          size="small"
          icon={Plus}
          onClick={() => onChange({ ownRisks: [...ownRisks, { key: crypto.randomUUID(), statement: '' }] })}
        >
          Add a risk in your own words
        </Button>
        {hasNoPersonalRisks(values) && (
          <TextareaField
            label="No additional risks (reason)"
            optional
            hint="For the practice’s record. The patient does not read it."
            value={values.noPersonalRisks}
            onChange={(event) => onChange({ noPersonalRisks: event.target.value })}
            maxLength={500}
            rows={2}
          />
        )}
      </div>
    </FoldedRow>
  )
}
