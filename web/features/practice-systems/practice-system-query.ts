import { pageIn } from '../../ui/query-string.ts'

const practiceSystemTabs = ['overview', 'held', 'practitioners', 'treatments', 'deliveries'] as const
export type PracticeSystemTab = (typeof practiceSystemTabs)[number]

const statuses = ['queued', 'delivered', 'failed'] as const
const decisions = ['open', 'mapped', 'no-consent'] as const

/** What the page's address asks for: which list, narrowed to what, and which page of it. */
export const parsePracticeSystemQuery = (params: URLSearchParams) => ({
  tab: practiceSystemTabs.find((tab) => tab === params.get('tab')) ?? 'overview',
  status: statuses.find((status) => status === params.get('status')),
  decision: decisions.find((decision) => decision === params.get('decision')),
  page: pageIn(params),
})
