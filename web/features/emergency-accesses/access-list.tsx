import { Eye } from 'lucide-react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { timeText, momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import type { Column } from '../../ui/table-row.tsx'
import {
  isActive,
  viewedRecordsText,
  reasonWords,
  shortConsentId,
  type Access,
  type ListedAccess,
} from './access-words.ts'

/** For how long, and whether it still is. */
export function AccessTime({ access }: { access: Access }) {
  const { from, until, endedAt } = access
  return (
    <>
      <span className="tabular-nums">{momentText(from)}</span>
      <span className="block text-small text-muted">
        {isActive(access, new Date()) ? (
          <Badge tone="warn">Open until {timeText(until)}</Badge>
        ) : (
          `Ended at ${timeText(endedAt ?? until)}`
        )}
      </span>
    </>
  )
}

/** Why, in the words of whoever opened it. */
export const AccessReason = ({ access: { reason, words, ticket } }: { access: Access }) => (
  <>
    <span className="font-medium">{reasonWords[reason]}</span>
    <span dir="auto" className="block wrap-anywhere">
      {words}
    </span>
    {ticket && <span className="block text-small text-muted">Ticket {ticket}</span>}
  </>
)

type AccessListScreenProps = {
  list: { rows: ListedAccess[]; total: number; page: number; pageSize: number }
  settingsHref: string
  hrefOfConsent: (consentId: string) => string
  hrefOfPage: (page: number) => string
  busy: boolean
}

const columnsOf = (hrefOfConsent: (consentId: string) => string): Column<ListedAccess>[] => [
  { key: 'who', header: 'Person', cell: ({ by }) => <span dir="auto">{by}</span> },
  { key: 'when', header: 'Time', cell: (access) => <AccessTime access={access} /> },
  {
    key: 'consent',
    header: 'Consent',
    cell: ({ consentId }) => (
      <Link href={hrefOfConsent(consentId)} className="text-link">
        {shortConsentId(consentId)}
      </Link>
    ),
  },
  { key: 'why', header: 'Reason', cell: (access) => <AccessReason access={access} /> },
  { key: 'opened', header: 'Viewed', cell: ({ opened }) => viewedRecordsText(opened) },
]

/** Who from the platform opened records of the practice. */
export function AccessListScreen({
  list,
  settingsHref,
  hrefOfConsent,
  hrefOfPage,
  busy,
}: AccessListScreenProps) {
  return (
    <>
      <PageHeader
        title="Records opened by Candour"
        lead="Candour staff normally see no patient data. If needed, they can open one record for an hour, read-only, with a reason."
        back={<BackLink href={settingsHref}>Settings</BackLink>}
      />
      <DataTable
        caption="Records opened by Candour"
        className="mt-5"
        columns={columnsOf(hrefOfConsent)}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={Eye} title="No records opened">
            Any access is listed here and you are notified by e-mail.
          </EmptyState>
        }
        footer={<Pager {...list} hrefOfPage={hrefOfPage} />}
      />
      <p className="mt-5 max-w-prose text-small text-muted">
        The list is kept as long as the records. Patients see access to their record in their own copy.
      </p>
    </>
  )
}
