import { quotedPrice, type ChargeBandName, type FeeQuote } from '../../../contract/charges.ts'

/** A row of the fee list, as far as it decides which one applies. Days are YYYY-MM-DD. */
type DatedFee = { id: string; effectiveFrom: string; endsOn: string | null; createdAt: Date }

const byDay = (one: DatedFee, other: DatedFee): number =>
  one.effectiveFrom.localeCompare(other.effectiveFrom) ||
  one.createdAt.getTime() - other.createdAt.getTime() ||
  one.id.localeCompare(other.id)

/** The rows that apply on at least one day, the earliest first: not those that were removed before their first day was over. */
const appliedInOrder = <F extends DatedFee>(rows: readonly F[]): F[] =>
  rows.filter(({ effectiveFrom, endsOn }) => endsOn === null || endsOn > effectiveFrom).toSorted(byDay)

/** Of the rows of one template, the one that applies on a day, and the one that is to follow it first. */
export function applyingFees<F extends DatedFee>(
  rows: readonly F[],
  day: string,
): { current: F | null; coming: F | null } {
  const inOrder = appliedInOrder(rows)
  const latest = inOrder.findLast(({ effectiveFrom }) => effectiveFrom <= day)
  const later = inOrder.filter(({ effectiveFrom }) => effectiveFrom > day)
  return {
    current: latest && (latest.endsOn === null || latest.endsOn > day) ? latest : null,
    coming: later.findLast(({ effectiveFrom }) => effectiveFrom === later[0]!.effectiveFrom) ?? null,
  }
}

type SharedFee = DatedFee & { groupId: string | null }

/**
 * What applies of one template on a day, of the practice's own rows and those of its group: the practice's, and the group's
 * where it has none; the one that is to follow first, and the practice's own that is to follow; and the group's, in whose
 * place the practice's own stands.
 */
export function effectiveFees<F extends SharedFee>(
  rows: readonly F[],
  day: string,
): { current: F | null; coming: F | null; ownComing: F | null; overridden: F | null } {
  const own = applyingFees(ownRows(rows), day)
  const shared = applyingFees(
    rows.filter(({ groupId }) => groupId !== null),
    day,
  )
  const ownComing = own.coming
  if (own.current) return { ...own, ownComing, overridden: shared.current }
  const isOwnNext = ownComing && (!shared.coming || ownComing.effectiveFrom <= shared.coming.effectiveFrom)
  const coming = isOwnNext ? ownComing : shared.coming
  return { current: shared.current, coming, ownComing, overridden: null }
}

/** The practice's own rows. */
export const ownRows = <F extends SharedFee>(rows: readonly F[]): F[] =>
  rows.filter(({ groupId }) => groupId === null)

/** Whether a fee from a day already past would never apply, because one from a later day has begun, even if it has ended since. */
export const isSuperseded = (
  effectiveFrom: string,
  { rows, today }: { rows: readonly DatedFee[]; today: string },
): boolean =>
  appliedInOrder(rows).some((row) => row.effectiveFrom > effectiveFrom && row.effectiveFrom <= today)

/** Whether two fees ask for the same. */
export const isSameFee = (one: FeeQuote, other: FeeQuote): boolean =>
  one.pricePence === other.pricePence && one.unit === other.unit && one.band === other.band

/** The first day of the tax year, as charges of the NHS change: 1 April. */
export function taxYearStart(day: string): string {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) < '04-01' ? year - 1 : year}-04-01`
}

type DatedCharges = { nation: string; from: string | null; checkedOn: string }

/**
 * Of what the NHS charges, the entry of a nation that applies on a day, or the first there is where none applies yet; one
 * without a day has always applied.
 */
export function chargesInForce<C extends DatedCharges>(
  charges: readonly C[],
  { nation, day }: { nation: string; day: string },
): C | undefined {
  const inOrder = charges
    .filter((entry) => entry.nation === nation)
    .toSorted((one, other) => (one.from ?? '').localeCompare(other.from ?? ''))
  return inOrder.findLast(({ from }) => (from ?? '') <= day) ?? inOrder[0]
}

/** Whether charges are from before the tax year of a day; where their day is unknown, whether they were checked before it. */
export const isOutdated = ({ from, checkedOn }: DatedCharges, day: string): boolean =>
  (from ?? checkedOn) < taxYearStart(day)

type BandCharges = DatedCharges & { bands: readonly { band: ChargeBandName; pricePence: number }[] }

/** What the NHS charges for a band on a day; null where that is not known, as of charges that are outdated or yet to begin. */
export function bandPriceOn(charges: BandCharges, band: ChargeBandName | null, day: string): number | null {
  if (isOutdated(charges, day) || (charges.from ?? '') > day) return null
  return charges.bands.find((entry) => entry.band === band)?.pricePence ?? null
}

type PricedItem = {
  templateId: string
  teeth: readonly string[]
  pricePence: number | null
  band: ChargeBandName | null
}
type ListPriceDifference = { templateId: string; pricePence: number; listPricePence: number }

/** Private treatments that are priced otherwise than the fee list says; what the NHS charges is not the list's to say. */
export const listPriceDifferences = (
  items: readonly PricedItem[],
  quotes: ReadonlyMap<string, FeeQuote>,
): ListPriceDifference[] =>
  items.flatMap(({ templateId, teeth, pricePence, band }) => {
    const listPricePence = quotedPrice(quotes.get(templateId) ?? null, teeth.length)
    const isPrivate = band === null || band === 'private'
    return isPrivate && pricePence !== null && listPricePence !== null && pricePence !== listPricePence
      ? [{ templateId, pricePence, listPricePence }]
      : []
  })
