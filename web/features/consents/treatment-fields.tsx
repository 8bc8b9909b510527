import { History } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { PlaceholderName } from '../../../contract/consent-plan.ts'
import { siteName } from '../../../contract/teeth.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { PillGroup } from '../../ui/pill-group.tsx'
import { Pill } from '../../ui/plain/pill.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useToothNotation } from '../clinics/index.ts'
import type { Suggestion } from '../../ui/suggestion-field.tsx'
import { AreaChoice, ToothChart, type Dentition } from '../teeth/index.ts'
import { chargeOffers, type ChargeOffer } from './charge-offers.ts'
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

export type TreatmentFieldsProps = {
  treatment: TreatmentValues
  /** Where what is carried over comes from. */
  source?: string
  index: number
  onChange: (changes: Partial<TreatmentValues>) => void
  /** The teeth of somebody of this age. */
  firstDentition: Dentition
  /** What was found, which belongs to the whole consent and is asked with its first treatment. */
  diagnosis?: ReactNode
  risks?: { phrases: readonly Suggestion[]; note: ReactNode }
  /** Details that were asked for elsewhere. */
  without?: readonly PlaceholderName[]
  /** Takes over what the clinician wrote last; absent where there is nothing to take. */
  onLast?: (() => void) | undefined
  errors: readonly FieldProblem[]
}

/** Where a chosen treatment is, and once its wording has come, what that asks for. */
export const TreatmentFields = (props: TreatmentFieldsProps) => (
  <div className="space-y-4">
    <PlaceFields {...props} />
    {props.treatment.template ? <TextFields {...props} /> : <SkeletonText lines={4} />}
  </div>
)

/** What was found, the details that the text asks for, what it is made of and what it costs. */
function TextFields(props: TreatmentFieldsProps) {
  const { treatment, source = '', index, onChange, diagnosis, risks, onLast, errors, without = [] } = props
  const { template, material, price, band, placeholders, carried, offered, suggestions } = treatment
  const ids = treatmentIds(index)
  const needsMaterial = requiresPlaceholder(template, 'material')
  return (
    <>
      {/* Below the place: it comes with the wording, and moves nothing that stands there already. */}
      {onLast && (
        <Button variant="quiet" size="small" icon={History} onClick={onLast}>
          Same as last time
        </Button>
      )}
      {diagnosis}
      <PlaceholderFields
        placeholders={otherPlaceholders(template).filter((name) => !without.includes(name))}
        idOf={ids.placeholder}
        values={placeholders}
        onChange={(changed) => onChange({ placeholders: changed })}
        suggestions={suggestions}
        errors={errors}
        risks={risks}
        sources={{ carried: carried?.placeholders, lastUsed: offered?.placeholders, source }}
      />
      {(needsMaterial || material !== '' || carried?.material) && (
        <div>
          <MaterialField
            id={ids.material}
            optional={!needsMaterial}
            value={material}
            onChange={onChange}
            phrases={suggestions.material}
            error={errorOf(errors, ids.material)}
          />
          <div className="field-row-note">
            <DetailSource
              label="Material"
              value={material}
              carried={carried?.material}
              lastUsed={offered?.material}
              source={source}
              onKeep={(kept) => onChange({ material: kept })}
            />
          </div>
        </div>
      )}
      <div>
        <ChargeFields
          isRow
          priceId={ids.price}
          price={price}
          band={band}
          onChange={onChange}
          isPriceOptional={!requiresPlaceholder(template, 'price')}
          error={errorOf(errors, ids.price)}
        />
        <ChargeOffers treatment={treatment} onChange={onChange} />
        {carried && (
          <div className="field-row-note">
            <ValueSource
              label="Price"
              isEmpty={(price === '' && band === '') || isListed(treatment)}
              offered={chargeText(carried)}
              isKept={price === carried.price && band === carried.band}
              source={source}
              onKeep={() => onChange({ price: carried.price, band: carried.band })}
            />
          </div>
        )}
      </div>
    </>
  )
}

const isCharged = ({ price, band }: TreatmentValues, offer: ChargeOffer) =>
  offer.price === price && offer.band === band

/** Whether what stands there is the fee list's, and nobody's word on this patient. */
const isListed = (treatment: TreatmentValues) =>
  chargeOffers(treatment.fee, treatment).some((offer) => isCharged(treatment, offer))

/** What the fee list says, to be taken with one press where it leaves a choice or something else was typed. */
function ChargeOffers({ treatment, onChange }: Pick<TreatmentFieldsProps, 'treatment' | 'onChange'>) {
  const offers = chargeOffers(treatment.fee, treatment)
  if (offers.length === 0) return null
  return (
    <PillGroup label="Fee list" className="field-row-note mt-2">
      {offers.map((offer) => (
        <Pill
          key={offer.band}
          chosen={isCharged(treatment, offer)}
          onClick={() => onChange({ price: offer.price, band: offer.band })}
        >
          {offer.label}
          <span className="text-small font-normal text-muted">{offer.note}</span>
        </Pill>
      ))}
    </PillGroup>
  )
}

/** The teeth, or a part of the mouth in their place. */
function PlaceFields({
  treatment: { template, teeth, area, carried },
  source = '',
  index,
  onChange,
  firstDentition,
  errors,
}: TreatmentFieldsProps) {
  const notation = useToothNotation()
  const [chosenDentition, setDentition] = useState<Dentition>()
  const ids = treatmentIds(index)
  const hasNoPlace = teeth.length === 0 && area === null
  const carriedPlace = carried ? siteName(carried.teeth, carried.area, notation) : ''
  return (
    <>
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
    </>
  )
}
