import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { loadForEditing } from '../../features/templates/editor-loading.ts'
import { TemplateLoadFailure } from '../../features/templates/template-editor-screen.tsx'
import { TemplateVideoScreen } from '../../features/templates/template-video-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/admin-template-video.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = () => pageTitle('Video Settings')

export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const loaded = await loadForEditing(() =>
    api.adminTemplates.get({ templateId, text: 'newest' }, { signal }),
  )
  return { loaded }
}

export default function AdminTemplateVideo({ loaderData: { loaded } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { list, edit, video } = platformTemplatePaths
  if (!loaded) return <TemplateLoadFailure onLeave={() => void navigate(list, { replace: true })} />
  return (
    <TemplateVideoScreen
      key={loaded.versionId}
      template={loaded}
      side="admin"
      operations={api.adminTemplates}
      videoHref={video}
      trail={[...platformTemplatePaths.trail, { href: edit(loaded.id), label: loaded.name }]}
      cancelHref={edit(loaded.id)}
      onSaved={() => {
        toast('The video settings are saved.')
        void navigate(edit(loaded.id), { replace: true })
      }}
      onReload={() => void revalidate()}
    />
  )
}
