import { Suspense, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import site from '../../../build/content/page.site.json'
import type { SessionUser } from '../../../contract/identity.ts'
import { SessionMonitor } from '../../features/account/session-monitor.tsx'
import {
  ClinicPreferencesProvider,
  loadClinicRecord,
  defaultPreferences,
  type ClinicPreferences,
} from '../../features/clinics/index.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requireRole, sessionUserContext } from '../../features/identity/guard.ts'
import { RefusedPageNotice } from '../../features/identity/refused-page.tsx'
import { SessionUserProvider } from '../../features/identity/session-user.tsx'
import { signOut } from '../../features/identity/tab-session.ts'
import { UiProviders } from '../../ui/ui-providers.tsx'
import { Brand } from '../../ui/plain/brand.tsx'
import { SidebarLayout } from '../../ui/sidebar-layout.tsx'
import { setTitlePractice } from '../../ui/window-title.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { Route } from './+types/clinic-layout.ts'
import { ClinicNavigation } from './clinic-navigation.tsx'
import { useClinicShortcuts } from './use-clinic-shortcuts.tsx'

/** Not for the first load: what is announced may come a moment after the page. */
const ClinicAnnouncements = lazyPart(() =>
  import('../../features/announcements/clinic-announcements.tsx').then((news) => ({
    default: news.ClinicAnnouncements,
  })),
)

/** Nor this: it stands for days. */
const SecondFactorNotice = lazyPart(async () => ({
  default: (await import('../../features/identity/second-factor-notice.tsx')).SecondFactorNotice,
}))

export const clientMiddleware = [requireRole('clinic_admin', 'clinic_staff')]

/** Answered from memory on every navigation, so that a changed permission shows in the sidebar. */
export const shouldRevalidate = () => true

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const user = context.get(sessionUserContext)
  const recorded = user.clinicId === null ? null : await loadClinicRecord(user.clinicId)
  const clinicName = recorded?.name ?? user.clinicName
  setTitlePractice(clinicName)
  return { user, clinicName, choices: recorded ?? defaultPreferences }
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
  choices: ClinicPreferences
  children: ReactNode
}

function ClinicFrame({ user, clinicName, choices, children }: ClinicFrameProps) {
  return (
    <SessionUserProvider user={user}>
      <UiProviders>
        <ClinicPreferencesProvider value={choices}>
          <ClinicSidebarLayout clinicName={clinicName} secondFactorBy={user.secondFactorBy}>
            {children}
          </ClinicSidebarLayout>
        </ClinicPreferencesProvider>
        <SessionMonitor onSignInAgain={() => void signOut()} />
      </UiProviders>
    </SessionUserProvider>
  )
}

type ClinicSidebarLayoutProps = Pick<ClinicFrameProps, 'clinicName' | 'children'> &
  Pick<SessionUser, 'secondFactorBy'>

function ClinicSidebarLayout({ clinicName, secondFactorBy, children }: ClinicSidebarLayoutProps) {
  const { pathname } = useLocation()
  const { openMenu, dialogs } = useClinicShortcuts()
  return (
    <SidebarLayout
      brand={<Brand name={site.name} href="/clinic" />}
      label="Clinic"
      sidebar={<ClinicNavigation clinicName={clinicName} />}
      currentPath={pathname}
      onSearch={openMenu}
    >
      <RefusedPageNotice />
      <Suspense>
        {secondFactorBy && (
          <SecondFactorNotice
            by={secondFactorBy}
            href="/clinic/account#second-factor"
            className="mx-auto mb-6 max-w-page"
          />
        )}
        <ClinicAnnouncements />
      </Suspense>
      {children}
      {dialogs}
    </SidebarLayout>
  )
}
