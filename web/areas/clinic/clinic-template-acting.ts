import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import type { TemplateActing } from '../../features/templates/template-acting.ts'
import { templatePaths } from './clinic-paths.ts'
import { mayChangeTemplates } from './template-permission.ts'

/** What the person at work may do with the practice's templates. */
export function useClinicTemplates(onChanged: () => Promise<void>): TemplateActing {
  const navigate = useNavigate()
  return {
    side: 'clinic',
    operations: api.templates,
    paths: templatePaths,
    mayWrite: mayChangeTemplates(useMay()),
    onOpen: (templateId) => void navigate(templatePaths.view(templateId)),
    onChanged,
  }
}
