import type { GroupMembership } from '../../../contract/practice-groups.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { subjectsText } from './group-agreement-words.ts'

type GroupDecisionNoticeProps = {
  group: NonNullable<GroupMembership['group']>
  /** Where it is decided. */
  href: string
  className?: string
}

/** What its group waits for the practice to decide. */
export const GroupDecisionNotice = ({ group, href, className }: GroupDecisionNoticeProps) => (
  <InlineMessage className={className}>
    <bdi>{group.name}</bdi> asks for your decision on {subjectsText(group.undecided)}.{' '}
    <Link href={href} className="text-link">
      Decide
    </Link>
  </InlineMessage>
)
