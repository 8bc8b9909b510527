import { today } from '../../../contract/calendar-day.ts'
import { Download, PackageCheck } from 'lucide-react'
import { useState } from 'react'
import type { InspectionPack } from '../../../contract/inspection-packs.ts'
import { inspection_pack_days } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileStatus, megabytesText } from '../../ui/file-status.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { useTask } from '../../ui/use-task.ts'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { PeriodForm } from './compliance-period-form.tsx'
import type { PeriodQuery } from './compliance-period.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'
import { spanText } from './compliance-words.ts'

const columnsOf = (
  isFetching: (pack: InspectionPack) => boolean,
  onFetch: (pack: InspectionPack) => void,
): Column<InspectionPack>[] => [
  { key: 'span', header: 'Period', cell: spanText },
  {
    key: 'state',
    header: 'State',
    cell: (pack) => (
      <FileStatus file={pack} progressLabel="Pack progress">
        {pack.status === 'ready' && `${megabytesText(pack.bytes!)}, until ${dayText(pack.expiresAt!)}`}
      </FileStatus>
    ),
  },
  {
    key: 'made',
    header: 'Requested',
    cell: ({ madeBy, createdAt }) => `${momentText(createdAt)}, ${madeBy}`,
  },
  {
    key: 'fetch',
    header: 'File',
    hideHeader: true,
    below: true,
    cell: (pack) =>
      pack.status === 'ready' && (
        <Button
          variant="quiet"
          size="small"
          icon={Download}
          busy={isFetching(pack)}
          onClick={() => onFetch(pack)}
        >
          Download<span className="sr-only"> the pack of {spanText(pack)}</span>
        </Button>
      ),
  },
]

type PackScreenProps = { packs: readonly InspectionPack[]; onChanged: () => Promise<void> }

/** Everything for an inspection as one file, made behind the scenes. */
export function InspectionPackScreen({ packs, onChanged }: PackScreenProps) {
  const { busy, problem, run } = useTask()
  const [fetching, setFetching] = useState<string>()
  const toast = useToast()
  const isPreparing = packs.some(({ status }) => status === 'preparing')
  usePolling(isPreparing, onChanged)

  async function make(query: PeriodQuery) {
    const done = await run(async () => {
      await api.inspectionPacks.make(query, { context: { idempotencyKey: crypto.randomUUID() } })
      await onChanged()
    })
    if (done) toast('The pack is being prepared. You can leave this page.')
  }
  async function download({ id }: InspectionPack) {
    setFetching(id)
    await run(async () => {
      const { url } = await api.inspectionPacks.release({ packId: id })
      location.assign(url)
    })
    setFetching(undefined)
  }
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={complianceTrail(true)} />}
        title="Inspection packs"
        lead={`A sealed PDF with evidence, trends, sample audit, actions, policies and training, plus the evidence for each sampled consent. Available to download for ${inspection_pack_days} days.`}
      />
      <ComplianceTabs current={compliancePaths.packs} />
      <Panel title="Create pack" className="mt-5">
        <PeriodForm
          query={{ period: 'quarter' }}
          span={{ from: today(), to: today() }}
          submit="Create pack"
          busy={busy && !fetching}
          onSubmit={(query) => void make(query)}
        />
        <p className="mt-3 text-small text-muted">
          The evidence includes patient names and treatment. Share it only with people allowed to see it.
        </p>
      </Panel>
      <ProblemMessage problem={problem} className="mt-4" />
      <DataTable
        caption="Inspection packs"
        className="mt-5"
        columns={columnsOf(
          ({ id }) => busy && fetching === id,
          (pack) => void download(pack),
        )}
        rows={packs}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={PackageCheck} title="No inspection packs yet" />}
      />
    </>
  )
}
