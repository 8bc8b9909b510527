import { BookOpen, Building2, CircleUserRound, ExternalLink, LifeBuoy, ScrollText } from 'lucide-react'
import { useLocation } from 'react-router'
import { supportAddress } from '../../support-address.ts'
import { SignedInUserMenu } from '../../features/identity/signed-in-user-menu.tsx'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { SidebarItem, SidebarSection } from '../../ui/sidebar-item.tsx'
import { destinations } from './clinic-destinations.ts'

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
