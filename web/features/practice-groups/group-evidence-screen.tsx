import { Download, FileCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { EvidenceQuarter, GroupEvidence, GroupEvidenceReport } from '../../../contract/group-evidence.ts'
import { api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileStatus, megabytesText } from '../../ui/file-status.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { useTask } from '../../ui/use-task.ts'
import { GroupUseNote } from './group-use-note.tsx'

const spanText = ({ from, to }: EvidenceQuarter): string =>
  `${calendarDayText(from)} to ${calendarDayText(to)}`
const fileHref = ({ id }: GroupEvidenceReport): string => `/api/group/evidence/${id}/file`

const ReportStatus = ({ report }: { report: GroupEvidenceReport }) => (
  <FileStatus file={report} progressLabel="Report progress">
    {report.status === 'ready' && (
      <>
        {megabytesText(report.bytes!)}
        <span className="block wrap-anywhere">
          SHA-256 <code>{report.sha256}</code>
        </span>
      </>
    )}
  </FileStatus>
)

type Retry = {
  canRetry: (report: GroupEvidenceReport) => boolean
  busy: boolean
  onRetry: (from: string) => void
}

const columnsOf = ({ canRetry, busy, onRetry }: Retry): Column<GroupEvidenceReport>[] => [
  { key: 'span', header: 'Quarter', cell: spanText },
  { key: 'state', header: 'State', cell: (report) => <ReportStatus report={report} /> },
  {
    key: 'made',
    header: 'Requested',
    cell: ({ madeBy, createdAt }) => `${momentText(createdAt)}, ${madeBy}`,
  },
  {
    key: 'file',
    header: 'File',
    hideHeader: true,
    below: true,
    cell: (report) =>
      report.status === 'ready' ? (
        <ButtonLink variant="quiet" size="small" icon={Download} href={fileHref(report)} download reload>
          Download<span className="sr-only"> the report of {spanText(report)}</span>
        </ButtonLink>
      ) : (
        canRetry(report) && (
          <Button
            variant="quiet"
            size="small"
            icon={RotateCcw}
            busy={busy}
            onClick={() => onRetry(report.from)}
          >
            Try again<span className="sr-only"> the report of {spanText(report)}</span>
          </Button>
        )
      ),
  },
]

type ReportFormProps = { quarters: readonly EvidenceQuarter[]; busy: boolean; onMake: (from: string) => void }

function ReportForm({ quarters, busy, onMake }: ReportFormProps) {
  const [from, setFrom] = useState(quarters[0]!.from)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        id="evidence-quarter"
        label="Quarter"
        options={quarters.map((quarter) => ({ value: quarter.from, label: spanText(quarter) }))}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        className="w-72 max-w-full"
      />
      <Button variant="quiet" busy={busy} onClick={() => onMake(from)}>
        Create report
      </Button>
    </div>
  )
}

/** What each agreement of a practice brings into the next report, and who gave it. */
const ReportContents = ({ figures, policies }: Pick<GroupEvidence, 'figures' | 'policies'>) => (
  <dl className="mt-4 grid gap-4 sm:grid-cols-2">
    <div>
      <dt className="font-semibold">Evidence list, outcomes, open actions, packs and sample audits</dt>
      <dd>
        <p className="text-small text-muted">From practices that agreed to monthly figures.</p>
        <GroupUseNote agreement="figures" use={figures} />
      </dd>
    </div>
    <div>
      <dt className="font-semibold">Policies in force and their review</dt>
      <dd>
        <p className="text-small text-muted">From practices that agreed to show policy status.</p>
        <GroupUseNote agreement="policies" use={policies} />
      </dd>
    </div>
  </dl>
)

type GroupEvidenceScreenProps = { evidence: GroupEvidence; onChanged: () => Promise<void> }

/** A group's evidence reports: one sealed PDF of a quarter, made behind the scenes. */
export function GroupEvidenceScreen({ evidence, onChanged }: GroupEvidenceScreenProps) {
  const { quarters, reports, figures, policies } = evidence
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const isPreparing = reports.some(({ status }) => status === 'preparing')
  usePolling(isPreparing, onChanged)
  const hasAgreed = figures.agreed + policies.agreed > 0
  const canRetry = ({ status, from }: GroupEvidenceReport) =>
    status === 'failed' && hasAgreed && !isPreparing && quarters.some((quarter) => quarter.from === from)

  async function make(from: string) {
    const done = await run(async () => {
      await api.groupEvidence.make({ from })
      await onChanged()
    })
    if (done) toast('The report is being prepared. You can leave this page.')
  }
  return (
    <>
      <PageHeader
        title="Evidence"
        lead="One sealed PDF for a quarter: each practice’s evidence list, open actions, sample audits and policies, as the practice itself counts them. No patients or staff are named."
      />
      <Panel title="Create report" className="mt-5">
        {hasAgreed ? (
          <ReportForm quarters={quarters} busy={busy} onMake={(from) => void make(from)} />
        ) : (
          <p>
            No practice shows its monthly figures or policy status, so there is nothing to report. Each
            practice decides in its settings, under Group of practices.
          </p>
        )}
        <ReportContents figures={figures} policies={policies} />
        <p className="mt-4 text-small text-muted">
          Practices that did not agree are named as not shown. Items about fewer than 5 patients are left out.
        </p>
      </Panel>
      <ProblemMessage problem={problem} className="mt-4" />
      <DataTable
        caption="Evidence reports"
        className="mt-5"
        columns={columnsOf({ canRetry, busy, onRetry: (from) => void make(from) })}
        rows={reports}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={FileCheck} title="No evidence reports yet" />}
      />
    </>
  )
}
