import { useState } from 'react'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { AreaChoice, ToothChart, type Dentition } from '../teeth/index.ts'
import { ChargeFields } from './charge-fields.tsx'
import { PlaceholderFields } from './placeholder-fields.tsx'
import {
  otherPlaceholders,
  requiresPlaceholder,
  treatmentIds,
  type TreatmentValues,
} from './treatment-values.ts'

type TreatmentFieldsProps = {
  treatment: TreatmentValues
  index: number
  onChange: (changes: Partial<TreatmentValues>) => void
  /** The teeth of somebody of this age. */
  firstDentition: Dentition
  errors: readonly FieldProblem[]
}

/** Where a chosen treatment is, what it is made of, what it costs, and the details that its text asks for. */
export function TreatmentFields({
  treatment,
  index,
  onChange,
  firstDentition,
  errors,
}: TreatmentFieldsProps) {
  const { template, teeth, area, material, price, band, placeholders } = treatment
  const [chosenDentition, setDentition] = useState<Dentition>()
  const ids = treatmentIds(index)
  return (
    <div className="space-y-6">
      <ToothChart
        id={ids.teeth}
        value={teeth}
        onChange={(chosen) => onChange({ teeth: chosen, ...(chosen.length > 0 && { area: null }) })}
        dentition={chosenDentition ?? firstDentition}
        onDentition={setDentition}
        optional={template?.requiresTooth === false}
        error={errorOf(errors, ids.teeth)}
      />
      <AreaChoice
        id={`${ids.teeth}-area`}
        value={area}
        onChange={(chosen) => onChange({ area: chosen, ...(chosen && { teeth: [] }) })}
      />
      <div>
        <p className="mb-4 text-muted">
          The patient reads these words as they stand here. Some come from the last consent of this kind:
          check them.
        </p>
        <div className="grid gap-5 md:grid-cols-2">
          <ChargeFields
            priceId={ids.price}
            price={price}
            band={band}
            onChange={onChange}
            isPriceOptional={!requiresPlaceholder(template, 'price')}
            error={errorOf(errors, ids.price)}
          />
          <TextField
            id={ids.material}
            label="Material"
            optional={!requiresPlaceholder(template, 'material')}
            hint="For example, tooth-coloured filling"
            autoComplete="off"
            maxLength={120}
            dir="auto"
            value={material}
            onChange={(event) => onChange({ material: event.target.value })}
            error={errorOf(errors, ids.material)}
          />
          <PlaceholderFields
            placeholders={otherPlaceholders(template)}
            idOf={ids.placeholder}
            values={placeholders}
            onChange={(changed) => onChange({ placeholders: changed })}
            errors={errors}
          />
        </div>
      </div>
    </div>
  )
}
