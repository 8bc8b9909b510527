import { Suspense, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import site from '../../../build/content/page.site.json'
import type { SessionUser } from '../../../contract/identity.ts'
import { SessionKeeper } from '../../features/account/session-keeper.tsx'
import {
  ClinicChoicesProvider,
  loadClinicRecord,
  usualChoices,
  type ClinicChoices,
} from '../../features/clinics/index.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requireRole, sessionUserContext } from '../../features/identity/guard.ts'
import { RefusedPageNotice } from '../../features/identity/refused-page.tsx'
import { SessionUserProvider } from '../../features/identity/session-user.tsx'
import { signOut } from '../../features/identity/this-session.ts'
import { PartProviders } from '../../ui/part-providers.tsx'
import { Brand } from '../../ui/plain/brand.tsx'
import { SidebarLayout } from '../../ui/sidebar-layout.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { Route } from './+types/clinic-layout.ts'
import { ClinicNavigation } from './clinic-navigation.tsx'

/** Not for the first load: what is announced may come a moment after the page. */
const ClinicNews = lazyPart(() =>
  import('../../features/announcements/clinic-news.tsx').then((news) => ({ default: news.ClinicNews })),
)

export const clientMiddleware = [requireRole('clinic_admin', 'clinic_staff')]

/** Answered from memory on every navigation, so that a changed permission shows in the sidebar. */
export const shouldRevalidate = () => true

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const user = context.get(sessionUserContext)
  const recorded = user.clinicId === null ? null : await loadClinicRecord(user.clinicId)
  return { user, clinicName: recorded?.name ?? user.clinicName, choices: recorded ?? usualChoices }
}

export default function ClinicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <ClinicFrame {...loaderData}>
      <Outlet />
    </ClinicFrame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) throw error
  return (
    <ClinicFrame {...loaderData}>
      <AreaFailure error={error} />
    </ClinicFrame>
  )
}

type ClinicFrameProps = {
  user: SessionUser
  clinicName: string | null
  choices: ClinicChoices
  children: ReactNode
}

function ClinicFrame({ user, clinicName, choices, children }: ClinicFrameProps) {
  const { pathname } = useLocation()
  return (
    <SessionUserProvider user={user}>
      <PartProviders>
        <SidebarLayout
          brand={<Brand name={site.name} href="/clinic" />}
          label="Clinic"
          sidebar={<ClinicNavigation clinicName={clinicName} />}
          at={pathname}
        >
          <RefusedPageNotice />
          <Suspense>
            <ClinicNews />
          </Suspense>
          <ClinicChoicesProvider value={choices}>{children}</ClinicChoicesProvider>
        </SidebarLayout>
        <SessionKeeper onSignInAgain={() => void signOut()} />
      </PartProviders>
    </SessionUserProvider>
  )
}
