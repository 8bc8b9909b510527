import { chargeBands, feeUnits, parsePrice, type FeeQuote } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { isInvalidPrice, noPriceText } from './price-text.ts'

/** The fields of a row that is edited, by their ids, which are their names too. */
export const feeFields = { price: 'fee-price', unit: 'fee-unit', band: 'fee-band', from: 'fee-from' } as const

/** What was typed into a row of the fee list, as it is sent; or what is wrong with it. */
export function parseFeeForm(typed: FormData): FieldProblem[] | (FeeQuote & { effectiveFrom: string }) {
  const textOf = (name: string) => String(typed.get(name) ?? '').trim()
  const price = textOf(feeFields.price)
  const fee = {
    pricePence: parsePrice(price, price_pence_max),
    unit: feeUnits.find((unit) => unit === textOf(feeFields.unit)) ?? 'treatment',
    band: chargeBands.find((band) => band === textOf(feeFields.band)) ?? null,
    effectiveFrom: textOf(feeFields.from),
  }
  const problems: FieldProblem[] = []
  if (isInvalidPrice(price)) problems.push({ id: feeFields.price, text: noPriceText })
  else if (fee.pricePence === null && fee.band === null)
    problems.push({ id: feeFields.price, text: 'Enter a private fee, or choose an NHS band' })
  if (!fee.effectiveFrom)
    problems.push({ id: feeFields.from, text: 'Enter the day from which the fee applies' })
  return problems.length > 0 ? problems : fee
}
