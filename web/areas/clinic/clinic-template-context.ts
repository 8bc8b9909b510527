import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import type { TemplateContext } from '../../features/templates/template-context.ts'
import { templatePaths } from './clinic-paths.ts'
import { canChangeTemplates } from './template-permission.ts'

const countUnderWay = async (templateId: string): Promise<number> =>
  (await api.consents.ofTemplate({ templateId, pageSize: 1 })).total

/** What the person at work may do with the practice's templates. */
export function useClinicTemplateContext(onChanged: () => Promise<void>): TemplateContext {
  const navigate = useNavigate()
  const may = useMay()
  return {
    side: 'clinic',
    operations: api.templates,
    paths: templatePaths,
    canWrite: canChangeTemplates(may),
    countInProgress: may('createConsents') ? countUnderWay : null,
    onOpen: (templateId) => void navigate(templatePaths.view(templateId)),
    onChanged,
  }
}
