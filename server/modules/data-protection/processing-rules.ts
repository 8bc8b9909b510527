import type { ProcessingEntry } from '../../../contract/data-protection.ts'
import type { ProcessingRow, ProcessingText } from './processing-store.ts'

/** An entry as it comes with the product. */
export type ShippedProcessing = ProcessingText & { key: string }

const pickProcessingText = (row: ProcessingText): ProcessingText => {
  const { purpose, lawfulBasis, people, data, recipients, transfers, retention, security } = row
  return { purpose, lawfulBasis, people, data, recipients, transfers, retention, security }
}

/** The record as it stands: what came with the product, as the practice changed it or left it out, then its own. */
export function mergeProcessingEntries(
  shipped: readonly ShippedProcessing[],
  rows: readonly ProcessingRow[],
): { entries: ProcessingEntry[]; leftOut: { key: string; purpose: string }[] } {
  const changes = new Map(rows.map((row) => [row.shippedKey, row]))
  const isLeftOut = ({ key }: ShippedProcessing) => changes.get(key)?.isLeftOut ?? false
  const changedOf = (row: ProcessingRow) => ({
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
  })
  const known = shipped
    .filter((entry) => !isLeftOut(entry))
    .map((entry): ProcessingEntry => {
      const change = changes.get(entry.key)
      return change
        ? { ...pickProcessingText(change), key: entry.key, origin: 'changed', ...changedOf(change) }
        : { ...entry, origin: 'shipped', changedBy: null, changedAt: null }
    })
  const own = rows
    .filter(({ shippedKey }) => shippedKey === null)
    .map((row): ProcessingEntry => ({
      ...pickProcessingText(row),
      key: row.id,
      origin: 'own',
      ...changedOf(row),
    }))
  return {
    entries: [...known, ...own],
    leftOut: shipped.filter(isLeftOut).map(({ key, purpose }) => ({ key, purpose })),
  }
}

/** The columns of the record, in the order of Article 30, with what each is called. */
export const processingColumns = [
  ['purpose', 'Purpose'],
  ['lawfulBasis', 'Lawful basis'],
  ['people', 'Data subjects'],
  ['data', 'Categories of data'],
  ['recipients', 'Recipients'],
  ['transfers', 'Transfers out of the UK'],
  ['retention', 'Retention period'],
  ['security', 'Security measures'],
] as const satisfies readonly [keyof ProcessingText, string][]
