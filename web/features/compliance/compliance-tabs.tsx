import { LinkTabs } from '../../ui/link-tabs.tsx'
import { compliancePaths } from './compliance-paths.ts'

const tabs = [
  { href: compliancePaths.overview, label: 'Evidence' },
  { href: compliancePaths.actions, label: 'Actions' },
  { href: compliancePaths.audits, label: 'Sample audits' },
  { href: compliancePaths.policies, label: 'Policies' },
  { href: compliancePaths.trainings, label: 'Training' },
  { href: compliancePaths.incidents, label: 'Incidents' },
  { href: compliancePaths.packs, label: 'Inspection packs' },
]

/** The parts of the evidence for inspections; who may only read policies sees that part alone. */
export const ComplianceTabs = ({ current, mayAll = true }: { current: string; mayAll?: boolean }) => (
  <LinkTabs
    label="Evidence for inspections"
    className="mt-4"
    tabs={tabs
      .filter(({ href }) => mayAll || href === compliancePaths.policies)
      .map((tab) => ({ ...tab, current: tab.href === current }))}
  />
)
