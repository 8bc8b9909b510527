import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { bandLabels } from '../fees/index.ts'
import type { ChargeBand } from './treatment-values.ts'

/** '£73.50, NHS band 2'. */
export const chargeText = ({ price, band }: Charge): string =>
  [price, band && bandLabels[band]].filter(Boolean).join(', ')

const bandOptions = (Object.keys(bandLabels) as ChargeBand[]).map((value) => ({
  value,
  label: bandLabels[value],
}))

type Charge = { price: string; band: ChargeBand | '' }
type ChargeFieldsProps = Charge & {
  priceId: string
  onChange: (charge: Partial<Charge>) => void
  isPriceOptional: boolean
  error: string | undefined
  /** In a line of a form, with the label beside. */
  isRow?: boolean
}

/** What something costs, and by whose scale. */
export function ChargeFields(props: ChargeFieldsProps) {
  const { price, band, priceId, onChange, isPriceOptional, error, isRow = false } = props
  const fields = (
    <>
      <TextField
        id={priceId}
        label="Price"
        className={isRow ? 'field-row' : undefined}
        optional={isPriceOptional}
        placeholder="£"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={price}
        onChange={(event) => onChange({ price: event.target.value })}
        error={error}
      />
      <SelectField
        label="NHS band"
        hideLabel={isRow}
        optional
        empty={isRow ? 'Private or NHS' : 'Not specified'}
        options={bandOptions}
        value={band}
        onChange={(event) => onChange({ band: event.target.value as Charge['band'] })}
      />
    </>
  )
  return isRow ? (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem] sm:items-end">{fields}</div>
  ) : (
    fields
  )
}
