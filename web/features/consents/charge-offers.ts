import { quotedPrice, type FeeOfDay } from '../../../contract/charges.ts'
import { bandLabels, formatPrice, unitLabels } from '../fees/index.ts'
import type { ChargeBand } from './treatment-values.ts'

export type ChargeOffer = { price: string; band: ChargeBand; label: string; note: string }

/** What may be charged for a treatment at so many teeth by the practice's fee list: its private fee, its NHS band, or either. */
export function chargeOffers(fee: FeeOfDay | null, teethCount: number): ChargeOffer[] {
  if (!fee) return []
  const { pricePence, unit, band, bandPence } = fee
  const quoted = quotedPrice(fee, teethCount)
  const note = unit === 'treatment' ? 'fee list' : `fee list, ${unitLabels[unit].toLowerCase()}`
  const price = formatPrice(quoted ?? pricePence)
  const bandPrice = formatPrice(bandPence)
  return [
    ...(pricePence === null ? [] : [{ price, band: 'private' as const, label: `${price} private`, note }]),
    ...(band === null
      ? []
      : [{ price: bandPrice, band, label: `${bandPrice} ${bandLabels[band]}`.trim(), note: 'fee list' }]),
  ]
}
