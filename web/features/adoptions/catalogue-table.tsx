import { today } from '../../../contract/calendar-day.ts'
import type { ReactNode } from 'react'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { reviewStatus } from '../templates/index.ts'
import { AdoptionState } from './adoption-state.tsx'
import { needsAdoption, type CatalogueTemplate } from './adoption-words.ts'
import { catalogueOrders } from './catalogue-query.ts'

/** Which templates are ticked, and how that changes. */
export type Selection = {
  selected: ReadonlyMap<string, CatalogueTemplate>
  onSelect: (template: CatalogueTemplate, isPicked: boolean) => void
}

const notMeasuredText = 'Not measured'

const typeText = ({ treatmentType, treatmentSubtype, name }: CatalogueTemplate) =>
  treatmentSubtype && treatmentSubtype !== name ? `${treatmentType}, ${treatmentSubtype}` : treatmentType

/** A review date that has passed says so in words. */
function reviewText({ reviewDue }: CatalogueTemplate, today: string): string {
  if (reviewDue === null) return 'No date'
  const day = calendarDayText(reviewDue)
  return reviewStatus(reviewDue, today) === 'overdue' ? `Overdue since ${day}` : day
}

const buildColumns = (today: string): Column<CatalogueTemplate>[] => [
  {
    key: 'name',
    header: 'Template',
    cell: (row) => <CellText main={row.name} sub={typeText(row)} />,
  },
  {
    key: 'words',
    header: 'Words',
    cell: ({ words }) => (words === null ? notMeasuredText : numberText(words)),
    className: 'tabular-nums',
  },
  {
    key: 'age',
    header: 'Reading age',
    cell: ({ readingAge }) => (readingAge === null ? notMeasuredText : `${readingAge.toFixed(1)} years`),
    className: 'tabular-nums @2xl:whitespace-nowrap',
  },
  { key: 'version', header: 'Version', cell: ({ version }) => version, className: 'tabular-nums' },
  {
    key: 'review',
    header: 'Review due',
    cell: (row) => reviewText(row, today),
    className: 'text-muted @2xl:whitespace-nowrap',
  },
  { key: 'adoption', header: 'Adoption', cell: ({ adoption }) => <AdoptionState adoption={adoption} /> },
]

const selectionColumn = ({ selected, onSelect }: Selection): Column<CatalogueTemplate> => ({
  key: 'pick',
  header: 'To adopt',
  hideHeader: true,
  align: 'end',
  cell: (row) =>
    needsAdoption(row.adoption) && (
      // As large as a finger, though the box is small.
      <label
        htmlFor={`adopt-${row.templateId}`}
        className="relative grid size-11 cursor-pointer place-items-center"
      >
        <span className="sr-only">Select {row.name}</span>
        <TickBox
          id={`adopt-${row.templateId}`}
          type="checkbox"
          className="mt-0!"
          checked={selected.has(row.templateId)}
          onChange={(event) => onSelect(row, event.target.checked)}
        />
      </label>
    ),
})

type CatalogueTableProps = {
  rows: CatalogueTemplate[]
  /** The address, which says how the list is sorted. */
  params: URLSearchParams
  /** Null for people who cannot adopt. */
  selection: Selection | null
  /** Where a row leads; absent for people who may not open templates. */
  hrefOf: ((templateId: string) => string) | undefined
  busy: boolean
  empty: ReactNode
  footer: ReactNode
}

/** Every template in use with what a practice wants to know before it adopts one. */
export function CatalogueTable({ selection, hrefOf, params, ...list }: CatalogueTableProps) {
  const columns = sortableColumns(buildColumns(today()), params, catalogueOrders)
  return (
    <DataTable
      caption="Template catalogue"
      columns={selection ? [...columns, selectionColumn(selection)] : columns}
      rowKey={({ templateId }) => templateId}
      rowHref={hrefOf && (({ templateId }) => hrefOf(templateId))}
      {...list}
    />
  )
}
