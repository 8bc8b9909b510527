import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { outcomeWords, type ImportRow } from './import-report.ts'

const visible_rows_max = 100

type ViewHref = (templateId: string) => string
type NumberedRow = ImportRow & { number: number }

const columnsOf = (isTrial: boolean, viewHref: ViewHref): Column<NumberedRow>[] => [
  { key: 'name', header: 'Template', cell: (row) => <TemplateName row={row} viewHref={viewHref} /> },
  { key: 'file', header: 'File', cell: ({ file }) => <span dir="auto">{file}</span> },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => {
      const { tone, trial, done } = outcomeWords[outcome]
      return <Badge tone={tone}>{(isTrial ? trial : done).label}</Badge>
    },
  },
  { key: 'remarks', header: 'Remarks', cell: ({ remarks }) => <RemarkList remarks={remarks} /> },
]

type ImportReportTableProps = {
  rows: readonly ImportRow[]
  isTrial: boolean
  viewHref: ViewHref
  busy?: boolean | undefined
}

/** What becomes of each template of the files, and what there is to say of it. */
export function ImportReportTable({ rows, isTrial, viewHref, busy }: ImportReportTableProps) {
  const [all, setAll] = useState(false)
  const numbered = rows.map((row, index) => ({ ...row, number: index }))
  return (
    <DataTable
      caption={isTrial ? 'Preview' : 'Result'}
      columns={columnsOf(isTrial, viewHref)}
      rows={all ? numbered : numbered.slice(0, visible_rows_max)}
      rowKey={({ number }) => String(number)}
      empty={null}
      busy={busy}
      footer={
        all || rows.length <= visible_rows_max ? undefined : (
          <Button variant="link" onClick={() => setAll(true)}>
            Show all {rows.length}
          </Button>
        )
      }
    />
  )
}

function TemplateName({ row, viewHref }: { row: ImportRow; viewHref: ViewHref }) {
  const { name, templateId } = row
  if (!templateId) return <span dir="auto">{name || 'No template'}</span>
  return (
    <Link href={viewHref(templateId)} className="text-link" dir="auto">
      {name}
    </Link>
  )
}

function RemarkList({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return <span className="text-muted">None</span>
  return (
    <ul className="space-y-1">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}
