import { Eye, History, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { sortableColumns } from '../../ui/list-orders.ts'
import type { Column } from '../../ui/table-row.tsx'
import { canChangeTemplate, type TemplateContext } from './template-context.ts'
import { templateOrdersOf } from './template-list-query.ts'
import type { TemplatePaths, TemplateRow } from './template-operations.ts'
import { TemplateState } from './template-state.tsx'
import { ownerText, usageText } from './template-words.ts'
import type { useTemplateActions } from './use-template-actions.tsx'

type Actions = ReturnType<typeof useTemplateActions>

const statusAt = (now: Date): Column<TemplateRow> => ({
  key: 'status',
  header: 'Status',
  cell: (row) => <TemplateState template={row} now={now} />,
})

/** Where the versions stand on the page of a template. */
const versionsItem = (paths: TemplatePaths, { id }: TemplateRow): MenuItem => ({
  label: 'Versions',
  icon: History,
  href: `${paths.view(id)}#versions`,
})

/** The columns of the portal. */
function platformColumns({ paths }: TemplateContext, actions: Actions, now: Date): Column<TemplateRow>[] {
  return [
    { key: 'name', header: 'Name', cell: ({ name }) => <CellText main={name} /> },
    {
      key: 'description',
      header: 'Description',
      cell: ({ description }) => (
        <span dir="auto" className="line-clamp-2 min-w-28 wrap-anywhere">
          {description}
        </span>
      ),
      className: 'text-muted',
    },
    {
      key: 'type',
      header: 'Treatment Type',
      cell: (row) => <CellText main={row.treatmentType} sub={row.treatmentSubtype || undefined} />,
    },
    statusAt(now),
    {
      key: 'actions',
      header: 'Actions',
      cell: (row) => (
        <div className="-ms-2 flex @2xl:ms-0">
          <IconLink href={paths.view(row.id)} label={`View ${row.name}`} icon={Eye} />
          <IconLink href={paths.edit(row.id)} label={`Edit ${row.name}`} icon={Pencil} />
          <IconButton label={`Delete ${row.name}`} icon={Trash2} onClick={() => void actions.remove(row)} />
          <Menu
            label={`More actions for ${row.name}`}
            items={[versionsItem(paths, row), ...actions.itemsFor(row)]}
          />
        </div>
      ),
    },
  ]
}

/** The columns of a practice, for which it matters whose a template is and how much it is used. */
function clinicColumns(
  acting: TemplateContext,
  actions: Actions,
  now: Date,
  createdId: string | undefined,
): Column<TemplateRow>[] {
  const { paths } = acting
  const editItem = (row: TemplateRow): MenuItem[] =>
    canChangeTemplate(acting, row) ? [{ label: 'Edit', icon: Pencil, href: paths.edit(row.id) }] : []
  return [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name, description }) => (
        <CellText
          main={
            id === createdId ? (
              <>
                {name} <Badge tone="brand">New</Badge>
              </>
            ) : (
              name
            )
          }
          sub={description && <span className="line-clamp-2 max-w-96">{description}</span>}
        />
      ),
    },
    {
      key: 'type',
      header: 'Treatment Type',
      cell: (row) => <CellText main={row.treatmentType} sub={row.treatmentSubtype || undefined} />,
    },
    { key: 'owner', header: 'Source', cell: ownerText, className: 'text-muted whitespace-nowrap' },
    {
      key: 'uses',
      header: 'Used',
      cell: ({ id, usageCount, lastUsedAt }) => (
        <CellText
          main={usageText(usageCount)}
          sub={[lastUsedAt && `Last: ${recentText(lastUsedAt, now)}`, acting.scoreOf?.(id)]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
      className: 'text-muted whitespace-nowrap tabular-nums',
    },
    statusAt(now),
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <Menu
          label={`Actions for ${row.name}`}
          items={[
            ...editItem(row),
            versionsItem(paths, row),
            ...actions.itemsFor(row),
            ...actions.deletionOf(row),
          ]}
        />
      ),
    },
  ]
}

type TemplateTableProps = {
  rows: TemplateRow[]
  acting: TemplateContext
  /** The row to mark, of a template that was made a moment ago. */
  createdId: string | undefined
  /** The address, which says how the list is sorted. */
  params: URLSearchParams
  actions: Actions
  busy: boolean
  empty: ReactNode
  footer: ReactNode
}

/** Consent templates; each row leads to the whole of one. */
export function TemplateTable({ acting, createdId, params, actions, busy, ...list }: TemplateTableProps) {
  const columnsOf = acting.side === 'admin' ? platformColumns : clinicColumns
  return (
    <DataTable
      caption="Consent templates"
      columns={sortableColumns(
        columnsOf(acting, actions, new Date(), createdId),
        params,
        templateOrdersOf(params),
      )}
      rowKey={({ id }) => id}
      rowHref={({ id }) => acting.paths.view(id)}
      busy={busy || actions.busy}
      {...list}
    />
  )
}
