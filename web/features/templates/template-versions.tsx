import { GitCompareArrows, RotateCcw } from 'lucide-react'
import { CellText } from '../../ui/cell-text.tsx'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { DecisionList } from './template-decisions.tsx'
import type { TemplateOperations, TemplateVersion } from './template-operations.ts'
import { VersionComparison } from './version-comparison.tsx'

type TemplateVersionsProps = {
  templateId: string
  versions: readonly TemplateVersion[]
  operations: TemplateOperations
  canRestore: boolean
  /** What is saved waits beside the version in use. */
  waitsForApproval: boolean
  onChanged: () => Promise<void>
}

/** Every saved state of a template, what changed between any two, and the way back to one. */
export function TemplateVersions(props: TemplateVersionsProps) {
  const { templateId, versions, operations, canRestore } = props
  const { busy, problem, restore } = useRestoreVersion(props)
  const isDecided = versions.some(({ decisions }) => decisions.length > 0)
  return (
    <section id="versions" className="mt-8 scroll-mt-6" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <p className="mt-0.5 text-muted">
        Every saved version is kept. A consent shows the version current when it was sent.
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      <DataTable
        caption="Versions of this template"
        className="mt-4"
        columns={[
          ...factColumns,
          ...(isDecided ? [decisionColumn] : []),
          ...(canRestore && versions.length > 1 ? [restoreColumn(restore)] : []),
        ]}
        rows={versions}
        rowKey={({ id }) => id}
        busy={busy}
        empty={null}
      />
      {versions.length > 1 && (
        <VersionComparison
          key={versions[0]?.id}
          versions={versions}
          icon={GitCompareArrows}
          load={(versionId) => operations.version({ templateId, versionId })}
        />
      )}
    </section>
  )
}

const changeWords = { cosmetic: 'Cosmetic', material: 'Material' }

const factColumns: Column<TemplateVersion>[] = [
  {
    key: 'number',
    header: 'Version',
    cell: ({ number, label, isCurrent, isProposed }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CellText main={`Version ${label}`} sub={`Number ${number}`} />
        {isCurrent && <Badge tone="brand">Current</Badge>}
        {isProposed && <Badge tone="warn">Waiting for approval</Badge>}
      </span>
    ),
  },
  {
    key: 'saved',
    header: 'Saved',
    cell: ({ createdAt, createdByName }) => (
      <CellText
        main={<time dateTime={createdAt}>{momentText(createdAt)}</time>}
        sub={createdByName ? `By ${createdByName}` : 'Included with Candour'}
      />
    ),
    className: 'tabular-nums',
  },
  {
    key: 'why',
    header: 'Why',
    cell: ({ reason, change }) => <CellText main={reason || 'No reason given'} sub={changeWords[change]} />,
    className: 'text-muted wrap-anywhere',
  },
]

const decisionColumn: Column<TemplateVersion> = {
  key: 'decisions',
  header: 'Approval',
  cell: ({ decisions }) => (decisions.length > 0 ? <DecisionList decisions={decisions} /> : '-'),
  className: 'text-muted',
}

const restoreColumn = (restore: (version: TemplateVersion) => void): Column<TemplateVersion> => ({
  key: 'restore',
  header: 'Restore',
  cell: (version) =>
    version.isCurrent || version.isProposed ? (
      <span className="text-muted">{version.isCurrent ? 'In use' : 'Not in use yet'}</span>
    ) : (
      <Button
        variant="quiet"
        size="small"
        icon={RotateCcw}
        aria-label={`Restore version ${version.label}`}
        onClick={() => restore(version)}
      >
        Restore
      </Button>
    ),
})

/** Brings back what an old version said, after one question. */
function useRestoreVersion({ templateId, operations, waitsForApproval, onChanged }: TemplateVersionsProps) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  async function restore({ id: versionId, label }: TemplateVersion) {
    const agreed = await confirm({
      title: `Restore version ${label}?`,
      text: waitsForApproval
        ? 'Its text is saved as a new version awaiting approval. The version in use stays until then.'
        : 'Its text is saved as a new version and used from then on. Other versions and consents already sent do not change.',
      confirm: 'Restore',
    })
    if (!agreed) return
    await run(async () => {
      const context = { idempotencyKey: crypto.randomUUID() }
      const { version, proposal } = await operations.restore({ templateId, versionId }, { context })
      await onChanged()
      toast(`Version ${label} is restored as version ${version}${proposal ? ', awaiting approval' : ''}.`)
    })
  }
  return { busy, problem, restore: (version: TemplateVersion) => void restore(version) }
}
