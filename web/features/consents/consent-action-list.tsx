import {
  Brain,
  CalendarClock,
  EyeOff,
  FilePenLine,
  MailX,
  MessageCircleQuestion,
  PenLine,
  RefreshCw,
} from 'lucide-react'
import type { Api } from '../../api.ts'
import type { Icon } from '../../ui/plain/icon.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { formatCount } from './count-text.ts'

type Counts = Awaited<ReturnType<Api['consents']['counts']>>

type ActionListProps = {
  counts: Counts
  /** Where the list shows a view, narrowed to the reader's own; absent where they may not open it. */
  hrefOfView: ((view: string, mine?: boolean) => string) | undefined
}

type ActionItem = { label: string; count: number; view: string; icon: Icon; mine?: boolean }

const listActions = (counts: Counts): ActionItem[] => [
  {
    ...{ label: 'Questions to answer', count: counts.withQuestions },
    ...{ view: 'questions', icon: MessageCircleQuestion },
  },
  { label: 'Not delivered', count: counts.undelivered, view: 'undelivered', icon: MailX },
  { label: 'Reconfirm consent', count: counts.toReconfirm, view: 'reconfirm', icon: RefreshCw },
  {
    ...{ label: 'Capacity review due', count: counts.toLookAtAgain },
    ...{ view: 'look-again', icon: Brain },
  },
  { label: 'To countersign', count: counts.toCountersign, view: 'to-countersign', icon: PenLine },
  {
    ...{ label: 'Expiring within a week', count: counts.expiringWithinWeek },
    ...{ view: 'expiring', icon: CalendarClock },
  },
  { label: 'Sent, not opened', count: counts.notOpened, view: 'not-opened', icon: EyeOff },
  { label: 'My drafts', count: counts.ownDrafts, view: 'drafts', icon: FilePenLine, mine: true },
]

/** What waits for somebody, the most pressing first; each leads to the list of exactly those. */
export function ActionList({ counts, hrefOfView }: ActionListProps) {
  return (
    <Panel title="To do" flush>
      <ul className="divide-y divide-line border-t border-line">
        {listActions(counts).map(({ label, count, view, icon: Picture, mine }) => {
          const content = (
            <>
              <Picture className="size-4.5 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 flex-1">{label}</span>
              <span className="font-semibold tabular-nums">{formatCount(count)}</span>
            </>
          )
          const line = 'flex items-center gap-3 px-5 py-3'
          return (
            <li key={view}>
              {hrefOfView ? (
                <Link href={hrefOfView(view, mine)} className={`${line} hover:bg-paper`}>
                  {content}
                </Link>
              ) : (
                <span className={line}>{content}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
