import {
  BookOpen,
  Building2,
  ChartColumn,
  ExternalLink,
  FilePen,
  LayoutDashboard,
  LifeBuoy,
  ScrollText,
  Settings,
  UserRoundX,
  Users,
  UsersRound,
  CircleUserRound,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { supportAddress } from '../../support-address.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import { SignedInUserMenu } from '../../features/identity/signed-in-user-menu.tsx'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import type { Icon } from '../../ui/plain/icon.ts'
import { SidebarItem, SidebarSection } from '../../ui/sidebar-item.tsx'

type Destination = {
  href: string
  label: string
  icon: Icon
  needs?: Flag
  /** In the menu of this role alone, whoever else may open it (section 2). */
  role?: Role
  also?: string
}

/** What the specification names, no more: the dashboard, consents and settings lead to the rest (rulings 46). */
export const destinations: readonly Destination[] = [
  { href: '/clinic', label: 'Dashboard', icon: LayoutDashboard },
  { href: '/clinic/patients', label: 'Patients', icon: Users },
  {
    href: '/clinic/consents',
    label: 'Consents',
    icon: FilePen,
    needs: 'createConsents',
    also: '/clinic/sign-consent',
  },
  { href: '/clinic/analytics', label: 'Analytics', icon: ChartColumn, role: 'clinic_admin' },
  {
    href: '/clinic/staff',
    label: 'Staff',
    icon: UsersRound,
    needs: 'manageStaff',
    also: '/clinic/staff-registration',
  },
  { href: '/clinic/user-cleanup', label: 'User Cleanup', icon: UserRoundX, needs: 'manageStaff' },
  { href: '/clinic/settings', label: 'Settings', icon: Settings, needs: 'accessSettings' },
]

/** The clinic's sidebar: what the person may open, then account and support, then who they are. */
export function ClinicNavigation({ clinicName }: { clinicName: string | null }) {
  const { pathname } = useLocation()
  const may = useMay()
  const { role: own } = useSessionUser()
  return (
    <>
      {clinicName !== null && <ClinicName name={clinicName} />}
      <SidebarSection>
        {destinations
          .filter(({ needs, role }) => (!needs || may(needs)) && (!role || role === own))
          .map(({ href, label, icon, also }) => (
            <SidebarItem
              key={href}
              href={href}
              icon={icon}
              current={isCurrentPath(pathname, href) || isCurrentPath(pathname, also)}
            >
              {label}
            </SidebarItem>
          ))}
      </SidebarSection>
      <SidebarSection title="Account and Support" className="pt-6 pb-4">
        <SidebarItem
          href="/clinic/account"
          icon={CircleUserRound}
          current={isCurrentPath(pathname, '/clinic/account')}
        >
          My Account
        </SidebarItem>
        <SidebarItem href="/" icon={ExternalLink} target="_blank">
          View site
        </SidebarItem>
        <SidebarItem href={`mailto:${supportAddress}`} icon={LifeBuoy} reload>
          Support
        </SidebarItem>
        <SidebarItem href="/how-to-generate-consents" icon={BookOpen} target="_blank">
          How to Generate Consents
        </SidebarItem>
        <SidebarItem href="/terms" icon={ScrollText} reload>
          {'Terms & Conditions'}
        </SidebarItem>
      </SidebarSection>
      <SignedInUserMenu />
    </>
  )
}

function ClinicName({ name }: { name: string }) {
  return (
    <p className="mx-5 mt-2 mb-1 flex items-center gap-2.5 rounded-md border border-line bg-paper px-3 py-2 text-small text-muted rail:sr-only">
      <Building2 className="size-4 shrink-0" aria-hidden />
      <span dir="auto" className="min-w-0 truncate" title={name}>
        {name}
      </span>
    </p>
  )
}

/** The dashboard is current on itself alone, the others on everything below them too. */
function isCurrentPath(pathname: string, href: string | undefined): boolean {
  if (href === undefined) return false
  return pathname === href || (href !== '/clinic' && pathname.startsWith(`${href}/`))
}
