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
        route('sign-consent/:consentId', 'areas/clinic/consent-countersign.tsx'),
      ]),
    ]),
    ...prefix('admin', [
      layout('areas/admin/admin-layout.tsx', [
        index('areas/admin/admin-dashboard.tsx'),
        route('consents', 'areas/admin/admin-consent-list.tsx'),
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
] as const

/** Public pages of words only: their prerendered HTML is shipped without any script. */
export const stillPaths: readonly string[] = ['/', '/404']

export default [...areas.public, ...areas.app]
