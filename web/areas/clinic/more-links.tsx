import { BookOpen, ChartColumn, ClipboardCheck, CreditCard, FileStack, ListTree } from 'lucide-react'
import type { Flag } from '../../../contract/permissions.ts'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import type { Icon } from '../../ui/plain/icon.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { analyticsPath, billingPath, cataloguePath, templatePaths, treatmentsPath } from './clinic-paths.ts'

type MoreLink = { href: string; label: string; icon: Icon; needs?: Flag }

const moreLinks: readonly MoreLink[] = [
  { href: templatePaths.list, label: 'Templates', icon: FileStack, needs: 'manageTemplates' },
  { href: cataloguePath, label: 'Template catalogue', icon: BookOpen },
  { href: treatmentsPath, label: 'Treatments', icon: ListTree },
  { href: analyticsPath, label: 'Analytics', icon: ChartColumn, needs: 'viewStats' },
  {
    href: compliancePaths.overview,
    label: 'Evidence for inspections',
    icon: ClipboardCheck,
    needs: 'accessSettings',
  },
  { href: billingPath, label: 'Billing', icon: CreditCard },
]

/** The ways to screens that are not in the menu, for those who may open them. */
export function MoreLinks() {
  const may = useMay()
  const { role } = useSessionUser()
  // The menu has it for administrators, and for nobody else.
  const isInMenu = (href: string) => href === analyticsPath && role === 'clinic_admin'
  return (
    <Panel title="More" flush>
      <ul className="divide-y divide-line border-t border-line">
        {moreLinks
          .filter(({ href, needs }) => (!needs || may(needs)) && !isInMenu(href))
          .map(({ href, label, icon: Picture }) => (
            <li key={href}>
              <Link href={href} className="flex items-center gap-3 px-5 py-3 hover:bg-paper">
                <Picture className="size-4.5 shrink-0 text-muted" aria-hidden />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
