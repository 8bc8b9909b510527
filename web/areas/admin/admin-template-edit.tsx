import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import { goBack } from '../../features/templates/editor-leaving.ts'
import { loadForEditing } from '../../features/templates/editor-loading.ts'
import {
  TemplateEditorScreen,
  TemplateLoadFailure,
} from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-template-edit.ts'
import { platformTemplatePaths } from './admin-template-acting.ts'
import { savedTemplatePath } from './saved-template-path.ts'

export const meta = () => pageTitle('Edit Consent Template')

export const clientLoader = ({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) =>
  loadForEditing(() => api.adminTemplates.get({ templateId }, { signal }))

export default function AdminTemplateEdit({ loaderData: template }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { uid } = useSessionUser()
  const { list } = platformTemplatePaths
  if (!template)
    return <TemplateLoadFailure onLeave={() => void navigate('/admin/consents', { replace: true })} />
  return (
    <TemplateEditorScreen
      key={template.id}
      template={template}
      side="admin"
      operations={api.adminTemplates}
      writerId={uid}
      back={{ href: list, label: 'Back to templates' }}
      onSaved={(templateId) => void navigate(savedTemplatePath(templateId), { replace: true })}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
