import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { parseConnectionQuery } from '../../features/integrations/connection-query.ts'
import { ConnectionsScreen } from '../../features/integrations/connections-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { consentPaths } from './clinic-paths.ts'
import type { Route } from './+types/clinic-connections.ts'

export const meta = () => pageTitle('Connections')

export const clientMiddleware = [requirePermission('canManageBilling')]

/** A count on its tab elsewhere: the page is shown without it where it cannot be loaded. */
const countedOnly = <Row,>(isNeeded: boolean, listed: Promise<Row[]>): Promise<Row[]> =>
  isNeeded ? listed : listed.catch(() => [])

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { tab, webhookId, status, page } = parseConnectionQuery(new URL(url).searchParams)
  const isDocuments = tab === 'documents'
  const [keys, webhooks, apps, origins, writeBacks, held, codes] = await Promise.all([
    api.integrations.listKeys({}, { signal }),
    api.integrations.listWebhooks({}, { signal }),
    countedOnly(tab === 'apps', api.smartApps.list({}, { signal })),
    countedOnly(tab === 'embedding', api.embeds.listOrigins({}, { signal })),
    api.integrations.listWriteBacks(isDocuments ? { status, page } : { pageSize: 1 }, { signal }),
    api.programDecisions.listHeld({}, { signal }),
    api.programDecisions.listCodes({}, { signal }),
  ])
  const isKnown = tab === 'webhooks' && webhooks.some(({ id }) => id === webhookId)
  const deliveries = isKnown
    ? await api.integrations.listDeliveries({ webhookId: webhookId!, status, page }, { signal })
    : null
  return { keys, webhooks, apps, origins, writeBacks, held, codes, deliveries }
}

export default function ClinicConnections({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ConnectionsScreen
        {...loaderData}
        params={params}
        onQuery={(query) => void navigate(query)}
        busy={state !== 'idle'}
        settingsHref="/clinic/settings"
        hrefOfSection={consentPaths.section}
        onChanged={revalidate}
      />
    </div>
  )
}
