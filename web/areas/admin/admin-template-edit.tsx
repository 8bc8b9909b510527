import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { loadForEditing, hasOfferParam } from '../../features/templates/editor-loading.ts'
import {
  TemplateEditorScreen,
  TemplateLoadFailure,
} from '../../features/templates/template-editor-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-template-edit.ts'
import { platformTemplatePaths } from './platform-template-context.ts'
import { savedTemplatePath } from './saved-template-path.ts'

export const meta = () => pageTitle('Edit Consent Template')

export const clientLoader = ({ params: { templateId }, request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadForEditing(async () => {
    const [template, { offer }] = await Promise.all([
      api.adminTemplates.get({ templateId, text: 'newest' }, { signal }),
      hasOfferParam(url) ? api.adminTemplates.offer({ templateId }, { signal }) : { offer: null },
    ])
    return { template, offer }
  })

export default function AdminTemplateEdit({ loaderData: loaded }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { list } = platformTemplatePaths
  if (!loaded)
    return <TemplateLoadFailure onLeave={() => void navigate('/admin/consents', { replace: true })} />
  return (
    <TemplateEditorScreen
      key={loaded.template.id}
      {...loaded}
      side="admin"
      videoPaths={platformTemplatePaths}
      operations={api.adminTemplates}
      trail={[
        ...platformTemplatePaths.trail,
        { href: platformTemplatePaths.view(loaded.template.id), label: loaded.template.name },
      ]}
      onSaved={({ id }) => void navigate(savedTemplatePath(id), { replace: true })}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
