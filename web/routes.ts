import { index, layout, prefix, route, type RouteConfigEntry } from '@react-router/dev/routes'

/**
 * Every route of the product, in the order of the specification. Both web builds, the sitemap and
 * the server's route table (`build/web/routes.json`) are made from it.
 */
export const areas = {
  /** Prerendered; anyone may read them. */
  public: [
    layout('areas/public/public-layout.tsx', [
      index('areas/public/home.tsx'),
      route('login', 'areas/public/login.tsx'),
      route('login/link', 'areas/public/login-link.tsx'),
      route('login/back', 'areas/public/login-back.tsx'),
      route('register', 'areas/public/register.tsx'),
      route('admin-login', 'areas/public/admin-login.tsx'),
      route('forgot-password', 'areas/public/forgot-password.tsx'),
      route('reset-password', 'areas/public/reset-password.tsx'),
      route('verify-email', 'areas/public/verify-email.tsx'),
      route('locked', 'areas/public/locked.tsx'),
      route('setup', 'areas/public/setup-start.tsx'),
      route('setup/fix-user', 'areas/public/setup-fix-user.tsx'),
      route('setup/reactivate-superadmin', 'areas/public/setup-reactivate.tsx'),
      route('*', 'areas/public/not-found.tsx'),
    ]),
  ],
  /** Drawn in the browser behind a guard. */
  app: [
    ...prefix('clinic', [
      layout('areas/clinic/clinic-layout.tsx', [
        index('areas/clinic/clinic-dashboard.tsx'),
        ...prefix('patients', [
          index('areas/clinic/patient-list.tsx'),
          route('new', 'areas/clinic/patient-new.tsx'),
          route(':patientId', 'areas/clinic/patient-profile.tsx'),
          route(':patientId/edit', 'areas/clinic/patient-edit.tsx'),
        ]),
        ...prefix('consents', [
          index('areas/clinic/consent-list.tsx'),
          route('new', 'areas/clinic/consent-new.tsx'),
          route(':consentId', 'areas/clinic/consent-detail.tsx'),
        ]),
        ...prefix('staff', [
          index('areas/clinic/staff-list.tsx'),
          route('register', 'areas/clinic/staff-register.tsx'),
        ]),
        route('staff-registration', 'areas/clinic/staff-register.tsx', { id: 'staff-registration' }),
        route('user-cleanup', 'areas/clinic/user-cleanup.tsx'),
        route('settings', 'areas/clinic/clinic-settings.tsx'),
        route('account', 'areas/clinic/clinic-account.tsx'),
        route('sign-consent/:consentId', 'areas/clinic/consent-countersign.tsx'),
      ]),
    ]),
    ...prefix('admin', [
      layout('areas/admin/admin-layout.tsx', [
        index('areas/admin/admin-dashboard.tsx'),
        route('consents', 'areas/admin/admin-consent-list.tsx'),
        route('profile', 'areas/admin/admin-profile.tsx'),
      ]),
    ]),
  ],
} satisfies Record<string, RouteConfigEntry[]>

/** Pages behind a consent link: their own small entry, outside the router framework. */
export const patientPaths = [
  '/consent/:consentId',
  '/ai-consent/:consentId',
  '/sign-consent/:accessToken',
  '/consent-pdf/:consentId',
  '/view-consent/:accessToken',
  '/verify-dob/:accessToken',
  '/patient',
] as const

/** Public pages of words only: their prerendered HTML is shipped without any script. */
export const stillPaths: readonly string[] = ['/', '/404']

export default [...areas.public, ...areas.app]
