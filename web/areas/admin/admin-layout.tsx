import {
  Building2,
  ChartColumn,
  CircleUserRound,
  FileStack,
  FileText,
  LayoutDashboard,
  LifeBuoy,
  ScrollText,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { SessionUser } from '../../../contract/identity.ts'
import { SessionMonitor } from '../../features/account/session-monitor.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requireRole, sessionUserContext } from '../../features/identity/guard.ts'
import { SessionUserProvider } from '../../features/identity/session-user.tsx'
import { SignedInUserMenu } from '../../features/identity/signed-in-user-menu.tsx'
import { signOut } from '../../features/identity/tab-session.ts'
import { ConfigurationWarning, loadMissingServices } from '../../features/setup/configuration-warning.tsx'
import { UiProviders } from '../../ui/ui-providers.tsx'
import { Brand } from '../../ui/plain/brand.tsx'
import type { Icon } from '../../ui/plain/icon.ts'
import { SidebarItem, SidebarSection } from '../../ui/sidebar-item.tsx'
import { SidebarLayout } from '../../ui/sidebar-layout.tsx'
import { setTitlePractice } from '../../ui/window-title.ts'
import type { Route } from './+types/admin-layout.ts'

export const clientMiddleware = [requireRole('super_admin')]

export const shouldRevalidate = () => true

export async function clientLoader({ context, request: { signal } }: Route.ClientLoaderArgs) {
  setTitlePractice(null)
  return { user: context.get(sessionUserContext), missing: await loadMissingServices(signal) }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame {...loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) throw error
  return (
    <AdminFrame {...loaderData}>
      <AreaFailure error={error} />
    </AdminFrame>
  )
}

type Destination = { href: string; label: string; icon: Icon; also?: string }

const destinations: readonly Destination[] = [
  { href: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { href: '/admin/clinics', label: 'Practice Directory', icon: Building2 },
  { href: '/admin/consents', label: 'Consents', icon: FileText },
  {
    href: '/templates/consent',
    label: 'Consent Templates',
    icon: FileStack,
    also: '/admin/consent-templates',
  },
  { href: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
  { href: '/admin/support', label: 'Support Tickets', icon: LifeBuoy },
  { href: '/admin/logs', label: 'Audit Logs', icon: ScrollText },
  { href: '/admin/profile', label: 'Profile', icon: CircleUserRound },
]

/** The dashboard is current on itself alone, the others on everything below them too. */
const isCurrentPath = (pathname: string, href: string | undefined) =>
  href !== undefined && (href === '/admin' ? pathname === href : pathname.startsWith(href))

type AdminFrameProps = Pick<ComponentProps<typeof ConfigurationWarning>, 'missing'> & {
  user: SessionUser
  children: ReactNode
}

function AdminFrame({ user, missing, children }: AdminFrameProps) {
  const { pathname } = useLocation()
  const navigation = (
    <>
      <SidebarSection>
        {destinations.map(({ href, label, icon, also }) => (
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
      <SignedInUserMenu roleLabel="Super Administrator" />
    </>
  )
  return (
    <SessionUserProvider user={user}>
      <UiProviders>
        <SidebarLayout
          brand={<Brand name="Super Admin Portal" href="/admin" />}
          label="Super Admin Portal"
          sidebar={navigation}
          currentPath={pathname}
        >
          <ConfigurationWarning missing={missing} instructionsHref="/setup/configuration" />
          {children}
        </SidebarLayout>
        <SessionMonitor onSignInAgain={() => void signOut()} />
      </UiProviders>
    </SessionUserProvider>
  )
}
