import { redirect, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { loadForEditing } from '../../features/templates/editor-loading.ts'
import { TemplateLoadFailure } from '../../features/templates/template-editor-screen.tsx'
import { TemplateVideoScreen } from '../../features/templates/template-video-screen.tsx'
import { savedText } from '../../features/templates/pending-version.ts'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/clinic-template-video.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Video Settings')

export const clientMiddleware = [requirePermission('manageTemplates')]

export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const loaded = await loadForEditing(() => api.templates.get({ templateId, text: 'newest' }, { signal }))
  if (loaded?.clinicId === null) throw redirect(templatePaths.view(templateId))
  return { loaded }
}

export default function ClinicTemplateVideo({ loaderData: { loaded } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { list, edit, video } = templatePaths
  if (!loaded) return <TemplateLoadFailure onLeave={() => void navigate(list, { replace: true })} />
  return (
    <TemplateVideoScreen
      key={loaded.versionId}
      template={loaded}
      side="clinic"
      operations={api.templates}
      videoHref={video}
      trail={[...templatePaths.trail, { href: edit(loaded.id), label: loaded.name }]}
      cancelHref={edit(loaded.id)}
      onSaved={(saved) => {
        toast(savedText(saved, false))
        void navigate(edit(loaded.id), { replace: true })
      }}
      onReload={() => void revalidate()}
    />
  )
}
