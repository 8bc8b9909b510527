import { chargeBands, type ChargeBandName, type FeeQuote, type FeeUnit } from '../../../contract/charges.ts'
import type { FeeImportRow, FeeRow, NhsCharges } from '../../../contract/fees.ts'
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

/** An NHS band with what it costs in the practice's nation, where that is known. */
export function bandText(band: ChargeBandName, { bands }: Pick<NhsCharges, 'bands'>): string {
  const charge = bands.find((one) => one.band === band)
  return charge ? `${bandLabels[band]}, ${formatPrice(charge.pricePence)}` : bandLabels[band]
}

/** The bands to choose from: those that the nation has, and the one that was chosen before. */
export function bandOptions(
  charges: Pick<NhsCharges, 'bands'>,
  chosen: ChargeBandName | null,
): SelectOption[] {
  const ofNation = charges.bands.length > 0 ? charges.bands.map(({ band }) => band) : ['by-item']
  return chargeBands
    .filter((band) => band === chosen || band === 'exempt' || ofNation.includes(band))
    .map((value) => ({ value, label: bandText(value, charges) }))
}

/** What is to change, and when; null where nothing is. */
export const comingText = ({ coming }: Pick<FeeRow, 'coming'>): string | null =>
  coming && `${feeText(coming)} from ${calendarDayText(coming.effectiveFrom)}`

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
