import { redirect } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { loadSavedState } from '../../features/translations/translation-loading.ts'
import type { Rendering } from '../../features/translations/translation-operations.ts'
import { TranslationScreen } from '../../features/translations/translation-screen.tsx'
import { renderingName, renderingOf } from '../../features/translations/translation-words.ts'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-translation.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(
    loaderData ? `${renderingName(loaderData.rendering)}: ${loaderData.ground.template.name}` : 'Translation',
  )

const loadTranslation = (templateId: string, rendering: Rendering, signal?: AbortSignal) => {
  const options = signal ? { signal } : {}
  return loadSavedState(
    {
      template: api.adminTemplates.get({ templateId }, options),
      translations: api.adminTranslations.list({ templateId }, options),
    },
    rendering,
  )
}

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const rendering = renderingOf(params.language, params.format)
  if (!rendering) throw redirect(platformTemplatePaths.view(params.templateId))
  return { rendering, ground: await loadTranslation(params.templateId, rendering, signal) }
}

export default function AdminTranslation({ loaderData: { rendering, ground } }: Route.ComponentProps) {
  const { id } = ground.template
  return (
    <TranslationScreen
      key={`${id} ${renderingName(rendering)}`}
      savedState={ground}
      rendering={rendering}
      operations={api.adminTranslations}
      load={() => loadTranslation(id, rendering)}
      canWrite
      backHref={platformTemplatePaths.view(id)}
      trail={[
        ...platformTemplatePaths.trail,
        { href: platformTemplatePaths.view(id), label: ground.template.name },
      ]}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load translation"
    action={<ButtonLink href={platformTemplatePaths.list}>Back to templates</ButtonLink>}
  />
)
