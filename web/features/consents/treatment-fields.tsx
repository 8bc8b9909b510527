import { useState } from 'react'
import { siteName } from '../../../contract/teeth.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { AreaChoice, ToothChart, type Dentition } from '../teeth/index.ts'
import { ChargeFields, chargeText } from './charge-fields.tsx'
import { DetailSource } from './detail-source.tsx'
import { MaterialField } from './material-field.tsx'
import { PlaceholderFields } from './placeholder-fields.tsx'
import {
  otherPlaceholders,
  requiresPlaceholder,
  treatmentIds,
  type TreatmentValues,
} from './treatment-values.ts'
import { ValueSource } from './value-source.tsx'

type TreatmentFieldsProps = {
  treatment: TreatmentValues
  source: string
  index: number
  onChange: (changes: Partial<TreatmentValues>) => void
  /** The teeth of somebody of this age. */
  firstDentition: Dentition
  errors: readonly FieldProblem[]
}

/** Where a chosen treatment is, what it is made of, what it costs, and the details that its text asks for. */
export function TreatmentFields({
  treatment,
  source,
  index,
  onChange,
  firstDentition,
  errors,
}: TreatmentFieldsProps) {
  const { template, teeth, area, material, price, band, placeholders, carried, offered } = treatment
  const notation = useToothNotation()
  const hasNoPlace = teeth.length === 0 && area === null
  const carriedPlace = carried ? siteName(carried.teeth, carried.area, notation) : ''
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
      <ValueSource
        label="Tooth or area"
        isEmpty={hasNoPlace}
        offered={carriedPlace}
        isKept={carried !== null && !hasNoPlace && siteName(teeth, area, notation) === carriedPlace}
        source={source}
        onKeep={() => carried && onChange({ teeth: carried.teeth, area: carried.area })}
      />
      <div>
        <p className="mb-4 text-muted">The patient reads these words as they stand here.</p>
        <div className="grid gap-5 md:grid-cols-2">
          <ChargeFields
            priceId={ids.price}
            price={price}
            band={band}
            onChange={onChange}
            isPriceOptional={!requiresPlaceholder(template, 'price')}
            error={errorOf(errors, ids.price)}
          />
          <div className="md:col-span-2 empty:hidden">
            {carried && (
              <ValueSource
                label="Price"
                isEmpty={price === '' && band === ''}
                offered={chargeText(carried)}
                isKept={price === carried.price && band === carried.band}
                source={source}
                onKeep={() => onChange({ price: carried.price, band: carried.band })}
              />
            )}
          </div>
          <div>
            <MaterialField
              id={ids.material}
              optional={!requiresPlaceholder(template, 'material')}
              value={material}
              onChange={onChange}
              error={errorOf(errors, ids.material)}
            />
            <DetailSource
              label="Material"
              value={material}
              carried={carried?.material}
              lastUsed={offered?.material}
              source={source}
              onKeep={(kept) => onChange({ material: kept })}
            />
          </div>
          <PlaceholderFields
            placeholders={otherPlaceholders(template)}
            idOf={ids.placeholder}
            values={placeholders}
            onChange={(changed) => onChange({ placeholders: changed })}
            errors={errors}
            sources={{ carried: carried?.placeholders, lastUsed: offered?.placeholders, source }}
          />
        </div>
      </div>
    </div>
  )
}
