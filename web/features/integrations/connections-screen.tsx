import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { SmartAppList, type SmartApp } from '../smart-apps/index.ts'
import type { HrefOfConsentSection } from '../consents/index.ts'
import { ApiKeyList } from './api-key-list.tsx'
import { parseConnectionQuery } from './connection-query.ts'
import type {
  ApiKey,
  CodeMapping,
  DeliveryPage,
  EmbedOrigin,
  HeldPatient,
  Webhook,
  WriteBackPage,
} from './connection-words.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EmbedOriginList } from './embed-origin-list.tsx'
import { PatientsToMatch } from './patients-to-match.tsx'
import type { ListFilter } from './list-filter.ts'
import { TreatmentCodeList } from './treatment-code-list.tsx'
import { WebhookList } from './webhook-list.tsx'
import { WriteBackList } from './write-back-list.tsx'

type ConnectionsScreenProps = {
  keys: readonly ApiKey[]
  webhooks: readonly Webhook[]
  apps: readonly SmartApp[]
  origins: readonly EmbedOrigin[]
  /** What the webhook that the address names was told. */
  deliveries: DeliveryPage | null
  writeBacks: WriteBackPage
  held: readonly HeldPatient[]
  codes: readonly CodeMapping[]
  params: URLSearchParams
  onQuery: (query: string) => void
  busy: boolean
  settingsHref: string
  hrefOfSection: HrefOfConsentSection
  onChanged: () => Promise<void>
}

const isFailing = ({ failingSince, disabledBecause }: Webhook): boolean =>
  disabledBecause === 'failures' || failingSince !== null

/** Other programs: which may read and write, which are told, and what of theirs waits for a decision. */
export function ConnectionsScreen(props: ConnectionsScreenProps) {
  const { keys, webhooks, apps, origins, writeBacks, held, codes, params, settingsHref } = props
  const { tab } = parseConnectionQuery(params)
  const only = (name: string) => queryWith(new URLSearchParams(), { tab: name === 'keys' ? undefined : name })
  const failingCount = webhooks.filter(isFailing).length
  const requestCount = webhooks.filter(({ status }) => status === 'requested').length
  const tabs = [
    {
      name: 'keys',
      label: 'API keys',
      count: keys.filter(({ state }) => state === 'live').length || undefined,
    },
    {
      name: 'webhooks',
      label: failingCount > 0 ? 'Webhooks, failing' : requestCount > 0 ? 'Webhooks, requested' : 'Webhooks',
      count: failingCount || requestCount || webhooks.length || undefined,
    },
    { name: 'apps', label: 'Apps', count: apps.length || undefined },
    { name: 'embedding', label: 'Embedding', count: origins.length || undefined },
    {
      name: 'documents',
      label: writeBacks.failed > 0 ? 'Documents, failed' : 'Documents',
      count: writeBacks.failed || writeBacks.queued || undefined,
    },
    { name: 'patients', label: 'Patients to match', count: held.length || undefined },
    {
      name: 'codes',
      label: 'Treatment codes',
      count: codes.filter(({ template }) => template === null).length || undefined,
    },
  ]
  return (
    <>
      <PageHeader
        title="Connections"
        lead="API keys, webhooks, apps, embedding, document export, and what other programs send."
        back={<BackLink href={settingsHref}>Settings</BackLink>}
      />
      <LinkTabs
        label="Connections"
        className="mt-5 mb-5"
        tabs={tabs.map(({ name, label, count }) => ({
          href: only(name),
          label,
          count,
          current: name === tab,
        }))}
      />
      <OpenTab {...props} />
    </>
  )
}

function OpenTab(props: ConnectionsScreenProps) {
  const { keys, webhooks, apps, origins, deliveries, writeBacks, held, codes } = props
  const { params, onQuery, busy, hrefOfSection, onChanged } = props
  const { tab, webhookId, status } = parseConnectionQuery(params)
  const filter: ListFilter = {
    status,
    onStatus: (next) => onQuery(queryWith(params, { status: next || undefined, page: undefined })),
    hrefOfPage: (page) => queryWith(params, { page: page > 1 ? page : undefined }),
  }
  if (tab === 'keys') return <ApiKeyList keys={keys} busy={busy} onChanged={onChanged} />
  if (tab === 'apps') return <SmartAppList apps={apps} busy={busy} onChanged={onChanged} />
  if (tab === 'embedding') return <EmbedOriginList origins={origins} busy={busy} onChanged={onChanged} />
  if (tab === 'documents')
    return <WriteBackList page={writeBacks} filter={filter} busy={busy} onChanged={onChanged} />
  if (tab === 'patients') return <PatientsToMatch held={held} busy={busy} onChanged={onChanged} />
  if (tab === 'codes') return <TreatmentCodeList codes={codes} busy={busy} onChanged={onChanged} />
  const webhook = webhooks.find(({ id }) => id === webhookId)
  if (webhook && deliveries)
    return (
      <DeliveryLog
        {...{ webhook, filter, busy, hrefOfSection, onChanged }}
        page={deliveries}
        backHref={queryWith(params, { webhook: undefined, status: undefined, page: undefined })}
      />
    )
  const logHref = (id: string) => queryWith(params, { webhook: id, status: undefined, page: undefined })
  return <WebhookList webhooks={webhooks} busy={busy} logHref={logHref} onChanged={onChanged} />
}
