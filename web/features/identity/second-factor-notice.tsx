import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'

type SecondFactorNoticeProps = { by: string; href: string; className?: string }

/** By when somebody is to set up a second factor; gone once there is one. */
export function SecondFactorNotice({ by, href, className }: SecondFactorNoticeProps) {
  return (
    <InlineMessage tone="warn" title={`Set up a second factor by ${dayText(by)}`} className={className}>
      From then on you need an authenticator app or a passkey to sign in.{' '}
      <Link href={href} className="text-link">
        Set it up now
      </Link>
    </InlineMessage>
  )
}
