import type { DirectoryEntry } from '../../../contract/directory.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ClinicBadge } from './clinic-badge.tsx'
import { describeChange, clinicStatusBadges } from './clinic-words.ts'

/** Whether a practice's people can come in, and what that means for its patients. */
export function ClinicStatusPanel({ clinic: { status, closedAt, history } }: { clinic: DirectoryEntry }) {
  const last = history.find(({ what }) => what === 'status' || what === 'closed')
  return (
    <Panel title="Status">
      <ClinicBadge status={status} />
      <p className="mt-3">{clinicStatusBadges[status].meaning}</p>
      {closedAt && <p className="mt-2">Closed by the practice.</p>}
      {last && (
        <p className="mt-2 text-muted">
          Since {momentText(last.at)}, by <bdi>{last.by}</bdi>
          {last.reason && (
            <>
              : <bdi>{last.reason}</bdi>
            </>
          )}
        </p>
      )}
    </Panel>
  )
}

/** Everything that was done to a practice's account. */
export function ClinicHistoryPanel({ clinic: { history } }: { clinic: DirectoryEntry }) {
  return (
    <Panel title="Actions taken" lead="Account changes, newest first." flush={history.length === 0}>
      {history.length === 0 ? (
        <EmptyState title="No actions yet">
          Changes to plan, status, owner and details appear here.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {history.map((change, index) => (
            <HistoryItem key={index} change={change} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function HistoryItem({ change }: { change: DirectoryEntry['history'][number] }) {
  const { title, lines } = describeChange(change)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-medium">{title}</p>
      <ul className="wrap-anywhere">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      {change.reason && (
        <p className="mt-1 wrap-anywhere" dir="auto">
          Reason: {change.reason}
        </p>
      )}
      <p className="mt-1 text-small text-muted">
        {momentText(change.at)}, <bdi>{change.by}</bdi>
      </p>
    </li>
  )
}
