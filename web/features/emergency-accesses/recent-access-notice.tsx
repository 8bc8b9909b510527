import { timeText, momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { isActive, shortConsentId, type RecentAccess } from './access-words.ts'

type RecentAccessNoticeProps = {
  /** The newest first. */
  accesses: readonly RecentAccess[]
  hrefOfConsent: (consentId: string) => string
  /** Where all of them are listed with their reasons; absent for those who may not see it. */
  listHref: string | undefined
  className?: string
}

/** That somebody of the platform opened a record of the practice. Nothing while nobody did. */
export function RecentAccessNotice({
  accesses,
  hrefOfConsent,
  listHref,
  className,
}: RecentAccessNoticeProps) {
  const now = new Date()
  if (accesses.length === 0) return null
  return (
    <div className={className}>
      <InlineMessage
        role="status"
        tone={accesses.some((access) => isActive(access, now)) ? 'warn' : 'info'}
        title="Candour opened one of your records"
      >
        <ul className="mt-1 space-y-1">
          {accesses.map((access) => (
            <li key={access.id}>
              <span dir="auto">{access.by}</span>, consent{' '}
              <Link href={hrefOfConsent(access.consentId)} className="text-link">
                {shortConsentId(access.consentId)}
              </Link>
              , {momentText(access.from)}.{' '}
              {isActive(access, now) ? `Access until ${timeText(access.until)}.` : 'Access has ended.'}
            </li>
          ))}
        </ul>
        {listHref && (
          <p className="mt-2">
            <Link href={listHref} className="text-link">
              View details
            </Link>
          </p>
        )}
      </InlineMessage>
    </div>
  )
}
