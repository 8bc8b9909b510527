import { parseCharge } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { ConsentItem, PlaceholderName } from '../../../contract/consent-plan.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Consent } from './consent-form-values.ts'
import { optionFromSaved, type OptionValues } from './option-values.ts'
import { formatPrice } from '../fees/index.ts'

/** Weighed for one tooth: neither holds for another. */
export const toothBound: readonly PlaceholderName[] = ['prognosis', 'reason', 'individualRisks']

/** Of one treatment of an earlier consent of the same patient: offered beside empty fields, never filled in. */
export type CarriedTreatment = Pick<ConsentItem, 'teeth' | 'area' | 'material' | 'placeholders'> & {
  price: string
  band: NonNullable<ConsentItem['band']> | ''
}

/** What an earlier consent of the same patient offers the one that replaces it. */
export type CarriedConsent = {
  /** 'the consent of 3 Nov 2026' */
  source: string
  diagnosis: string
  options: readonly OptionValues[]
  recommended: string
  recommendedWhy: string
}

/**
 * What a treatment offers its successor. Risks of the patient are not among it: whoever weighs them anew says so
 * themselves, and a price that cannot be read is none.
 */
export function carriedTreatment(item: ConsentItem): CarriedTreatment {
  const { teeth, area, material, pricePence, band } = item
  const { price = '', material: written = '', individualRisks: _risks, ...placeholders } = item.placeholders
  const charge = pricePence === null ? parseCharge(price, price_pence_max) : { pricePence, band }
  return {
    ...{ teeth, area, placeholders, material: material || written },
    price: formatPrice(charge?.pricePence ?? null),
    band: band ?? charge?.band ?? '',
  }
}

/**
 * What a consent as a whole offers its successor. What stands for a conversation (why no further risk applies, a
 * waiver, decisions about risks) is not among it.
 */
export function carriedConsent({ plan, sentAt, createdAt }: Consent): CarriedConsent {
  const options = plan.options.map((option, place) => optionFromSaved(option, `carried ${place}`))
  return {
    source: `the consent of ${dayText(sentAt ?? createdAt)}`,
    options,
    diagnosis: plan.diagnosis,
    recommended: plan.recommended === null ? '' : (options[plan.recommended]?.key ?? ''),
    recommendedWhy: plan.recommendedWhy,
  }
}

/** The same without what was weighed for the teeth that it was about. */
export const carriedElsewhere = (carried: CarriedTreatment): CarriedTreatment => ({
  ...carried,
  ...{ teeth: [], area: null },
  placeholders: Object.fromEntries(
    Object.entries(carried.placeholders).filter(([name]) => !toothBound.includes(name as PlaceholderName)),
  ),
})

/** Whether two lists name the same options in the same order. */
export const areSameOptions = (one: readonly OptionValues[], other: readonly OptionValues[]): boolean =>
  one.length > 0 &&
  one.length === other.length &&
  one.every(({ title }, place) => title === other[place]?.title)
