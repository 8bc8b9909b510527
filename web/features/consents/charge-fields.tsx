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
}

/** What something costs, and by whose scale. */
export function ChargeFields({ price, band, priceId, onChange, isPriceOptional, error }: ChargeFieldsProps) {
  return (
    <>
      <TextField
        id={priceId}
        label="Price"
        optional={isPriceOptional}
        hint="In pounds, for example £1,234.50"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={price}
        onChange={(event) => onChange({ price: event.target.value })}
        error={error}
      />
      <SelectField
        label="NHS band"
        optional
        hint="Or private care"
        empty="Not said"
        options={bandOptions}
        value={band}
        onChange={(event) => onChange({ band: event.target.value as Charge['band'] })}
      />
    </>
  )
}
