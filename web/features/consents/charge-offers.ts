import { quotedPrice, type FeeOfDay } from '../../../contract/charges.ts'
import type { Area } from '../../../contract/teeth.ts'
import { bandLabels, formatPrice, unitLabels } from '../fees/index.ts'
import type { ChargeBand } from './treatment-values.ts'

export type ChargeOffer = { price: string; band: ChargeBand; label: string; note: string }
type Place = { teeth: readonly string[]; area: Area | null }

const teethCountOf = ({ teeth, area }: Place) => (area ? null : teeth.length)

/**
 * What may be charged for a treatment by the practice's fee list or its group's: its private fee, its NHS band, or either. A fee per tooth
 * is none for a part of the mouth.
 */
export function chargeOffers(fee: FeeOfDay | null, place: Place): ChargeOffer[] {
  if (!fee) return []
  const { pricePence, unit, band, bandPence } = fee
  const price = formatPrice(quotedPrice(fee, teethCountOf(place)) ?? (unit === 'visit' ? pricePence : null))
  const bandPrice = formatPrice(bandPence)
  const list = fee.isFromGroup ? 'group fee list' : 'fee list'
  const note = unit === 'treatment' ? list : `${list}, ${unitLabels[unit].toLowerCase()}`
  return [
    ...(price === '' ? [] : [{ price, band: 'private' as const, label: `${price} private`, note }]),
    ...(band === null
      ? []
      : [{ price: bandPrice, band, label: `${bandPrice} ${bandLabels[band]}`.trim(), note: list }]),
  ]
}

/**
 * What stands in the form before anybody chose: a private fee, where the list has no band beside it and it is none per
 * visit; of a band alone its name, without a price, because one course has one charge and some patients pay none.
 */
export function listedCharge(fee: FeeOfDay | null, place: Place): Pick<ChargeOffer, 'price' | 'band'> | null {
  const [only, ...others] = chargeOffers(fee, place)
  if (!only || others.length > 0 || !fee) return null
  if (only.band !== 'private') return { price: '', band: only.band }
  return fee.unit === 'visit' ? null : only
}
