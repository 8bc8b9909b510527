import { Sparkles } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { selectedFindings, isKindFullySelected, toggleFinding, toggleKind } from './cleanup-selection.ts'
import { CleanupGroup, checkboxId } from './cleanup-group.tsx'
import { cleanupGroups, entryCount } from './cleanup-words.ts'
import { RecentCleanups } from './recent-cleanups.tsx'
import { useCleanup } from './use-cleanup.ts'

const CleanupDialog = lazyPart(async () => ({
  default: (await import('./cleanup-dialog.tsx')).CleanupDialog,
}))

type CleanupScreenProps = {
  list: Awaited<ReturnType<Api['cleanup']['preview']>>
  onChanged: () => Promise<void>
}

/** Accounts and staff records that look left behind: what each is, what tidying does, and the way back. */
export function CleanupScreen({ list: { findings, recent }, onChanged }: CleanupScreenProps) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const [asking, setAsking] = useState(false)
  const { tidy, tidying, undo, undoing, undoingId } = useCleanup(onChanged)
  const chosen = selectedFindings(findings, keys)

  function choose(changed: ReadonlySet<string>) {
    setKeys(changed)
    setErrors([])
  }
  function preview() {
    tidying.clear()
    setErrors(
      chosen.length === 0
        ? [{ id: firstCheckboxId(findings), text: 'Select the accounts to clean up.' }]
        : [],
    )
    setAsking(chosen.length > 0)
  }
  async function act() {
    if (!(await tidy(chosen))) return
    setAsking(false)
    setKeys(new Set())
  }
  async function lookAgain() {
    setAsking(false)
    await onChanged()
  }
  return (
    <>
      <PageHeader
        title="User Cleanup"
        lead="Unused accounts and duplicate staff records. Nothing is deleted, and you can undo any clean-up."
        className="mb-6"
      />
      <ErrorSummary errors={errors} />
      {findings.length === 0 ? (
        <NoFindings />
      ) : (
        <>
          <Groups findings={findings} keys={keys} onChange={choose} />
          <div className="mt-6 flex flex-wrap items-center gap-4">
            <Button onClick={preview}>Preview</Button>
            <p role="status" className="text-muted">
              {chosen.length === 0 ? 'None selected' : `${entryCount(chosen.length)} selected`}
            </p>
          </div>
        </>
      )}
      <ProblemMessage problem={undoing.problem} className="mt-6" />
      {recent.length > 0 && (
        <div className="mt-8">
          <RecentCleanups cleanups={recent} undoingId={undoingId} onUndo={({ id }) => void undo(id)} />
        </div>
      )}
      {asking && (
        <Suspense>
          <CleanupDialog
            selected={chosen}
            busy={tidying.busy}
            problem={tidying.problem}
            onConfirm={() => void act()}
            onReload={() => void lookAgain()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The first control that can be ticked, for the message that nothing is. */
function firstCheckboxId(findings: readonly CleanupFinding[]): string | undefined {
  const shown = cleanupGroups.flatMap(({ kind }) => findings.filter((finding) => finding.kind === kind))
  const first = shown.find(({ kept }) => kept === null)
  return first && checkboxId(first)
}

type GroupsProps = {
  findings: readonly CleanupFinding[]
  keys: ReadonlySet<string>
  onChange: (keys: ReadonlySet<string>) => void
}

function Groups({ findings, keys, onChange }: GroupsProps) {
  return (
    <div className="@container space-y-6">
      {cleanupGroups
        .map((group) => ({ ...group, found: findings.filter(({ kind }) => kind === group.kind) }))
        .filter(({ found }) => found.length > 0)
        .map(({ kind, title, lead, found }) => (
          <CleanupGroup
            key={kind}
            title={title}
            lead={lead}
            findings={found}
            keys={keys}
            isAllSelected={isKindFullySelected(findings, kind, keys)}
            onSelect={(key, on) => onChange(toggleFinding(keys, key, on))}
            onSelectAll={(on) => onChange(toggleKind(findings, kind, keys, on))}
          />
        ))}
    </div>
  )
}

const NoFindings = () => (
  <div className="card">
    <EmptyState icon={Sparkles} title="No accounts to clean up">
      We check for accounts without a staff record, invitations not accepted, accounts not used for a long
      time, and possible duplicates.
    </EmptyState>
  </div>
)
