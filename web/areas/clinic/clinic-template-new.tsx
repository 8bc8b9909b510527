import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { TemplateEditorScreen } from '../../features/templates/template-editor-screen.tsx'
import { savedText } from '../../features/templates/pending-version.ts'
import type { Template } from '../../features/templates/template-wording-dialog.tsx'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/clinic-template-new.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Create Consent Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.clinics.templateRules({}, { signal })

export default function ClinicTemplateNew({ loaderData: { needsApproval } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { list } = templatePaths
  function openSaved(saved: Template) {
    toast(savedText(saved, true))
    void navigate(list, { replace: true })
  }
  return (
    <TemplateEditorScreen
      template={null}
      side="clinic"
      videoPaths={templatePaths}
      operations={api.templates}
      needsApproval={needsApproval}
      back={{ href: list, label: 'Back to templates' }}
      onSaved={openSaved}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
