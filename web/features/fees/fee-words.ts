import { chargeBands, type ChargeBandName, type FeeQuote, type FeeUnit } from '../../../contract/charges.ts'
import type { Fee, FeeImportRow, FeeRow, NhsCharges } from '../../../contract/fees.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { SelectOption } from '../../ui/plain/select-field.tsx'
import type { Tone } from '../../ui/plain/badge.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { formatPrice } from './price-text.ts'

/** By whose scale something is charged. */
export const bandLabels: Record<ChargeBandName, string> = {
  private: 'Private',
  'band-1': 'NHS band 1',
  'band-2': 'NHS band 2',
  'band-3': 'NHS band 3',
  urgent: 'NHS urgent',
  'by-item': 'NHS item of service',
  exempt: 'NHS, no charge',
}

/** What a private fee is charged for. */
export const unitLabels: Record<FeeUnit, string> = {
  treatment: 'Per treatment',
  tooth: 'Per tooth',
  visit: 'Per visit',
}

export const nationLabels: Record<NhsCharges['nation'], string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

/** '£90 per tooth, NHS band 2'. */
export const feeText = ({ pricePence, unit, band }: FeeQuote): string =>
  [
    pricePence !== null && `${formatPrice(pricePence)} ${unitLabels[unit].toLowerCase()}`,
    band && bandLabels[band],
  ]
    .filter(Boolean)
    .join(', ')

/** What the NHS charges in one nation; null for a list of several. */
export type BandCharges = Pick<NhsCharges, 'bands'> | null

/** An NHS band with what it costs in the practice's nation, where that is known. */
export function bandText(band: ChargeBandName, charges: BandCharges): string {
  const charge = charges?.bands.find((one) => one.band === band)
  return charge ? `${bandLabels[band]}, ${formatPrice(charge.pricePence)}` : bandLabels[band]
}

/** The bands to choose from: those that the nation has, and the one that was chosen before; all where there is no one nation. */
export function bandOptions(charges: BandCharges, chosen: ChargeBandName | null): SelectOption[] {
  const ofNation = charges?.bands.length === 0 ? ['by-item'] : charges?.bands.map(({ band }) => band)
  const isOffered = (band: ChargeBandName) =>
    ofNation ? band === 'exempt' || ofNation.includes(band) : band !== 'private'
  return chargeBands
    .filter((band) => band === chosen || isOffered(band))
    .map((value) => ({ value, label: bandText(value, charges) }))
}

/** From whose list a fee comes, or which fee of the group a practice's own stands in the place of; null for neither. */
export function groupText({ current, overridden }: Pick<FeeRow, 'current' | 'overridden'>): string | null {
  if (current?.group) return `From ${current.group}`
  return overridden && `${overridden.group}: ${feeText(overridden)}`
}

/** What becomes of the fee once the practice's own is removed. */
export const afterRemovalText = ({ overridden }: Pick<FeeRow, 'overridden'>): string =>
  overridden
    ? `From today the fee of ${overridden.group} applies: ${feeText(overridden)}.`
    : 'It is no longer quoted from today.'

/** What a fee is to be, and from when: '£90 per tooth from 1 April 2027'. */
export const scheduledText = (fee: Fee): string =>
  `${feeText(fee)} from ${calendarDayText(fee.effectiveFrom)}`

/** What is to change, in order: what applies next, and the list's own next change where the group's comes before it. */
export function comingTexts({ coming, ownComing }: Pick<FeeRow, 'coming' | 'ownComing'>): string[] {
  if (!coming) return []
  if (!coming.group) return [`Then ${scheduledText(coming)}`]
  const next = `Then ${scheduledText(coming)}, from ${coming.group}`
  return ownComing ? [next, `Then your own fee: ${scheduledText(ownComing)}`] : [next]
}

type OutcomeAppearance = { label: string; tone: Tone }

/** What becomes of a row of an imported file. */
export const outcomeBadges: Record<FeeImportRow['outcome'], OutcomeAppearance> = {
  new: { label: 'New', tone: 'ok' },
  changed: { label: 'Changed', tone: 'brand' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  unusable: { label: 'Cannot be used', tone: 'bad' },
}

const feesText = (count: number) => (count === 1 ? '1 fee' : `${numberText(count)} fees`)

type ImportCounts = Record<FeeImportRow['outcome'], number>

/** How many fees an import writes. */
export const writtenCount = (counts: ImportCounts): number => counts.new + counts.changed

/** '12 fees to import, 3 unchanged, 1 row cannot be used'. */
export function importSummary(counts: ImportCounts): string {
  const { unchanged, unusable } = counts
  return [
    `${feesText(writtenCount(counts))} to import`,
    unchanged > 0 && `${unchanged} unchanged`,
    unusable > 0 && (unusable === 1 ? '1 row cannot be used' : `${unusable} rows cannot be used`),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What the button says: 'Import 12 fees'. */
export const importLabel = (count: number): string => `Import ${feesText(count)}`
