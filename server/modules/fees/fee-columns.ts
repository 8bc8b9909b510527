import {
  parseCharge,
  parsePrice,
  type Charge,
  type ChargeBandName,
  type FeeUnit,
} from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import type { ColumnVocabulary } from '../../platform/csv/csv-columns.ts'

type FeeField = 'treatment' | 'fee' | 'unit' | 'band' | 'effectiveFrom'

/** How lists of fees call their columns, the likeliest first. */
export const feeVocabulary: ColumnVocabulary<FeeField> = {
  ignored: [],
  repeated: [],
  matchesValue: {},
  names: {
    treatment: [
      ...['treatment', 'treatment name', 'name', 'procedure', 'template', 'item', 'service', 'description'],
    ],
    fee: ['private fee', 'fee', 'private price', 'price', 'cost', 'amount', 'charge', 'private'],
    unit: ['unit', 'per', 'charged per', 'fee per', 'fee unit'],
    band: ['nhs band', 'band', 'nhs', 'nhs charge'],
    effectiveFrom: ['from', 'effective from', 'valid from', 'from date', 'start date', 'starts', 'date'],
  },
}

const withoutPer = (written: string): string =>
  written
    .toLowerCase()
    .replace(/^(?:per|each|by)\s+/, '')
    .trim()

const unitWords: Record<string, FeeUnit> = {
  '': 'treatment',
  ...{ treatment: 'treatment', course: 'treatment', case: 'treatment', item: 'treatment' },
  ...{ tooth: 'tooth', teeth: 'tooth' },
  ...{ visit: 'visit', appointment: 'visit', session: 'visit' },
}

/** What a fee is charged for, as people write it; null where it is none of these. */
export const parseUnit = (written: string): FeeUnit | null => unitWords[withoutPer(written)] ?? null

const bandWords: Record<string, ChargeBandName> = {
  ...{ '1': 'band-1', '2': 'band-2', '3': 'band-3', i: 'band-1', ii: 'band-2', iii: 'band-3' },
  ...{ urgent: 'urgent', emergency: 'urgent', private: 'private' },
  ...{ item: 'by-item', 'by item': 'by-item', 'per item': 'by-item' },
  ...{ exempt: 'exempt', free: 'exempt', 'no charge': 'exempt' },
}

/** An NHS band as people write it, or 'private', null for none; undefined where it is neither. */
export function parseBand(written: string): ChargeBandName | null | undefined {
  const word = written
    .toLowerCase()
    .replaceAll(/\bnhs\b|\bband\b|[(),]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (written.trim() === '' || /^(?:-|none|n\/a)$/i.test(written.trim())) return null
  return bandWords[word]
}

/** A fee as people write it, with the band where it says one too ('£73.50 (NHS band 2)'); null where it is no price. */
export function parseFee(written: string): Charge | null {
  if (written.trim() === '') return { pricePence: null, band: null }
  const pricePence = parsePrice(written, price_pence_max)
  return pricePence === null ? parseCharge(written, price_pence_max) : { pricePence, band: null }
}
