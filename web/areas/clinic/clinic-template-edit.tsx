import { redirect, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import { goBack } from '../../features/templates/editor-leaving.ts'
import { loadForEditing } from '../../features/templates/editor-loading.ts'
import {
  TemplateEditorScreen,
  TemplateLoadFailure,
} from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/clinic-template-edit.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Edit Consent Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

/** The platform's templates are only looked at. */
export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const template = await loadForEditing(() => api.templates.get({ templateId }, { signal }))
  if (template && template.clinicId === null) throw redirect(templatePaths.view(templateId))
  return template
}

export default function ClinicTemplateEdit({ loaderData: template }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { uid } = useSessionUser()
  const { list } = templatePaths
  if (!template) return <TemplateLoadFailure onLeave={() => void navigate(list, { replace: true })} />
  function goOn() {
    toast('Template updated.')
    void navigate(list, { replace: true })
  }
  return (
    <TemplateEditorScreen
      key={template.id}
      template={template}
      side="clinic"
      operations={api.templates}
      writerId={uid}
      back={{ href: list, label: 'Back to templates' }}
      onSaved={goOn}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
