import type { ConsentConcern } from '../../../contract/evidence.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'

type ConcernPanelProps = {
  concerns: readonly ConsentConcern[]
  /** Where the answers, questions and conversations of the consent are. */
  conversationHref: string
  signaturesHref: string
  /** Puts a conversation on record; absent where that cannot be done now. */
  onRecord: (() => void) | undefined
}

/** What is unusual about a consent, each with what to do about it. Nothing where nothing is. */
export function ConcernPanel({ concerns, conversationHref, signaturesHref, onRecord }: ConcernPanelProps) {
  if (concerns.length === 0) return null
  return (
    <Panel title="Needs attention">
      <ul className="divide-y divide-line">
        {concerns.map((concern) => (
          <li
            key={concern.kind}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <p className="min-w-0 flex-1 basis-64">
              <span className="font-medium text-warn">{concern.title}</span>{' '}
              <span dir="auto" className="text-muted">
                {concern.text}
              </span>
            </p>
            <Remedy {...{ concern, conversationHref, signaturesHref, onRecord }} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type RemedyProps = Omit<ConcernPanelProps, 'concerns'> & { concern: ConsentConcern }

function Remedy({ concern: { kind, title }, conversationHref, signaturesHref, onRecord }: RemedyProps) {
  const about = <span className="sr-only"> about: {title}</span>
  switch (kind) {
    case 'name-differs':
      return (
        <Link href={signaturesHref} className="text-link">
          Show signatures{about}
        </Link>
      )
    case 'question-open':
      return (
        <Link href={conversationHref} className="text-link">
          Answer{about}
        </Link>
      )
    case 'read-quickly':
    case 'parts-unopened':
      return onRecord ? (
        <Button variant="link" onClick={onRecord}>
          Record conversation{about}
        </Button>
      ) : (
        <Link href={conversationHref} className="text-link">
          Show reading{about}
        </Link>
      )
    case 'check-unanswered':
    case 'not-understood':
      return (
        <Link href={conversationHref} className="text-link">
          Review{about}
        </Link>
      )
  }
}
