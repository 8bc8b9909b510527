import type { Charge } from '../../../contract/charges.ts'
import type { FeeImportRow } from '../../../contract/fees.ts'
import { guessFieldsByName } from '../../platform/csv/csv-columns.ts'
import { detectDateFormat, readDate } from '../../platform/csv/csv-dates.ts'
import { findEncodingRepair } from '../../platform/csv/csv-proposals.ts'
import type { CsvTable } from '../../platform/csv/csv-reader.ts'
import { repairText } from '../../platform/csv/encoding-repair.ts'
import { feeVocabulary, parseBand, parseFee, parseUnit } from './fee-columns.ts'
import { applyingFees, isSameFee, isSuperseded } from './fee-rules.ts'
import type { FeeRecord, NewFee, PricedTemplate } from './fee-store.ts'

type FeeCells = { number: number; treatment: string; fee: string; unit: string; band: string; from: string }
type ImportedFee = NonNullable<FeeImportRow['fee']>
/** How the file writes days, and the day for rows that name none. */
type DateReading = Pick<Parameters<typeof readDate>[1], 'order' | 'isOrderMixed'> & { today: string }

type Known = {
  templates: readonly PricedTemplate[]
  /** Every row there is of them. */
  standing: ReadonlyMap<string, FeeRecord[]>
  /** YYYY-MM-DD. */
  today: string
}

/** Fees are for days about now, never for a century ago. */
const latest_date = '2069-12-31'

/** The rows of a table as its first row names them; null where no column is called a treatment, or a fee or band. */
function readCells({ columns, rows }: Pick<CsvTable, 'columns' | 'rows'>): FeeCells[] | null {
  const fields = guessFieldsByName(columns, feeVocabulary)
  if (!fields.includes('treatment') || !(fields.includes('fee') || fields.includes('band'))) return null
  const repair = findEncodingRepair(rows)?.fault ?? null
  return rows.map(({ number, cells }) => {
    const cellOf = (field: (typeof fields)[number]) =>
      repairText(cells[fields.indexOf(field)] ?? '', repair).trim()
    return {
      ...{ number, treatment: cellOf('treatment'), fee: cellOf('fee'), unit: cellOf('unit') },
      ...{ band: cellOf('band'), from: cellOf('effectiveFrom') },
    }
  })
}

/** A name as its words, so that case, dashes and brackets make no difference. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whose template a name means first. */
const owners = ['clinic', 'group', 'platform'] as const

/**
 * Finds the template that a treatment's name means: by its name, else by its subtype, the practice's own before its group's,
 * and that before the platform's; or says why there is none.
 */
function createTemplateFinder(templates: readonly PricedTemplate[]) {
  const byName = Map.groupBy(templates, ({ name }) => nameKey(name))
  const bySubtype = Map.groupBy(templates, ({ treatmentSubtype }) => nameKey(treatmentSubtype))
  return (treatment: string): { template: PricedTemplate } | { problem: string } => {
    const key = nameKey(treatment)
    if (key === '') return { problem: 'The treatment is missing.' }
    const named = byName.get(key) ?? bySubtype.get(key) ?? []
    const [found = []] = owners
      .map((owner) => named.filter((template) => template.owner === owner))
      .filter((ofOwner) => ofOwner.length > 0)
    if (found.length > 1)
      return { problem: `${found.length} treatments are called '${treatment}'. Set their fees in the list.` }
    return found[0]
      ? { template: found[0] }
      : { problem: `No treatment in use is called '${treatment}'. Use the name in the fee list.` }
  }
}

type ReadCharge = Pick<ImportedFee, 'pricePence' | 'band'>

/** What fee and band say together: 'Private' is no NHS band, and needs a fee. Without a fee or a band it says why in `problems`. */
function combineCharge(fee: Charge, columnBand: Charge['band'], problems: string[]): ReadCharge | null {
  const { pricePence } = fee
  const band = columnBand ?? fee.band
  if (pricePence !== null) return { pricePence, band: band === 'private' ? null : band }
  if (columnBand === 'private' || fee.band === 'private')
    problems.push('A private treatment needs a fee. Write it in pounds, like 450 or £1,234.50.')
  else if (band) return { pricePence, band }
  else problems.push('A fee or an NHS band is missing.')
  return null
}

/** What the other cells say; what is wrong with them goes into `problems`. */
function readFee(cells: FeeCells, { today, ...format }: DateReading, problems: string[]): ImportedFee | null {
  const written = parseFee(cells.fee)
  const band = parseBand(cells.band)
  const unit = parseUnit(cells.unit)
  const from =
    cells.from === '' ? { date: today, note: null } : readDate(cells.from, { ...format, latest: latest_date })
  if (!written) problems.push(`'${cells.fee}' is no fee. Write it in pounds, like 450 or £1,234.50.`)
  if (band === undefined)
    problems.push(`'${cells.band}' is no NHS band. Write 1, 2, 3, urgent, by item or exempt.`)
  if (!unit) problems.push(`'${cells.unit}' is no unit. Write treatment, tooth or visit.`)
  if ('fault' in from) problems.push(from.fault)
  if (!written || band === undefined || !unit || 'fault' in from) return null
  const charge = combineCharge(written, band, problems)
  return charge && { ...charge, unit, effectiveFrom: from.date }
}

type Place = { templateId: string; number: number }
type Comparison = Pick<FeeImportRow, 'outcome' | 'problems'>
const unusable = (problem: string): Comparison => ({ outcome: 'unusable', problems: [problem] })

/** Whether a fee would change anything, beside those that stand and the rows before it. */
function createComparison({ standing, today }: Omit<Known, 'templates'>) {
  const firstRows = new Map<string, number>()
  return (fee: ImportedFee, { templateId, number }: Place): Comparison => {
    const key = `${templateId} ${fee.effectiveFrom}`
    const earlier = firstRows.get(key)
    if (earlier !== undefined) return unusable(`Row ${earlier} has a fee for this treatment on the same day.`)
    firstRows.set(key, number)
    const rows = standing.get(templateId) ?? []
    if (isSuperseded(fee.effectiveFrom, { rows, today }))
      return unusable('A fee from a later day already applies.')
    const before = applyingFees(rows, fee.effectiveFrom).current
    if (!before) return { outcome: 'new', problems: [] }
    return { outcome: isSameFee(before, fee) ? 'unchanged' : 'changed', problems: [] }
  }
}

/**
 * What each row of a table says, and the fees to add; null where its columns cannot be told. A row that cannot be used
 * stops no other.
 */
export function readFeeRows(
  table: Pick<CsvTable, 'columns' | 'rows'>,
  { templates, standing, today }: Known,
): { rows: FeeImportRow[]; added: NewFee[] } | null {
  const all = readCells(table)
  if (!all) return null
  const find = createTemplateFinder(templates)
  const compare = createComparison({ standing, today })
  const dates = detectDateFormat(all.flatMap(({ from }) => from || []))
  const format = { order: dates?.order ?? ('day-first' as const), isOrderMixed: dates?.isMixed }
  const added: NewFee[] = []
  const rows = all.map((cells): FeeImportRow => {
    const { number, treatment } = cells
    const found = find(treatment)
    const problems = 'problem' in found ? [found.problem] : []
    const fee = readFee(cells, { ...format, today }, problems)
    if ('problem' in found || !fee) return { number, treatment, fee, outcome: 'unusable', problems }
    const templateId = found.template.id
    const compared = compare(fee, { templateId, number })
    if (compared.outcome === 'new' || compared.outcome === 'changed') added.push({ templateId, ...fee })
    return { number, treatment, fee, ...compared }
  })
  return { rows, added }
}
