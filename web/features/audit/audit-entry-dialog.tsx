import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { auditHref, type AuditQuery } from './audit-query.ts'
import { actionText, detailLines, roleText, type AuditRow } from './audit-words.ts'

type AuditEntryDialogProps = { row: AuditRow; clinicName?: string | undefined; onClose: () => void }

type SearchLinkProps = { query: AuditQuery; onClose: () => void; children: string }

/** A value that leads to all entries with the same one. */
const SearchLink = ({ query, onClose, children }: SearchLinkProps) => (
  <Link href={auditHref(query)} onClick={onClose} className="text-link wrap-anywhere">
    {children}
  </Link>
)

/** Everything that one entry says. */
export function AuditEntryDialog({ row, clinicName, onClose }: AuditEntryDialogProps) {
  const { action, at, subject, details, userName, userEmail, userId, userRole, ip, sessionId } = row
  const { browser, browserVersion, platform, language, timezone, userAgent, requestId, contentHash, id } = row
  const code = (text: string | null) => (text ? <code className="wrap-anywhere">{text}</code> : 'None')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={actionText(action)}
      description={`${momentText(at)} (${at.slice(11, 19)} UTC)`}
      size="medium"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DescriptionList
        items={[
          {
            term: 'Action',
            detail: (
              <SearchLink query={{ action }} onClose={onClose}>
                {action}
              </SearchLink>
            ),
          },
          ...(clinicName === undefined ? [] : [{ term: 'Practice', detail: clinicName }]),
          { term: 'Person', detail: <span dir="auto">{userName ?? 'Not recorded'}</span> },
          {
            term: 'E-mail',
            detail: userEmail ? (
              <SearchLink query={{ who: userEmail }} onClose={onClose}>
                {userEmail}
              </SearchLink>
            ) : (
              'None'
            ),
          },
          { term: 'Role', detail: roleText(userRole) },
          { term: 'Account', detail: code(userId) },
          { term: 'Affected record', detail: code(subject) },
          ...detailLines(details).map(([name, value]) => ({
            term: name,
            detail: <span className="wrap-anywhere">{value}</span>,
          })),
          {
            term: 'Address',
            detail: (
              <SearchLink query={{ ip }} onClose={onClose}>
                {ip}
              </SearchLink>
            ),
          },
          {
            term: 'Session',
            detail: sessionId ? (
              <SearchLink query={{ session: sessionId }} onClose={onClose}>
                {sessionId}
              </SearchLink>
            ) : (
              'None'
            ),
          },
          { term: 'Browser', detail: `${browser} ${browserVersion}` },
          { term: 'System', detail: platform },
          { term: 'Language', detail: language },
          { term: 'Time zone', detail: timezone },
          { term: 'User agent', detail: <span className="wrap-anywhere">{userAgent}</span> },
          { term: 'Request', detail: code(requestId) },
          { term: 'Fingerprint', detail: code(contentHash) },
          { term: 'Entry', detail: code(id) },
        ]}
      />
    </Dialog>
  )
}
