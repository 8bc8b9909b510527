import { parseCharge, parsePrice, type FeeOfDay } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { ConsentItem, PlaceholderName } from '../../../contract/consent-plan.ts'
import type { PhraseField, Phrases } from '../../../contract/phrases.ts'
import type { Area } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import {
  fillablePlaceholders,
  placeholderLabel,
  placeholderWords,
  type Template,
} from '../templates/index.ts'
import { chargeOffers, listedCharge } from './charge-offers.ts'
import { carriedElsewhere, toothBound, type CarriedTreatment } from './carried-values.ts'
import { isInvalidPrice, noPriceText, formatPrice } from '../fees/index.ts'

export type ChargeBand = NonNullable<ConsentItem['band']>
type Charge = Pick<TreatmentValues, 'price' | 'band'>
type Prefill = Awaited<ReturnType<Api['consents']['prefill']>>

/** One treatment as it stands in the form. The template is absent until its wording has arrived. */
export type TreatmentValues = {
  /** Stays the same while treatments change places. */
  key: string
  templateId: string
  template: Template | null
  /** Nobody in the practice has adopted this wording as it is. */
  wordingToConfirm: boolean
  /** Hours to think that are asked for before it begins. */
  reflectionHours: number
  teeth: string[]
  area: Area | null
  material: string
  /** As it was typed. */
  price: string
  band: ChargeBand | ''
  placeholders: Partial<Record<PlaceholderName, string>>
  /** What the practice entered last stands in these fields, as long as nobody changed it. */
  offered: Pick<TreatmentValues, 'material' | 'placeholders'> | null
  /** What the practice's fee list says of it. */
  fee: FeeOfDay | null
  /** What came of it at the practice itself, which the patient may be shown. */
  ownFigure: Prefill['ownFigure']
  /** Usual phrases for the gaps of its text. */
  suggestions: Phrases
  /** What the consent that is replaced has for this treatment, which nobody has kept yet. */
  carried: CarriedTreatment | null
  /** The teeth and the area that reason and prognosis were written for. */
  writtenFor: readonly string[]
}

/** What is known of a template once it is chosen. */
export type TreatmentWording = { template: Template; wordingToConfirm: boolean; prefill: Prefill }

export const newTreatment = (key: string = crypto.randomUUID()): TreatmentValues => ({
  key,
  templateId: '',
  template: null,
  wordingToConfirm: false,
  reflectionHours: 0,
  teeth: [],
  area: null,
  material: '',
  price: '',
  band: '',
  placeholders: {},
  offered: null,
  fee: null,
  ownFigure: null,
  suggestions: {},
  carried: null,
  writtenFor: [],
})

/** Another template is chosen: the place stays, what was entered for the earlier treatment goes. */
export const withTemplate = (
  { key, teeth, area, ...before }: TreatmentValues,
  templateId: string,
): TreatmentValues =>
  before.templateId === ''
    ? { ...before, key, teeth, area, templateId }
    : { ...newTreatment(key), teeth, area, templateId }

/** For another patient: the treatment and the practice's own habits stay. */
export const withoutPatientDetails = (treatment: TreatmentValues): TreatmentValues => {
  const { key, templateId, template, wordingToConfirm, reflectionHours, offered, fee, suggestions } =
    treatment
  const { ownFigure } = treatment
  const { material, placeholders } = offered ?? newTreatment(key)
  return {
    ...newTreatment(key),
    ...{ templateId, template, wordingToConfirm, reflectionHours, offered, fee, suggestions },
    ...{ ownFigure, material, placeholders, ...listedCharge(fee, newTreatment(key)) },
  }
}

const placeCodes = ({ teeth, area }: Pick<TreatmentValues, 'teeth' | 'area'>): string[] =>
  area ? [...teeth, area] : teeth

/** Whether a place has nothing of the one that something was written for. */
export const isElsewhere = (writtenFor: readonly string[], codes: readonly string[]): boolean =>
  writtenFor.length > 0 && codes.length > 0 && !codes.some((code) => writtenFor.includes(code))

/** Where all treatments are planned, as codes. */
export const plannedCodes = (treatments: readonly TreatmentValues[]): string[] =>
  treatments.flatMap(placeCodes)

/** A price of the fee list goes with the teeth or the area; one that somebody typed stays. */
function followPlace(treatment: TreatmentValues, changed: TreatmentValues): Partial<Charge> {
  const { fee, price, band } = treatment
  const isListed = chargeOffers(fee, treatment).some((offer) => offer.price === price && offer.band === band)
  if (!isListed) return {}
  const same = chargeOffers(fee, changed).find((offer) => offer.band === band)
  return same ? { price: same.price } : { price: '', band: '' }
}

/** With what was typed or chosen; what was weighed for another tooth goes. */
export function withDetails(treatment: TreatmentValues, changes: Partial<TreatmentValues>): TreatmentValues {
  const changed = { ...treatment, ...changes }
  const isMoved = changes.teeth !== undefined || changes.area !== undefined
  const next = { ...changed, ...(isMoved && followPlace(treatment, changed)) }
  const codes = placeCodes(next)
  if (isElsewhere(treatment.writtenFor, codes)) {
    const others = Object.entries(next.placeholders).filter(
      ([name]) => !toothBound.includes(name as PlaceholderName),
    )
    const carried = next.carried && carriedElsewhere(next.carried)
    return { ...next, carried, placeholders: Object.fromEntries(others), writtenFor: codes }
  }
  const isWeighed = toothBound.some((name) => next.placeholders[name] !== treatment.placeholders[name])
  return isWeighed || treatment.writtenFor.length === 0 ? { ...next, writtenFor: codes } : next
}

/** The ids of a treatment's controls, by its place, where an error summary leads to. */
export const treatmentIds = (place: number) => ({
  template: `items.${place}.templateId`,
  teeth: `items.${place}.teeth`,
  material: `items.${place}.material`,
  price: `items.${place}.pricePence`,
  placeholder: (name: PlaceholderName) => `items.${place}.placeholders.${name}`,
})

/** What a treatment's text asks for beside price and material, which have fields of their own. */
export const otherPlaceholders = (template: Template | null): PlaceholderName[] =>
  fillablePlaceholders(template?.placeholders ?? []).filter((name) => name !== 'price' && name !== 'material')

/** What is of one patient or one day alone: no phrase of another is ever offered for it. */
const withoutPhrases = ['individualRisks', 'reviewDate', 'clinicianFigure', 'price']
const takesPhrases = (name: string): name is PhraseField => !withoutPhrases.includes(name)

/** The gaps of a treatment's text that phrases are offered for, by the labels of their fields. */
export const phraseFieldsOf = (template: Template | null): { field: PhraseField; label: string }[] =>
  ['diagnosis', ...fillablePlaceholders(template?.placeholders ?? [])]
    .filter(takesPhrases)
    .map((field) => ({ field, label: placeholderLabel(field) }))

export const requiresPlaceholder = (template: Template | null, name: PlaceholderName): boolean =>
  template?.placeholders.includes(name) ?? false

const isFilled = (placeholders: TreatmentValues['placeholders']) =>
  Object.fromEntries(Object.entries(placeholders).filter(([, text]) => text.trim()))

/** A treatment once its wording has come; what the practice entered last stands where nothing was typed yet. */
export function withWording(
  treatment: TreatmentValues,
  { template, wordingToConfirm, prefill }: TreatmentWording,
): TreatmentValues {
  const { item, reflectionHours, fee, suggestions, ownFigure } = prefill
  // Asked again, for another clinician or with other phrases: what was emptied meanwhile stays empty.
  if (treatment.template?.id === template.id)
    return { ...treatment, template, wordingToConfirm, reflectionHours, fee, suggestions, ownFigure }
  const { material, placeholders } = item
  const offered = { material, placeholders }
  return {
    ...treatment,
    ...{ template, wordingToConfirm, reflectionHours, offered, fee, suggestions, ownFigure },
    ...(treatment.price === '' && treatment.band === '' && listedCharge(fee, treatment)),
    material: treatment.material || offered.material,
    placeholders: { ...offered.placeholders, ...isFilled(treatment.placeholders) },
  }
}

/** A treatment of a consent that was saved. An older one wrote its price and material into the text alone. */
export function treatmentFromSaved(
  { templateId, teeth, area, material, pricePence, band, placeholders }: ConsentItem,
  { template, wordingToConfirm, prefill }: TreatmentWording,
  key: string,
): TreatmentValues {
  const { price = '', material: written = '', ...others } = placeholders
  const charge = pricePence === null ? parseCharge(price, price_pence_max) : { pricePence, band }
  return {
    ...newTreatment(key),
    ...{ templateId, template, wordingToConfirm, teeth, area },
    ...{ reflectionHours: prefill.reflectionHours, fee: prefill.fee, suggestions: prefill.suggestions },
    ownFigure: prefill.ownFigure,
    material: material || written,
    price: charge ? formatPrice(charge.pricePence) : price,
    band: band ?? charge?.band ?? '',
    placeholders: others,
    writtenFor: placeCodes({ teeth, area }),
  }
}

/** The phrases of the clinician's last consent of this treatment, for the gaps that are empty. */
export const lastPhrases = ({ suggestions, placeholders, material }: TreatmentValues) =>
  Object.entries(suggestions).flatMap(([field, phrases]) => {
    const typed = field === 'material' ? material : placeholders[field as PlaceholderName]
    const last = phrases.find(({ isLast }) => isLast)
    return last && !typed?.trim() ? [{ field: field as keyof Phrases, text: last.text }] : []
  })

/** With those phrases where nothing stands yet. */
export function withLastPhrases(treatment: TreatmentValues): TreatmentValues {
  const last = Object.fromEntries(lastPhrases(treatment).map(({ field, text }) => [field, text]))
  const { diagnosis: _ofConsent, material = treatment.material, ...placeholders } = last
  return withDetails(treatment, { material, placeholders: { ...treatment.placeholders, ...placeholders } })
}

/** What is sent to the server: only those placeholders that the template uses. */
export function toTreatmentInput({ template, ...treatment }: TreatmentValues): ConsentItem {
  const { templateId, teeth, area, material, price, band, placeholders } = treatment
  const entered = otherPlaceholders(template).flatMap((name) =>
    placeholders[name]?.trim() ? [[name, placeholders[name].trim()]] : [],
  )
  return {
    ...{ templateId, teeth, area },
    material: material.trim(),
    pricePence: parsePrice(price, price_pence_max),
    band: band || null,
    placeholders: Object.fromEntries(entered) as ConsentItem['placeholders'],
  }
}

/** What keeps a treatment from being saved: it would not come back as it was typed. */
export function validateTreatmentForSaving(treatment: TreatmentValues, place: number): FieldProblem[] {
  const { templateId, template, price } = treatment
  const ids = treatmentIds(place)
  return [
    ...(templateId !== '' && template === null
      ? [{ id: ids.template, text: 'Wait until the wording of this treatment has loaded' }]
      : []),
    ...(isInvalidPrice(price) ? [{ id: ids.price, text: noPriceText }] : []),
  ]
}

const missingText = (name: PlaceholderName) => `Enter a value for “${placeholderWords[name].label}”`

/** What a patient may not be sent a treatment without. The server decides; this spares a round trip. */
export function validateTreatmentForSending(treatment: TreatmentValues, place: number): FieldProblem[] {
  const { templateId, template, teeth, area } = treatment
  const ids = treatmentIds(place)
  if (templateId === '') return [{ id: ids.template, text: 'Choose a treatment, or remove this one' }]
  const hasNoPlace = template?.requiresTooth === true && teeth.length === 0 && area === null
  return [
    ...(hasNoPlace
      ? [{ id: ids.teeth, text: 'Choose the tooth or the area. This treatment needs one.' }]
      : []),
    ...listMissingPlaceholders(treatment, place),
  ]
}

/** What a treatment's text asks for and has no value yet. */
export function listMissingPlaceholders(treatment: TreatmentValues, place: number): FieldProblem[] {
  const { template, price, material, placeholders } = treatment
  const ids = treatmentIds(place)
  const own = [
    { name: 'price' as const, id: ids.price, typed: price },
    { name: 'material' as const, id: ids.material, typed: material },
  ].filter(({ name }) => requiresPlaceholder(template, name))
  const beside = otherPlaceholders(template).map((name) => ({
    ...{ name, id: ids.placeholder(name) },
    typed: placeholders[name] ?? '',
  }))
  return [...own, ...beside]
    .filter(({ typed }) => typed.trim() === '')
    .map(({ name, id }) => ({ id, text: missingText(name) }))
}
