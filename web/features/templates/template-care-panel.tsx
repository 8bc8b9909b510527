import { today } from '../../../contract/calendar-day.ts'
import { Suspense, useState } from 'react'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { mayChange, type TemplateActing } from './template-acting.ts'
import { reviewStanding } from './template-attention.ts'
import { DecisionList } from './template-decisions.tsx'
import { personWords } from './template-waiting.ts'
import type { Template } from './template-wording-dialog.tsx'

const TemplateCareDialog = lazyPart(async () => ({
  default: (await import('./template-care-dialog.tsx')).TemplateCareDialog,
}))

type TemplateCarePanelProps = { template: Template; acting: TemplateActing }

/** Who answers for a template, by when it is looked at again, and who has approved what it says. */
export function TemplateCarePanel({ template, acting }: TemplateCarePanelProps) {
  const [isEditing, setEditing] = useState(false)
  const edit = mayChange(acting, template) && (
    <Button variant="quiet" size="small" aria-label="Edit care" onClick={() => setEditing(true)}>
      Edit
    </Button>
  )
  return (
    <Panel title="Care of this template" actions={edit || undefined} className="min-w-0">
      <DescriptionList items={factsOf(template)} />
      {isEditing && (
        <Suspense>
          <TemplateCareDialog template={template} acting={acting} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function factsOf({ clinicalOwner, reviewDue, version, approvals }: Template): Description[] {
  return [
    {
      term: 'Clinical owner',
      detail: <span dir="auto">{clinicalOwner ? personWords(clinicalOwner) : 'Nobody is named'}</span>,
    },
    { term: 'Next review', detail: <ReviewDate reviewDue={reviewDue} /> },
    {
      term: `Approvals of version ${version}`,
      detail: approvals.length > 0 ? <DecisionList decisions={approvals} /> : 'None',
    },
  ]
}

const reviewBadges = {
  later: null,
  due: <Badge tone="warn">Review due</Badge>,
  overdue: <Badge tone="bad">Review overdue</Badge>,
}

function ReviewDate({ reviewDue }: Pick<Template, 'reviewDue'>) {
  if (reviewDue === null) return 'No date is set'
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <time dateTime={reviewDue}>{calendarDayText(reviewDue)}</time>
      {reviewBadges[reviewStanding(reviewDue, today())]}
    </span>
  )
}
