import type { TemplateStatus } from '../../../contract/templates.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { templateStatusWords } from './template-status.ts'

/** Whether a template is in use: green when it is, red whatever else it is. */
export const TemplateBadge = ({ status }: { status: TemplateStatus }) => (
  <Badge tone={status === 'active' ? 'ok' : 'bad'}>{templateStatusWords[status].label}</Badge>
)
