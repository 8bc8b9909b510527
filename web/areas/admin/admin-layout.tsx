import { CircleUserRound, FileText, LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { SessionUser } from '../../../contract/identity.ts'
import { SessionKeeper } from '../../features/account/session-keeper.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requireRole, sessionUserContext } from '../../features/identity/guard.ts'
import { SessionUserProvider } from '../../features/identity/session-user.tsx'
import { SignedInPerson } from '../../features/identity/signed-in-person.tsx'
import { signOut } from '../../features/identity/this-session.ts'
import { PartProviders } from '../../ui/part-providers.tsx'
import { Brand } from '../../ui/plain/brand.tsx'
import { SidebarItem, SidebarSection } from '../../ui/sidebar-item.tsx'
import { SidebarLayout } from '../../ui/sidebar-layout.tsx'
import type { Route } from './+types/admin-layout.ts'

export const clientMiddleware = [requireRole('super_admin')]

export const shouldRevalidate = () => true

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => ({
  user: context.get(sessionUserContext),
})

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

function AdminFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { pathname } = useLocation()
  const navigation = (
    <>
      <SidebarSection>
        <SidebarItem href="/admin" icon={LayoutDashboard} current={pathname === '/admin'}>
          Dashboard
        </SidebarItem>
        <SidebarItem href="/admin/consents" icon={FileText} current={pathname.startsWith('/admin/consents')}>
          Consents
        </SidebarItem>
        <SidebarItem
          href="/admin/profile"
          icon={CircleUserRound}
          current={pathname.startsWith('/admin/profile')}
        >
          Profile
        </SidebarItem>
      </SidebarSection>
      <SignedInPerson roleLabel="Super Administrator" />
    </>
  )
  return (
    <SessionUserProvider user={user}>
      <PartProviders>
        <SidebarLayout
          brand={<Brand name="Super Admin Portal" href="/admin" />}
          label="Super Admin Portal"
          sidebar={navigation}
          at={pathname}
        >
          {children}
        </SidebarLayout>
        <SessionKeeper onSignInAgain={() => void signOut()} />
      </PartProviders>
    </SessionUserProvider>
  )
}
