import { redirect } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { loadSavedState } from '../../features/translations/translation-loading.ts'
import type { Rendering } from '../../features/translations/translation-operations.ts'
import { TranslationScreen } from '../../features/translations/translation-screen.tsx'
import { renderingName, renderingOf } from '../../features/translations/translation-words.ts'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/clinic-translation.ts'
import { templatePaths } from './clinic-paths.ts'
import { canChangeTemplates } from './template-permission.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(
    loaderData ? `${renderingName(loaderData.rendering)}: ${loaderData.ground.template.name}` : 'Translation',
  )

export const clientMiddleware = [requirePermission('manageTemplates')]

const loadTranslation = (templateId: string, rendering: Rendering, signal?: AbortSignal) => {
  const options = signal ? { signal } : {}
  return loadSavedState(
    {
      template: api.templates.get({ templateId }, options),
      translations: api.translations.list({ templateId }, options),
    },
    rendering,
  )
}

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const rendering = renderingOf(params.language, params.format)
  if (!rendering) throw redirect(templatePaths.view(params.templateId))
  return { rendering, ground: await loadTranslation(params.templateId, rendering, signal) }
}

export default function ClinicTranslation({ loaderData: { rendering, ground } }: Route.ComponentProps) {
  const { id, clinicId } = ground.template
  const may = useMay()
  return (
    <TranslationScreen
      key={`${id} ${renderingName(rendering)}`}
      savedState={ground}
      rendering={rendering}
      operations={api.translations}
      load={() => loadTranslation(id, rendering)}
      canWrite={canChangeTemplates(may) && clinicId !== null}
      backHref={templatePaths.view(id)}
      trail={[...templatePaths.trail, { href: templatePaths.view(id), label: ground.template.name }]}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load translation"
    action={<ButtonLink href={templatePaths.list}>Back to templates</ButtonLink>}
  />
)
