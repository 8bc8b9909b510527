import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'

const outcomeColumns = [
  { key: 'sent', header: 'Sent' },
  { key: 'opened', header: 'Opened' },
  { key: 'signed', header: 'Signed' },
  { key: 'declined', header: 'Declined', lesser: true },
  { key: 'withdrawn', header: 'Withdrawn', lesser: true },
  { key: 'expired', header: 'Expired', lesser: true },
  { key: 'voided', header: 'Voided', lesser: true },
] as const
type OutcomeRow = Record<(typeof outcomeColumns)[number]['key'], number>
/** How far consents came and how they ended. */
export const outcomes = <Row extends OutcomeRow>(): Column<Row>[] =>
  outcomeColumns.map((column) => ({
    ...column,
    align: 'end',
    cell: (row) => numberText(row[column.key]),
    className: 'tabular-nums',
  }))
