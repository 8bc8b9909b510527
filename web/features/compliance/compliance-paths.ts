import type { Crumb } from '../../ui/breadcrumbs.tsx'

const root = '/clinic/cqc'

const dashboard = { href: '/clinic', label: 'Dashboard' }
const evidence = { href: root, label: 'Evidence for inspections' }

/** Where the screens of the evidence for inspections are. */
export const compliancePaths = {
  overview: root,
  item: (itemId: string) => `${root}/items/${itemId}`,
  actions: `${root}/actions`,
  audits: `${root}/audits`,
  audit: (auditId: string) => `${root}/audits/${auditId}`,
  policies: `${root}/policies`,
  policy: (policy: string) => `${root}/policies/${policy}`,
  trainings: `${root}/trainings`,
  incidents: `${root}/incidents`,
  packs: `${root}/packs`,
}

/** Above a page of the evidence: its first page too, for those who may open that, and what else lies between. */
export const complianceTrail = (mayOpenEvidence: boolean, ...between: readonly Crumb[]): Crumb[] => [
  dashboard,
  ...(mayOpenEvidence ? [evidence] : []),
  ...between,
]
