import { parsePrice } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { TreatmentOption } from '../../../contract/consent-plan.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { isInvalidPrice, noPriceText, formatPrice } from '../fees/index.ts'

/** A way to go as it stands in the form, its price as it was typed. */
export type OptionValues = Omit<TreatmentOption, 'pricePence'> & { key: string; price: string }

const emptyOption = {
  benefit: '',
  risk: '',
  lasts: '',
  visits: '',
  price: '',
  band: null,
  notSuitable: '',
}

export const newOption = (): OptionValues => ({
  key: crypto.randomUUID(),
  title: '',
  kind: 'treatment',
  ...emptyOption,
})

/** To wait and do nothing is a choice too, and the one most often left unsaid. */
export const noTreatmentOption = (): OptionValues => ({
  ...newOption(),
  title: 'No treatment',
  kind: 'no-treatment',
})

export const optionFromSaved = (
  { pricePence, ...option }: TreatmentOption,
  key: string = crypto.randomUUID(),
): OptionValues => ({
  ...option,
  key,
  price: formatPrice(pricePence),
})

/** What is sent to the server of the options, and the place of the recommended one among them. */
export function toOptionInputs(options: readonly OptionValues[], recommendedKey: string) {
  const named = options.filter(({ title }) => title.trim() !== '')
  const place = named.findIndex(({ key }) => key === recommendedKey)
  return {
    options: named.map(({ key: _key, price, ...option }) => ({
      ...option,
      title: option.title.trim(),
      pricePence: parsePrice(price, price_pence_max),
    })),
    recommended: place < 0 ? null : place,
  }
}

const isEmpty = ({ title, benefit, risk, lasts, visits, price, notSuitable }: OptionValues) =>
  [title, benefit, risk, lasts, visits, price, notSuitable].every((text) => text.trim() === '')

export const optionIds = (place: number) => ({
  title: `options.${place}.title`,
  price: `options.${place}.pricePence`,
})

/** What would be lost of the options, or not come back as it was typed. */
export const validateOptions = (options: readonly OptionValues[]): FieldProblem[] =>
  options.flatMap((option, place) => {
    const ids = optionIds(place)
    const isUnnamed = option.title.trim() === '' && !isEmpty(option)
    return [
      ...(isUnnamed ? [{ id: ids.title, text: 'Enter a short description' }] : []),
      ...(isInvalidPrice(option.price) ? [{ id: ids.price, text: noPriceText }] : []),
    ]
  })
