import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { unreachableText, type PatientContact } from './link-words.ts'

type UnreachableNoticeProps = {
  contact: PatientContact
  /** Where their contact details are changed. */
  editHref: string
  className?: string
}

/** That the patient cannot be sent an e-mail and what else there is, before anybody tries; a warning where nothing reaches them. */
export function UnreachableNotice({ contact, editHref, className }: UnreachableNoticeProps) {
  const text = unreachableText(contact)
  if (!text) return null
  return (
    <InlineMessage
      tone={contact.reachedBy.length === 0 ? 'warn' : 'info'}
      title={text.title}
      className={className}
    >
      {text.alternative}{' '}
      <Link href={editHref} className="text-link">
        {text.remedy}
      </Link>
    </InlineMessage>
  )
}
