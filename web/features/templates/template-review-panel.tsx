import { today } from '../../../contract/calendar-day.ts'
import { Suspense, useState } from 'react'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { canChangeTemplate, type TemplateContext } from './template-context.ts'
import { clinicalReviewText } from './clinical-review-text.ts'
import { reviewStatus } from './template-attention.ts'
import { DecisionList } from './template-decisions.tsx'
import { personText } from './pending-version.ts'
import type { Template } from './template-wording-dialog.tsx'

const TemplateReviewDialog = lazyPart(async () => ({
  default: (await import('./template-review-dialog.tsx')).TemplateReviewDialog,
}))

type TemplateReviewPanelProps = { template: Template; acting: TemplateContext }

/** Who answers for a template, by when it is looked at again, and who has approved what it says. */
export function TemplateReviewPanel({ template, acting }: TemplateReviewPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const edit = canChangeTemplate(acting, template) && (
    <Button variant="quiet" size="small" aria-label="Edit review details" onClick={() => setEditing(true)}>
      Edit
    </Button>
  )
  return (
    <Panel title="Template review" actions={edit || undefined} className="min-w-0">
      <DescriptionList items={factsOf(template)} />
      {template.clinicId === null && acting.paths.clinicalReview && (
        <ButtonLink
          href={acting.paths.clinicalReview(template.id)}
          variant="quiet"
          size="small"
          className="mt-4"
        >
          Open clinical review
        </ButtonLink>
      )}
      {isEditing && (
        <Suspense>
          <TemplateReviewDialog template={template} acting={acting} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function factsOf(template: Template): Description[] {
  const { clinicalOwner, reviewDue, version, approvals } = template
  const clinicalReview = clinicalReviewText(template)
  return [
    ...(clinicalReview === null
      ? []
      : [{ term: 'Clinical review', detail: <span dir="auto">{clinicalReview}</span> }]),
    {
      term: 'Clinical owner',
      detail: <span dir="auto">{clinicalOwner ? personText(clinicalOwner) : 'Not named'}</span>,
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
  if (reviewDue === null) return 'No date set'
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <time dateTime={reviewDue}>{calendarDayText(reviewDue)}</time>
      {reviewBadges[reviewStatus(reviewDue, today())]}
    </span>
  )
}
