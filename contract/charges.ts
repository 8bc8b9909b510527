/** What the NHS charges by, in England and Wales by band; elsewhere by the item. `private` is outside of it. */
export const chargeBands = ['private', 'band-1', 'band-2', 'band-3', 'urgent', 'by-item', 'exempt'] as const
export type ChargeBandName = (typeof chargeBands)[number]

/** What a private fee is charged for. */
export const feeUnits = ['treatment', 'tooth', 'visit'] as const
export type FeeUnit = (typeof feeUnits)[number]

/** What a practice's fee list says of one treatment: a private fee, an NHS band, or both. */
export type FeeQuote = { pricePence: number | null; unit: FeeUnit; band: ChargeBandName | null }

/**
 * The same on one day, with what the NHS charges for the band in the practice's nation; null where that is not known.
 * `isFromGroup`: it stands in the fee list of the practice's group.
 */
export type FeeOfDay = FeeQuote & { bandPence: number | null; isFromGroup: boolean }

/**
 * The private price of a treatment by the fee list, in pence; where no tooth is named, that of one. Null where the list
 * has none, for a fee per visit, and for a fee per tooth of a part of the mouth (`teethCount` null): how many that is, nobody
 * has said.
 */
export function quotedPrice(fee: FeeQuote | null, teethCount: number | null): number | null {
  if (!fee || fee.pricePence === null || fee.unit === 'visit') return null
  if (fee.unit === 'treatment') return fee.pricePence
  return teethCount === null ? null : fee.pricePence * Math.max(teethCount, 1)
}

const price = String.raw`£?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?`
const priceAlone = new RegExp(`^${price}$`)
const priceWithBand = new RegExp(
  String.raw`^(${price})?\s*\(?\s*(?:(?:NHS\s+)?band\s+([123])|(private|NHS urgent))\s*\)?$`,
  'i',
)

/** The pence of a price as people write it ('£1,234.50', '90'); null where it is none or above the limit. */
export function parsePrice(text: string, pence_max: number): number | null {
  const match = priceAlone.exec(text.trim())
  if (!match) return null
  const [, pounds = '', pence = ''] = match
  const whole = Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
  return whole <= pence_max ? whole : null
}

export type Charge = { pricePence: number | null; band: ChargeBandName | null }

/** A price, a band or both as practices write them: '£73.50 (NHS band 2)', 'NHS band 2', '£90'; null where it is none of these. */
export function parseCharge(text: string, pence_max: number): Charge | null {
  const pricePence = parsePrice(text, pence_max)
  if (pricePence !== null) return { pricePence, band: null }
  const match = priceWithBand.exec(text.trim())
  if (!match) return null
  const [, written, , , band, other] = match
  const pence = written ? parsePrice(written, pence_max) : null
  if (written && pence === null) return null
  return {
    pricePence: pence,
    band: band
      ? (`band-${band}` as ChargeBandName)
      : other?.toLowerCase() === 'private'
        ? 'private'
        : 'urgent',
  }
}
