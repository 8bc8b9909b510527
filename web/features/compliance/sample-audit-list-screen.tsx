import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { sample_size } from '../../../contract/limits.ts'
import type { SampleAuditRow } from '../../../contract/sample-audits.ts'
import { api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sortIn, sortRows, sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useTask } from '../../ui/use-task.ts'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'
import { monthText } from './compliance-words.ts'

const columns: Column<SampleAuditRow>[] = [
  { key: 'month', header: 'Month', cell: ({ month }) => monthText(month) },
  {
    key: 'sample',
    header: 'Sample',
    cell: ({ size, population }) => (population === 0 ? 'No consents' : `${size} of ${population} consents`),
  },
  { key: 'gaps', header: 'Gaps', cell: ({ gaps }) => gaps },
  {
    key: 'actions',
    header: 'Actions',
    cell: ({ openActions }) => (
      <Badge tone={openActions > 0 ? 'warn' : 'ok'}>
        {openActions > 0 ? `${openActions} open` : 'None open'}
      </Badge>
    ),
  },
  {
    key: 'made',
    header: 'Created',
    cell: ({ madeBy, at }) => `${dayText(at)}, ${madeBy}`,
    hideOnMedium: true,
  },
]

const orders: ListOrders<'-month' | 'month' | '-gaps' | 'gaps'> = {
  labels: {
    '-month': 'Month, newest first',
    month: 'Month, oldest first',
    '-gaps': 'Gaps, most first',
    gaps: 'Gaps, fewest first',
  },
  fallback: '-month',
}
const facts = {
  month: ({ month }: SampleAuditRow) => month,
  gaps: ({ gaps }: SampleAuditRow) => gaps,
}

type AuditListProps = {
  audits: readonly SampleAuditRow[]
  params: URLSearchParams
  onQuery: (query: string) => void
  onChanged: () => Promise<void>
}

/** Random samples of each month's consents, looked at by the regulation, the standards and the law on capacity. */
export const SampleAuditListScreen = ({ audits, params, onQuery, onChanged }: AuditListProps) => (
  <>
    <PageHeader
      back={<Breadcrumbs trail={complianceTrail(true)} />}
      title="Sample audits"
      lead={`After each month, ${sample_size} of its consents are picked at random and audited. Gaps become actions.`}
    />
    <ComplianceTabs current={compliancePaths.audits} />
    {audits.length > 0 && <SortSelect orders={orders} params={params} onQuery={onQuery} className="mt-4" />}
    <DataTable
      caption="Sample audits"
      className="mt-5"
      columns={sortableColumns(columns, params, orders)}
      rows={sortRows(audits, sortIn(params, orders), facts)}
      rowKey={({ id }) => id}
      rowHref={({ id }) => compliancePaths.audit(id)}
      empty={
        <EmptyState icon={ClipboardCheck} title="No sample audits yet">
          The first is created automatically after a month with consents.
        </EmptyState>
      }
    />
    <RunPanel onChanged={onChanged} />
  </>
)

const month = /^\d{4}-(0[1-9]|1[0-2])$/

function RunPanel({ onChanged }: Pick<AuditListProps, 'onChanged'>) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  const toast = useToast()
  async function draw() {
    const isMonth = month.test(typed.trim())
    setError(isMonth ? undefined : 'Enter a month such as 2026-01')
    if (!isMonth) return document.getElementById('audit-month')?.focus()
    const done = await run(async () => {
      await api.sampleAudits.run({ month: typed.trim() })
      await onChanged()
    })
    if (done) toast(`The sample of ${monthText(typed.trim())} was audited.`)
  }
  return (
    <Panel title="Audit an earlier month" className="mt-5 max-w-column">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void draw()
        }}
      >
        <TextField
          id="audit-month"
          label="Month"
          hint="Such as 2026-01"
          width="short"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
        <ProblemMessage problem={problem} />
        <Button type="submit" variant="quiet" busy={busy}>
          Create sample audit
        </Button>
      </form>
    </Panel>
  )
}
