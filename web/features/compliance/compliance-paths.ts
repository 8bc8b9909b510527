const root = '/clinic/cqc'

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
