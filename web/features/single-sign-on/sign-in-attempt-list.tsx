import { LogIn } from 'lucide-react'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'

type Attempt = SingleSignOnSettings['attempts'][number]

/** What staff were told, and what else the provider answered. */
function reasonText(reason: string): string {
  const [code = '', ...problem] = reason.split(': ')
  return [code && signInMessage(code), ...problem].filter(Boolean).join(' ')
}

const columns: Column<Attempt>[] = [
  {
    key: 'who',
    header: 'Who',
    cell: ({ email, reason }) => <CellText main={email || 'Unknown'} sub={reasonText(reason) || undefined} />,
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => (
      <Badge tone={outcome === 'done' ? 'ok' : 'bad'}>{outcome === 'done' ? 'Signed in' : 'Refused'}</Badge>
    ),
  },
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => recentText(at, new Date()),
    className: 'text-muted tabular-nums',
  },
]

/** The latest sign-ins through the provider, and why one failed. */
export const SignInAttemptList = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <section>
    <h2 className="mb-3">Recent sign-ins</h2>
    <DataTable
      caption="Recent sign-ins through the provider"
      columns={columns}
      rows={attempts}
      rowKey={({ at, email, reason }) => `${at} ${email} ${reason}`}
      empty={
        <EmptyState icon={LogIn} title="No sign-ins yet">
          Sign-ins through the provider appear here, with the reason if one is refused.
        </EmptyState>
      }
    />
  </section>
)
