import type { Flag } from '../../../contract/permissions.ts'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import {
  analyticsPath,
  billingPath,
  cataloguePath,
  documentsPath,
  protectionPaths,
  templatePaths,
  treatmentsPath,
} from './clinic-paths.ts'

type AreaLink = { href: string; label: string; needs?: Flag }

/** The pages that are not in the menu, by area. */
export const areaGroups: readonly { title: string; links: readonly AreaLink[] }[] = [
  {
    title: 'Consent wording',
    links: [
      { href: templatePaths.list, label: 'Templates', needs: 'manageTemplates' },
      { href: cataloguePath, label: 'Template catalogue' },
      { href: treatmentsPath, label: 'Treatments' },
    ],
  },
  {
    title: 'Inspections and data',
    links: [
      { href: compliancePaths.overview, label: 'Evidence for inspections (CQC)', needs: 'accessSettings' },
      { href: protectionPaths.requests, label: 'Data protection', needs: 'accessSettings' },
    ],
  },
  {
    title: 'Practice',
    links: [
      { href: analyticsPath, label: 'Analytics', needs: 'viewStats' },
      { href: billingPath, label: 'Billing' },
      { href: documentsPath, label: 'Platform documents', needs: 'accessSettings' },
    ],
  },
]

/** The pages that are not in the menu, by area, for those who may open them. */
export function AreaLinks() {
  const may = useMay()
  const { role } = useSessionUser()
  // The menu has it for administrators, and for nobody else.
  const isInMenu = (href: string) => href === analyticsPath && role === 'clinic_admin'
  const shown = areaGroups.map(({ title, links }) => ({
    title,
    links: links.filter(({ href, needs }) => (!needs || may(needs)) && !isInMenu(href)),
  }))
  return (
    <Panel title="All areas" flush>
      <div className="divide-y divide-line border-t border-line">
        {shown
          .filter(({ links }) => links.length > 0)
          .map(({ title, links }) => (
            <div key={title} className="px-2 py-3">
              <h3 className="px-3 pb-1 text-xs font-medium text-muted">{title}</h3>
              <ul>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      className="flex min-h-9 items-center rounded-md px-3 hover:bg-paper pointer-coarse:min-h-11"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
    </Panel>
  )
}
