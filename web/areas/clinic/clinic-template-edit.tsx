import { redirect, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { loadForEditing, hasOfferParam } from '../../features/templates/editor-loading.ts'
import {
  TemplateEditorScreen,
  TemplateLoadFailure,
} from '../../features/templates/template-editor-screen.tsx'
import { savedText } from '../../features/templates/pending-version.ts'
import type { Template } from '../../features/templates/template-wording-dialog.tsx'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/clinic-template-edit.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Edit Consent Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

/** The platform's templates are only looked at. */
export async function clientLoader({
  params: { templateId },
  request: { url, signal },
}: Route.ClientLoaderArgs) {
  const loaded = await loadForEditing(async () => {
    const [template, { needsApproval }, { offer }] = await Promise.all([
      api.templates.get({ templateId, text: 'newest' }, { signal }),
      api.clinics.templateRules({}, { signal }),
      hasOfferParam(url) ? api.templates.offer({ templateId }, { signal }) : { offer: null },
    ])
    return { template, needsApproval, offer }
  })
  if (loaded?.template.clinicId === null) throw redirect(templatePaths.view(templateId))
  return loaded
}

export default function ClinicTemplateEdit({ loaderData: loaded }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { list } = templatePaths
  if (!loaded) return <TemplateLoadFailure onLeave={() => void navigate(list, { replace: true })} />
  function openSaved(saved: Template) {
    toast(savedText(saved, false))
    void navigate(list, { replace: true })
  }
  return (
    <TemplateEditorScreen
      key={loaded.template.id}
      {...loaded}
      side="clinic"
      videoPaths={templatePaths}
      operations={api.templates}
      trail={[
        ...templatePaths.trail,
        { href: templatePaths.view(loaded.template.id), label: loaded.template.name },
      ]}
      onSaved={openSaved}
      onCancel={() => goBack(navigate, list)}
    />
  )
}
