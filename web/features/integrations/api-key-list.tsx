import { KeyRound, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, recentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Column } from '../../ui/table-row.tsx'
import { keyBadge, scopeWords, type ApiKey } from './connection-words.ts'
import { ApiKeyDialog } from './lazy-connection-dialogs.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'

const columns = (now: Date, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Key',
    cell: ({ name, hint }) => <CellText main={name} sub={`Ends in ${hint}`} />,
  },
  {
    key: 'scopes',
    header: 'Access',
    cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', '),
    className: 'text-muted',
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? recentText(lastUsedAt, now) : 'Never'),
    className: 'text-muted tabular-nums',
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, expiresAt, revokedAt }) => (
      <>
        <Badge tone={keyBadge[state].tone}>{keyBadge[state].label}</Badge>
        <span className="block text-small text-muted tabular-nums">
          {revokedAt
            ? `on ${dayText(revokedAt)}`
            : `${state === 'live' ? 'until' : 'on'} ${dayText(expiresAt)}`}
        </span>
      </>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (key) =>
      key.state === 'live' && (
        <Button variant="link" size="small" onClick={() => onRevoke(key)}>
          Revoke<span className="sr-only"> {key.name}</span>
        </Button>
      ),
  },
]

type ApiKeyListProps = { keys: readonly ApiKey[]; busy: boolean; onChanged: () => Promise<void> }

/** The keys of other programs: what each may read, and when it did last. */
export function ApiKeyList({ keys, busy, onChanged }: ApiKeyListProps) {
  const [making, setMaking] = useState(false)
  const isOff = useIsFeatureDisabled('new-connections')
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function revoke({ id, name }: ApiKey) {
    const sure = await confirm({
      title: `Revoke ${name}?`,
      text: 'The program that uses it loses access immediately. This cannot be undone.',
      confirm: 'Revoke key',
      danger: true,
    })
    if (!sure) return
    const done = await run(async () => {
      await api.integrations.revokeKey({ keyId: id })
      await onChanged()
    })
    if (done) toast(`${name} no longer works.`)
  }
  const newKey = !isOff && (
    <Button icon={Plus} onClick={() => setMaking(true)}>
      New API key
    </Button>
  )
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      {keys.length > 0 && <div className="mb-4 flex justify-end">{newKey}</div>}
      <DataTable
        caption="API keys"
        columns={columns(new Date(), (key) => void revoke(key))}
        rows={keys}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet" action={newKey}>
            A key lets a practice system prepare and send consents, and read signed documents.
          </EmptyState>
        }
      />
      <Suspense>{making && <ApiKeyDialog onMade={onChanged} onClose={() => setMaking(false)} />}</Suspense>
    </>
  )
}
