import { index, layout, prefix, route, type RouteConfigEntry } from '@react-router/dev/routes'
import { groupPath, templateGroups } from './library-groups.ts'

/** Each treatment type's texts in full. */
const groups = Object.keys(templateGroups)

/**
 * Every route of the product, in the order of the specification. Both web builds, the sitemap and
 * the server's route table (`build/web/routes.json`) are made from it.
 */
export const areas = {
  /** Prerendered; anyone may read them. */
  public: [
    layout('areas/public/public-layout.tsx', [
      index('areas/public/home.tsx'),
      route('dental-consent-forms', 'areas/public/dental-consent-forms.tsx'),
      route('dental-consent-plans', 'areas/public/dental-consent-plans.tsx'),
      route('dental-compliance-software', 'areas/public/dental-compliance-software.tsx'),
      route('digital-consent-dentists', 'areas/public/digital-consent-dentists.tsx'),
      route('dental-practice-management', 'areas/public/dental-practice-management.tsx'),
      route('dental-templates', 'areas/public/dental-templates.tsx'),
      ...groups.map((name) =>
        route(groupPath(name).slice(1), 'areas/public/template-group.tsx', { id: `templates-${name}` }),
      ),
      route('our-evidence', 'areas/public/our-evidence.tsx'),
      route('dental-consent-software', 'areas/public/dental-consent-software.tsx'),
      route('dental-consent-management', 'areas/public/dental-consent-management.tsx'),
      route('login', 'areas/public/login.tsx'),
      route('login/link', 'areas/public/login-link.tsx'),
      route('login/back', 'areas/public/login-back.tsx'),
      route('register', 'areas/public/register.tsx'),
      route('admin-login', 'areas/public/admin-login.tsx'),
      route('forgot-password', 'areas/public/forgot-password.tsx'),
      route('reset-password', 'areas/public/reset-password.tsx'),
      route('verify', 'areas/public/verify.tsx'),
      route('verify-email', 'areas/public/verify-email.tsx'),
      route('test-consent-form', 'areas/public/test-consent-form.tsx'),
      route('contact', 'areas/public/contact.tsx'),
      route('contact/sent', 'areas/public/contact-sent.tsx'),
      route('contact/unsent', 'areas/public/contact-unsent.tsx'),
      route('terms', 'areas/public/terms.tsx'),
      route('privacy', 'areas/public/privacy.tsx'),
      route('cookies', 'areas/public/cookies.tsx'),
      route('accessibility', 'areas/public/accessibility.tsx'),
      route('security', 'areas/public/security.tsx'),
      route('release-notes', 'areas/public/release-notes.tsx'),
      route('developers', 'areas/public/developers.tsx'),
      route('status', 'areas/public/status.tsx'),
      route('capacity-test', 'areas/public/capacity-test.tsx'),
      route('capacity-test/blank-form', 'areas/public/capacity-blank-form.tsx'),
      route('how-to-generate-consents', 'areas/public/consent-manual.tsx'),
      route('locked', 'areas/public/locked.tsx'),
      route('setup', 'areas/public/setup-start.tsx'),
      route('setup/configuration', 'areas/public/setup-configuration.tsx'),
      route('setup/test', 'areas/public/setup-checks.tsx'),
      route('setup/fix-user', 'areas/public/setup-fix-user.tsx'),
      route('setup/reactivate-superadmin', 'areas/public/setup-reactivate.tsx'),
      route('setup/update-templates', 'areas/public/setup-library.tsx'),
      route('setup/video-consent-demo', 'areas/public/setup-video-demo.tsx'),
      route('setup/video-cost-comparison', 'areas/public/setup-video-cost.tsx'),
      route('setup/test-patient-creation', 'areas/public/setup-trial-patient.tsx'),
      route('wrong-address', 'areas/public/wrong-address.tsx'),
      route('*', 'areas/public/not-found.tsx'),
    ]),
  ],
  /** Drawn in the browser behind a guard. */
  app: [
    ...prefix('clinic', [
      layout('areas/clinic/clinic-layout.tsx', [
        index('areas/clinic/clinic-dashboard.tsx'),
        route('day-list', 'areas/clinic/day-list.tsx'),
        ...prefix('patients', [
          index('areas/clinic/patient-list.tsx'),
          route('new', 'areas/clinic/patient-new.tsx'),
          route('import', 'areas/clinic/patient-import.tsx'),
          route('import/records', 'areas/clinic/foreign-import.tsx'),
          route(':patientId', 'areas/clinic/patient-profile.tsx'),
          route(':patientId/edit', 'areas/clinic/patient-edit.tsx'),
          route(':patientId/merge/:duplicateId', 'areas/clinic/patient-merge.tsx'),
          route(':patientId/history', 'areas/clinic/patient-history.tsx'),
        ]),
        ...prefix('consents', [
          index('areas/clinic/consent-list.tsx'),
          route('new', 'areas/clinic/consent-new.tsx'),
          route('ai-generate', 'areas/clinic/consent-from-note.tsx'),
          route('prepare', 'areas/clinic/consents-prepare.tsx'),
          route(':consentId', 'areas/clinic/consent-detail.tsx'),
          route(':consentId/sent', 'areas/clinic/consent-sent.tsx'),
          route(':consentId/capacity', 'areas/clinic/consent-capacity.tsx'),
        ]),
        route('analytics', 'areas/clinic/clinic-analytics.tsx'),
        ...prefix('staff', [
          index('areas/clinic/staff-list.tsx'),
          route('register', 'areas/clinic/staff-register.tsx'),
        ]),
        route('staff-registration', 'areas/clinic/staff-register.tsx', { id: 'staff-registration' }),
        ...prefix('templates', [
          index('areas/clinic/clinic-template-list.tsx'),
          route('new', 'areas/clinic/clinic-template-new.tsx'),
          route('import', 'areas/clinic/clinic-template-import.tsx'),
          route('videos', 'areas/clinic/clinic-video-list.tsx'),
          route('videos/:videoId', 'areas/clinic/clinic-video.tsx'),
          route(':templateId', 'areas/clinic/clinic-template-view.tsx'),
          route(':templateId/edit', 'areas/clinic/clinic-template-edit.tsx'),
          route(':templateId/video-settings', 'areas/clinic/clinic-template-video.tsx'),
          route(':templateId/translations/:language/:format', 'areas/clinic/clinic-translation.tsx'),
        ]),
        route('catalogue', 'areas/clinic/clinic-catalogue.tsx'),
        route('treatments', 'areas/clinic/clinic-treatments.tsx'),
        route('user-cleanup', 'areas/clinic/user-cleanup.tsx'),
        route('billing', 'areas/clinic/clinic-billing.tsx'),
        ...prefix('cqc', [
          index('areas/clinic/cqc-overview.tsx'),
          route('items/:itemId', 'areas/clinic/cqc-item.tsx'),
          route('actions', 'areas/clinic/cqc-actions.tsx'),
          route('audits', 'areas/clinic/cqc-audits.tsx'),
          route('audits/:auditId', 'areas/clinic/cqc-audit.tsx'),
          route('policies', 'areas/clinic/cqc-policies.tsx'),
          route('policies/new', 'areas/clinic/cqc-policy-new.tsx'),
          route('policies/:policy', 'areas/clinic/cqc-policy.tsx'),
          route('trainings', 'areas/clinic/cqc-trainings.tsx'),
          route('incidents', 'areas/clinic/cqc-incidents.tsx'),
          route('packs', 'areas/clinic/cqc-packs.tsx'),
        ]),
        route('launch', 'areas/clinic/clinic-launch.tsx'),
        route('smart-authorization', 'areas/clinic/clinic-smart-authorization.tsx'),
        route('settings', 'areas/clinic/clinic-settings.tsx'),
        route('settings/connections', 'areas/clinic/clinic-connections.tsx'),
        route('settings/practice-system', 'areas/clinic/clinic-practice-system.tsx'),
        route('settings/single-sign-on', 'areas/clinic/clinic-single-sign-on.tsx'),
        route('settings/group', 'areas/clinic/clinic-group.tsx'),
        route('settings/fees', 'areas/clinic/clinic-fees.tsx'),
        route('settings/opened-records', 'areas/clinic/clinic-opened-records.tsx'),
        route('settings/audit-log', 'areas/clinic/clinic-audit-log.tsx'),
        ...prefix('data-protection', [
          index('areas/clinic/data-request-list-page.tsx'),
          route('requests/:requestId', 'areas/clinic/data-request-page.tsx'),
          route('breaches', 'areas/clinic/breach-list-page.tsx'),
          route('breaches/:breachId', 'areas/clinic/breach-page.tsx'),
          route('processing', 'areas/clinic/processing-page.tsx'),
        ]),
        route('documents', 'areas/clinic/clinic-documents.tsx'),
        route('account', 'areas/clinic/clinic-account.tsx'),
        ...prefix('account/tickets', [
          index('areas/clinic/clinic-ticket-list.tsx'),
          route('new', 'areas/clinic/clinic-ticket-new.tsx'),
          route(':ticketId', 'areas/clinic/clinic-ticket.tsx'),
        ]),
        route('sign-consent/:consentId', 'areas/clinic/consent-countersign.tsx'),
        route('*', 'areas/clinic/clinic-not-found.tsx'),
      ]),
    ]),
    ...prefix('group', [
      layout('areas/group/group-layout.tsx', [
        index('areas/group/group-board.tsx'),
        route('analytics', 'areas/group/group-analytics.tsx'),
        route('evidence', 'areas/group/group-evidence.tsx'),
        route('templates', 'areas/group/group-templates.tsx'),
        route('branding', 'areas/group/group-branding.tsx'),
        route('sign-on', 'areas/group/group-sign-on.tsx'),
        route('billing', 'areas/group/group-billing.tsx'),
        route('fees', 'areas/group/group-fees.tsx'),
        route('phrases', 'areas/group/group-phrases.tsx'),
        route('policies', 'areas/group/group-policies.tsx'),
        route('policies/new', 'areas/group/group-policy-new.tsx'),
        route('policies/:policy', 'areas/group/group-policy.tsx'),
      ]),
    ]),
    layout('areas/admin/admin-layout.tsx', [
      ...prefix('admin', [
        index('areas/admin/admin-dashboard.tsx'),
        ...prefix('clinics', [
          index('areas/admin/admin-clinic-directory.tsx'),
          route('new', 'areas/admin/admin-clinic-new.tsx'),
          route(':clinicId', 'areas/admin/admin-clinic.tsx'),
          route(':clinicId/edit', 'areas/admin/admin-clinic-edit.tsx'),
          route(':clinicId/consents', 'areas/admin/admin-clinic-consents.tsx'),
        ]),
        ...prefix('consents', [
          index('areas/admin/admin-consent-list.tsx'),
          route('new', 'areas/admin/admin-template-new.tsx'),
          route(':consentId', 'areas/admin/admin-consent.tsx'),
          route(':templateId/edit', 'areas/admin/admin-template-edit.tsx'),
          route(':templateId/video-settings', 'areas/admin/admin-template-video.tsx'),
        ]),
        ...prefix('consent-templates', [
          index('areas/admin/admin-treatments.tsx'),
          route('new', 'areas/admin/admin-template-new.tsx', { id: 'consent-template-new' }),
          route('import', 'areas/admin/admin-template-import.tsx'),
          route('reviews', 'areas/admin/admin-clinical-reviews.tsx'),
          route('reviews/:templateId', 'areas/admin/admin-clinical-review.tsx'),
          route('videos', 'areas/admin/admin-video-list.tsx'),
          route('videos/:videoId', 'areas/admin/admin-video.tsx'),
          route(':templateId/translations/:language/:format', 'areas/admin/admin-translation.tsx'),
        ]),
        route('analytics', 'areas/admin/admin-analytics.tsx'),
        route('revenue', 'areas/admin/admin-revenue.tsx'),
        ...prefix('support', [
          index('areas/admin/admin-tickets.tsx'),
          route('answers', 'areas/admin/admin-canned-answers.tsx'),
          route(':ticketId', 'areas/admin/admin-ticket.tsx'),
        ]),
        route('enquiries', 'areas/admin/admin-enquiries.tsx'),
        route('logs', 'areas/admin/admin-audit-log.tsx'),
        ...prefix('operations', [
          index('areas/admin/admin-queues.tsx'),
          route('outbox', 'areas/admin/admin-outbox.tsx'),
          route('outbox/:messageName', 'areas/admin/admin-outbox-message.tsx'),
          route('locks', 'areas/admin/admin-locks.tsx'),
          route('maintenance', 'areas/admin/admin-maintenance.tsx'),
          route('announcements', 'areas/admin/admin-announcements.tsx'),
          route('features', 'areas/admin/admin-features.tsx'),
          route('groups', 'areas/admin/admin-groups.tsx'),
        ]),
        ...prefix('documents', [
          index('areas/admin/admin-documents.tsx'),
          route(':versionId', 'areas/admin/admin-document-version.tsx'),
        ]),
        route('profile', 'areas/admin/admin-profile.tsx'),
        route('*', 'areas/admin/admin-not-found.tsx'),
      ]),
      ...prefix('templates/consent', [
        index('areas/admin/admin-template-list.tsx'),
        route(':templateId/view', 'areas/admin/admin-template-view.tsx'),
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
  '/after-visit/:accessToken',
  '/your-visit/:consentId',
  '/verify-dob/:accessToken',
  '/supporter/:accessToken',
  '/patient',
  '/kiosk/:handoverId',
] as const

/** The form that anybody may try: a public page of the patients' entry, which our own pages may show in a frame. */
export const trialPath = '/try-consent'

/** What pages of other programs show in a frame: an entry of its own, which knows nobody's session. */
export const embedPath = '/embed/:frameId'

/** What a page answers with whose form was posted without a script and not taken. It is at no address of its own. */
export const formDocuments: Readonly<Record<string, string>> = { '/contact': '/contact/unsent' }

/** What a page answers with at an address that is not the installation's, and what stands in it for the page's path. */
export const unknownHostDocument = '/wrong-address'
export const requestedPathPlaceholder = '/path-asked'

/** Public pages of words only: their prerendered HTML is shipped without any script but the small ones of their own. */
export const scriptlessPaths: readonly string[] = [
  '/',
  '/dental-consent-forms',
  '/dental-consent-plans',
  '/dental-compliance-software',
  '/digital-consent-dentists',
  '/dental-practice-management',
  '/dental-templates',
  '/dental-consent-software',
  '/dental-consent-management',
  ...groups.map(groupPath),
  '/our-evidence',
  '/contact/sent',
  '/contact/unsent',
  '/wrong-address',
  '/terms',
  '/privacy',
  '/cookies',
  '/accessibility',
  '/security',
  '/release-notes',
  '/developers',
  '/setup/configuration',
  '/capacity-test/blank-form',
  '/how-to-generate-consents',
  '/404',
]

export default [...areas.public, ...areas.app]
