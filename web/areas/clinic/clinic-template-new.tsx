import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { TemplateEditorScreen } from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-template-new.ts'
import { createdTemplatePath, templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Create Consent Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.clinics.templateRules({}, { signal })

export default function ClinicTemplateNew({ loaderData: { needsApproval } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { list } = templatePaths
  return (
    <TemplateEditorScreen
      template={null}
      side="clinic"
      videoPaths={templatePaths}
      operations={api.templates}
      needsApproval={needsApproval}
      trail={templatePaths.trail}
      onSaved={({ id }) => void navigate(createdTemplatePath(id), { replace: true })}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
