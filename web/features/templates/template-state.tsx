import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { attentionReasonsOf } from './template-attention.ts'
import { TemplateBadge } from './template-badge.tsx'
import type { TemplateRow } from './template-operations.ts'

/** Whether a template is in use, and what of it calls for somebody. */
export const TemplateState = ({ template, now }: { template: TemplateRow; now: Date }) => (
  <span className="flex flex-wrap gap-1.5">
    <TemplateBadge status={template.status} />
    {attentionReasonsOf(template, dateInTimeZone(now)).map(({ kind, text, tone }) => (
      <Badge key={kind} tone={tone} className="rounded-xl! whitespace-normal!">
        {text}
      </Badge>
    ))}
  </span>
)
