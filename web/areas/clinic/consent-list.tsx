import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { consentListQuery } from '../../features/consents/consent-list-query.ts'
import { ConsentListScreen } from '../../features/consents/consent-list-screen.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useLive } from '../../live-news.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-list.ts'
import { consentPaths, fromNotePath } from './clinic-paths.ts'

export const meta = () => pageTitle('Consents')

export const clientMiddleware = [requirePermission('createConsents')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const [page, clinicians] = await Promise.all([
    api.consents.list(consentListQuery(new URL(url).searchParams), { signal }),
    api.staff.clinicians({}, { signal }),
  ])
  return { page, clinicians }
}

export default function ConsentList({ loaderData: { page, clinicians } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  useLive(['consents', 'messages'], () => void revalidate())
  return (
    <div className="mx-auto max-w-page">
      <ConsentListScreen
        page={page}
        clinicians={clinicians}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        hrefOf={({ id }) => consentPaths.detail(id)}
        newHref={consentPaths.create()}
        fromNoteHref={fromNotePath()}
      />
    </div>
  )
}
