import { Copy, Download, FileText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable, type DataTableProps } from '../../ui/data-table.tsx'
import { Menu } from '../../ui/menu.tsx'
import { calendarDayText, recentText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import type { ToothNotation } from '../../../contract/teeth.ts'
import { useToothNotation } from '../clinics/index.ts'
import { ConsentBadge } from './consent-badge.tsx'
import { teethInBrief } from '../teeth/index.ts'

export type ConsentRow = Awaited<ReturnType<Api['consents']['list']>>['rows'][number]

const patient: Column<ConsentRow> = {
  key: 'patient',
  header: 'Patient',
  cell: (row) => (
    <CellText main={row.patient.name} sub={`Born ${calendarDayText(row.patient.dateOfBirth)}`} />
  ),
}

const others = (now: Date, notation: ToothNotation): Column<ConsentRow>[] => [
  {
    key: 'treatment',
    header: 'Treatment',
    cell: (row) => (
      <CellText
        main={row.treatment}
        sub={
          [row.kind === 'addendum' && 'Addendum', teethInBrief(notation, row.teeth)]
            .filter(Boolean)
            .join(' · ') || undefined
        }
      />
    ),
  },
  {
    key: 'clinician',
    header: 'Clinician',
    cell: (row) => <span dir="auto">{row.clinician.name}</span>,
    className: 'text-muted',
  },
  { key: 'status', header: 'Status', cell: (row) => <ConsentBadge status={row.status} /> },
  {
    key: 'sent',
    header: 'Sent',
    cell: (row) =>
      row.sentAt ? <time dateTime={row.sentAt}>{recentText(row.sentAt, now)}</time> : 'Not sent',
    className: 'whitespace-nowrap text-muted tabular-nums',
    hideOnMedium: true,
  },
  {
    key: 'changed',
    header: 'Last changed',
    cell: (row) => <time dateTime={row.updatedAt}>{recentText(row.updatedAt, now)}</time>,
    className: 'whitespace-nowrap text-muted tabular-nums',
  },
]

const documentHref = ({ id }: ConsentRow) => `/api/clinic/consents/${id}/documents/latest`

const actions = (
  hrefOf: (row: ConsentRow) => string,
  onCopyLink: (row: ConsentRow) => void,
  onDiscard: ((row: ConsentRow) => void) | undefined,
): Column<ConsentRow> => ({
  key: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  cell: (row) => (
    <Menu
      label={`Actions for ${row.patient.name}, ${row.treatment}`}
      items={[
        { label: 'Open', icon: FileText, href: hrefOf(row) },
        ...(row.actions.includes('link')
          ? [{ label: 'Copy patient link', icon: Copy, onSelect: () => onCopyLink(row) }]
          : []),
        ...(row.signedAt
          ? [
              {
                label: 'Download PDF',
                icon: Download,
                href: documentHref(row),
                reload: true,
                separated: true,
              },
            ]
          : []),
        ...(onDiscard && row.actions.includes('discard')
          ? [{ label: 'Discard draft', icon: Trash2, danger: true, onSelect: () => onDiscard(row) }]
          : []),
      ]}
    />
  ),
})

type ConsentTableProps = {
  caption?: string
  /** Columns that the page around it says already. */
  hiddenColumns?: readonly string[]
  className?: string
  rows: ConsentRow[]
  hrefOf: (row: ConsentRow) => string
  /** Absent where nothing is done with a consent. */
  onCopyLink?: ((row: ConsentRow) => void) | undefined
  /** Absent where no draft is discarded. */
  onDiscard?: ((row: ConsentRow) => void) | undefined
  /** The same columns with headers that sort the list; absent where it cannot be sorted. */
  sortable?: (columns: Column<ConsentRow>[]) => Column<ConsentRow>[]
  /** Rows can be chosen; absent where nothing is done with several. */
  selection?: DataTableProps<ConsentRow>['selection']
  busy?: boolean
  empty: ReactNode
  footer?: ReactNode
}

/** Consents as one looks through them: whose, what for, by whom, how far. */
export function ConsentTable({
  caption = 'Consents',
  hiddenColumns = [],
  hrefOf,
  onCopyLink,
  onDiscard,
  sortable,
  ...list
}: ConsentTableProps) {
  const notation = useToothNotation()
  const columns = [
    patient,
    ...others(new Date(), notation),
    ...(onCopyLink ? [actions(hrefOf, onCopyLink, onDiscard)] : []),
  ]
  const shown = columns.filter(({ key }) => !hiddenColumns.includes(key))
  return (
    <DataTable
      caption={caption}
      columns={sortable?.(shown) ?? shown}
      rowKey={(row) => row.id}
      rowHref={hrefOf}
      {...list}
    />
  )
}
