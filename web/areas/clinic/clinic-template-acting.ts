import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import type { TemplateActing } from '../../features/templates/template-acting.ts'
import { templatePaths } from './clinic-paths.ts'
import { mayChangeTemplates } from './template-permission.ts'

const countUnderWay = async (templateId: string): Promise<number> =>
  (await api.consents.ofTemplate({ templateId, pageSize: 1 })).total

/** What the person at work may do with the practice's templates. */
export function useClinicTemplates(onChanged: () => Promise<void>): TemplateActing {
  const navigate = useNavigate()
  const may = useMay()
  return {
    side: 'clinic',
    operations: api.templates,
    paths: templatePaths,
    mayWrite: mayChangeTemplates(may),
    countUnderWay: may('createConsents') ? countUnderWay : null,
    onOpen: (templateId) => void navigate(templatePaths.view(templateId)),
    onChanged,
  }
}
