import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import type { GroupUse } from '../../../contract/practice-groups.ts'

/** What a practice that gave an agreement does, and one that did not. */
const wordsOfUse: Record<UsedAgreement, { by: string; notBy: string }> = {
  templates: { by: 'Templates shared by', notBy: 'Not shared by' },
  figures: { by: 'Shown by', notBy: 'Not shown by' },
  fees: { by: 'Used by', notBy: 'Not used by' },
  policies: { by: 'Policy status shown by', notBy: 'Not shown by' },
  branding: { by: 'Used by', notBy: 'Not used by' },
  'sign-on': { by: 'Agreed by', notBy: 'Not agreed by' },
}
type UsedAgreement = Exclude<GroupAgreement, 'billing'>

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

type GroupUseNoteProps = { agreement: UsedAgreement; use: GroupUse; className?: string }

/** How many practices of a group gave an agreement, and which did not; nothing while it has none. */
export function GroupUseNote({ agreement, use, className }: GroupUseNoteProps) {
  const { practices, agreed, others } = use
  if (practices === 0) return null
  const { by, notBy } = wordsOfUse[agreement]
  return (
    <div className={className}>
      <p>
        {by} {agreed} of {practices} {practices === 1 ? 'practice' : 'practices'}
      </p>
      {others.length > 0 && (
        <p className="text-small wrap-anywhere text-muted">
          {notBy} {listFormat.format(others)}
        </p>
      )}
    </div>
  )
}
