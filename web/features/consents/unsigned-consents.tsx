import { FilePenLine } from 'lucide-react'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText, recentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { ConsentBadge } from './consent-badge.tsx'

export type ConsentsOfTemplate = Awaited<ReturnType<Api['consents']['ofTemplate']>>
type Row = ConsentsOfTemplate['rows'][number]

type UnsignedConsentsProps = {
  page: ConsentsOfTemplate
  hrefOf: (consentId: string) => string
  hrefOfPage: (page: number) => string
  busy: boolean
}

/** Consents of one template that are not signed yet: what becomes of it matters to them. */
export function UnsignedConsents({ page, hrefOf, hrefOfPage, busy }: UnsignedConsentsProps) {
  return (
    <Panel
      title="Consents in progress"
      lead="Drafts, and consents awaiting an answer. Template changes do not affect consents already sent."
      flush
      className="mt-8"
    >
      <DataTable
        caption="Consents in progress"
        className="rounded-t-none border-x-0 border-b-0"
        columns={buildColumns(new Date())}
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(id)}
        busy={busy}
        empty={<EmptyState icon={FilePenLine} title="No consents from this template are in progress" />}
        footer={
          <Pager
            label="Pages of consents"
            page={page.page}
            pageSize={page.pageSize}
            total={page.total}
            hrefOfPage={hrefOfPage}
          />
        }
      />
    </Panel>
  )
}

const buildColumns = (now: Date): Column<Row>[] => [
  {
    key: 'patient',
    header: 'Patient',
    cell: ({ patient }) => (
      <CellText main={patient.name} sub={`Born ${calendarDayText(patient.dateOfBirth)}`} />
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <ConsentBadge status={status} /> },
  {
    key: 'version',
    header: 'Version',
    cell: ({ templateVersion, isCurrent }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {templateVersion}
        <Badge tone={isCurrent ? 'brand' : 'neutral'}>{isCurrent ? 'Current' : 'Earlier'}</Badge>
      </span>
    ),
  },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ sentAt }) => (sentAt ? <time dateTime={sentAt}>{recentText(sentAt, now)}</time> : 'Not sent'),
    className: 'whitespace-nowrap text-muted tabular-nums',
  },
]
