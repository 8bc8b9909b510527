import { Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { ChargeFields } from './charge-fields.tsx'
import { optionIds, type OptionValues } from './option-values.ts'

const kinds: { value: OptionValues['kind']; label: string }[] = [
  { value: 'treatment', label: 'Treatment' },
  { value: 'no-treatment', label: 'No treatment' },
  { value: 'referral', label: 'Referral' },
]

/** What is said of an option beside its name and its price. */
const shortFields = [
  { name: 'lasts', label: 'How long it lasts' },
  { name: 'visits', label: 'Visits' },
] as const
const longFields = [
  { name: 'benefit', label: 'Benefit' },
  { name: 'risk', label: 'Risk' },
  { name: 'notSuitable', label: 'Not suitable because' },
] as const

type OptionFieldsProps = {
  option: OptionValues
  index: number
  onChange: (changes: Partial<OptionValues>) => void
  onRemove: () => void
  errors: readonly FieldProblem[]
}

/** One way to go. */
export function OptionFields({ option, index, onChange, onRemove, errors }: OptionFieldsProps) {
  const ids = optionIds(index)
  const name = option.title || `option ${index + 1}`
  return (
    <div role="group" aria-label={`Option ${index + 1}`} className="rounded-lg border border-line p-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="font-semibold">Option {index + 1}</p>
        <IconButton label={`Remove ${name}`} icon={Trash2} onClick={onRemove} />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          id={ids.title}
          label="Description"
          dir="auto"
          autoComplete="off"
          maxLength={120}
          value={option.title}
          onChange={(event) => onChange({ title: event.target.value })}
          error={errorOf(errors, ids.title)}
        />
        <SelectField
          label="Kind"
          options={kinds}
          value={option.kind}
          onChange={(event) => onChange({ kind: event.target.value as OptionValues['kind'] })}
        />
        <ChargeFields
          priceId={ids.price}
          price={option.price}
          band={option.band ?? ''}
          isPriceOptional
          onChange={({ price = option.price, band = option.band ?? '' }) =>
            onChange({ price, band: band || null })
          }
          error={errorOf(errors, ids.price)}
        />
        {shortFields.map(({ name: field, label }) => (
          <TextField
            key={field}
            label={label}
            optional
            dir="auto"
            autoComplete="off"
            maxLength={120}
            value={option[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
        {longFields.map(({ name: field, label }) => (
          <TextareaField
            key={field}
            label={label}
            optional
            maxLength={500}
            rows={2}
            value={option[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
    </div>
  )
}
