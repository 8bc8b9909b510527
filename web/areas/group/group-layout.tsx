import {
  Banknote,
  Building2,
  ChartColumn,
  CircleUserRound,
  ClipboardCheck,
  CreditCard,
  FileStack,
  KeyRound,
  LayoutDashboard,
  MessageSquareText,
  Palette,
  ScrollText,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import site from '../../../build/content/page.site.json'
import type { SessionUser } from '../../../contract/identity.ts'
import { SessionMonitor } from '../../features/account/session-monitor.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requireRole, sessionUserContext } from '../../features/identity/guard.ts'
import { SessionUserProvider } from '../../features/identity/session-user.tsx'
import { SignedInUserMenu } from '../../features/identity/signed-in-user-menu.tsx'
import { signOut } from '../../features/identity/tab-session.ts'
import { Brand } from '../../ui/plain/brand.tsx'
import { SidebarItem, SidebarSection } from '../../ui/sidebar-item.tsx'
import { SidebarLayout } from '../../ui/sidebar-layout.tsx'
import { UiProviders } from '../../ui/ui-providers.tsx'
import { setTitlePractice } from '../../ui/window-title.ts'
import type { Route } from './+types/group-layout.ts'

export const clientMiddleware = [requireRole('clinic_admin', 'clinic_staff')]

export const shouldRevalidate = () => true

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  setTitlePractice(null)
  return { user: context.get(sessionUserContext) }
}

export default function GroupLayout({ loaderData }: Route.ComponentProps) {
  return (
    <GroupFrame {...loaderData}>
      <Outlet />
    </GroupFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) throw error
  return (
    <GroupFrame {...loaderData}>
      <AreaFailure error={error} />
    </GroupFrame>
  )
}

function GroupFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { pathname } = useLocation()
  const navigation = (
    <>
      <SidebarSection>
        <SidebarItem href="/group" icon={LayoutDashboard} current={pathname === '/group'}>
          Practices
        </SidebarItem>
        <SidebarItem href="/group/analytics" icon={ChartColumn} current={pathname === '/group/analytics'}>
          Analytics
        </SidebarItem>
        <SidebarItem href="/group/evidence" icon={ClipboardCheck} current={pathname === '/group/evidence'}>
          Evidence
        </SidebarItem>
        <SidebarItem href="/group/templates" icon={FileStack} current={pathname === '/group/templates'}>
          Templates
        </SidebarItem>
        <SidebarItem href="/group/fees" icon={Banknote} current={pathname === '/group/fees'}>
          Fees
        </SidebarItem>
        <SidebarItem href="/group/phrases" icon={MessageSquareText} current={pathname === '/group/phrases'}>
          Phrases
        </SidebarItem>
        <SidebarItem
          href="/group/policies"
          icon={ScrollText}
          current={pathname.startsWith('/group/policies')}
        >
          Policies
        </SidebarItem>
        <SidebarItem href="/group/branding" icon={Palette} current={pathname === '/group/branding'}>
          Branding
        </SidebarItem>
        <SidebarItem href="/group/sign-on" icon={KeyRound} current={pathname === '/group/sign-on'}>
          Single sign-on
        </SidebarItem>
        <SidebarItem href="/group/billing" icon={CreditCard} current={pathname === '/group/billing'}>
          Billing
        </SidebarItem>
        <SidebarItem href="/clinic" icon={Building2}>
          My practice
        </SidebarItem>
        <SidebarItem href="/clinic/account" icon={CircleUserRound}>
          My Account
        </SidebarItem>
      </SidebarSection>
      <SignedInUserMenu roleLabel="Group of practices" />
    </>
  )
  return (
    <SessionUserProvider user={user}>
      <UiProviders>
        <SidebarLayout
          brand={<Brand name={site.name} href="/group" />}
          label="Group of practices"
          sidebar={navigation}
          currentPath={pathname}
        >
          {children}
        </SidebarLayout>
        <SessionMonitor onSignInAgain={() => void signOut()} />
      </UiProviders>
    </SessionUserProvider>
  )
}
