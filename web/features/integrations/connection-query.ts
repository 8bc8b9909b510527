import { idIn, pageIn } from '../../ui/query-string.ts'

const connectionTabs = ['keys', 'webhooks', 'apps', 'embedding', 'documents', 'patients', 'codes'] as const

const statuses = ['queued', 'delivered', 'failed'] as const

/** What the page's address asks for: which connections, which webhook's log, which page and state of a list. */
export function parseConnectionQuery(params: URLSearchParams) {
  return {
    tab: connectionTabs.find((tab) => tab === params.get('tab')) ?? 'keys',
    webhookId: idIn(params, 'webhook'),
    status: statuses.find((status) => status === params.get('status')),
    page: pageIn(params),
  }
}
