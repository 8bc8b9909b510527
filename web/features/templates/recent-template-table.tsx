import { FileStack } from 'lucide-react'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { TemplateBadge } from './template-badge.tsx'
import type { TemplatePage, TemplateRow } from './template-operations.ts'

type RecentTemplateTableProps = {
  page: TemplatePage
  /** The one that was saved a moment ago. */
  savedId: string | undefined
  hrefOf: (templateId: string) => string
  hrefOfPage: (page: number) => string
  busy: boolean
}

/** Templates by their last change: whoever has saved one finds it on top, marked. */
export function RecentTemplateTable(props: RecentTemplateTableProps) {
  const { page, savedId, hrefOf, hrefOfPage, busy } = props
  return (
    <DataTable
      caption="Recently changed consent templates"
      columns={columnsFor(savedId, new Date())}
      rows={page.rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => hrefOf(id)}
      busy={busy}
      empty={<EmptyState icon={FileStack} title="No templates yet" />}
      footer={<Pager page={page.page} pageSize={page.pageSize} total={page.total} hrefOfPage={hrefOfPage} />}
    />
  )
}

const columnsFor = (savedId: string | undefined, now: Date): Column<TemplateRow>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CellText main={name} />
        {id === savedId && <Badge tone="brand">Just saved</Badge>}
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Treatment Type',
    cell: (row) => <CellText main={row.treatmentType} sub={row.treatmentSubtype || undefined} />,
  },
  {
    key: 'changed',
    header: 'Last change',
    cell: ({ updatedAt, updatedByName }) => (
      <CellText
        main={<time dateTime={updatedAt}>{recentText(updatedAt, now)}</time>}
        sub={updatedByName || undefined}
      />
    ),
    className: 'text-muted tabular-nums',
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <TemplateBadge status={status} /> },
]
