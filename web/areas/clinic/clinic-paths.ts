import type { SettingsSection } from '../../features/clinics/settings-sections.ts'
import { consentSectionQuery } from '../../features/consents/consent-paths.ts'
import type { ConsentOrigin, ConsentPaths } from '../../features/consents/consent-paths.ts'
import type { TemplatePaths } from '../../features/templates/template-operations.ts'
import type { Rendering } from '../../features/translations/translation-operations.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'

const create = (from: ConsentOrigin = {}) => {
  const query = new URLSearchParams(from)
  return query.size > 0 ? `/clinic/consents/new?${query}` : '/clinic/consents/new'
}

/** Above the pages that no menu leads to: the dashboard lists them by area. */
export const dashboardTrail: readonly Crumb[] = [{ href: '/clinic', label: 'Dashboard' }]

/** Where the screens of the clinic area lead. */
export const recordPaths = {
  list: '/clinic/patients',
  create: '/clinic/patients/new',
  import: '/clinic/patients/import',
  importRecords: '/clinic/patients/import/records',
  profile: (patientId: string) => `/clinic/patients/${patientId}`,
  edit: (patientId: string) => `/clinic/patients/${patientId}/edit`,
  merge: (patientId: string, duplicateId: string) => `/clinic/patients/${patientId}/merge/${duplicateId}`,
  history: (patientId: string) => `/clinic/patients/${patientId}/history`,
}

export const staffPaths = {
  list: '/clinic/staff',
  register: '/clinic/staff/register',
  edit: (staffId: string) => `/clinic/staff?edit=${staffId}`,
}

export const consentPaths: ConsentPaths = {
  list: '/clinic/consents',
  create,
  edit: (consentId) => `/clinic/consents/new?draft=${consentId}`,
  detail: (consentId) => `/clinic/consents/${consentId}`,
  section: (consentId, section) => `/clinic/consents/${consentId}${consentSectionQuery(section)}`,
  countersign: (consentId) => `/clinic/sign-consent/${consentId}`,
  patient: recordPaths.profile,
  editPatient: recordPaths.edit,
}

/** Whether the patient of a consent can decide it. */
export const capacityPath = (consentId: string) => `/clinic/consents/${consentId}/capacity`

/** A consent proposed from a clinical note. */
export const consentFromNotePath = (patientId?: string) =>
  `/clinic/consents/ai-generate${patientId ? `?${new URLSearchParams({ patient: patientId })}` : ''}`

/** The consents of a day, prepared: of one clinician where named, with the form of one draft where named. */
export const preparedConsentsPath = ({
  day,
  clinicianId,
  draft,
}: {
  day: string
  clinicianId?: string | undefined
  draft?: string | undefined
}) =>
  `/clinic/consents/prepare?${new URLSearchParams({ day, ...(clinicianId && { who: clinicianId }), ...(draft && { draft }) })}`

/** The list of consents seen one way, and of one clinician where named. */
export const consentListPath = (view: string, clinician?: string) =>
  `/clinic/consents?${new URLSearchParams({ view, ...(clinician && { clinician }) })}`

/** Where the day board leads. */
export const boardPaths = {
  patient: recordPaths.profile,
  consent: consentPaths.detail,
  newConsent: (patient: string, appointment: string) => consentPaths.create({ patient, appointment }),
}

/** The board of a day; today without one. */
export const boardPath = (query: { day?: string; who?: string }) => `/clinic?${new URLSearchParams(query)}`

/** Where a practice system's list of a day is brought to the board. */
export const dayListPath = '/clinic/day-list'

export const templatePaths: TemplatePaths = {
  trail: [...dashboardTrail, { href: '/clinic/templates', label: 'Templates' }],
  list: '/clinic/templates',
  create: '/clinic/templates/new',
  view: (templateId) => `/clinic/templates/${templateId}`,
  edit: (templateId) => `/clinic/templates/${templateId}/edit`,
  editWithOffer: (templateId) => `/clinic/templates/${templateId}/edit?offer=1`,
  videoSettings: (templateId) => `/clinic/templates/${templateId}/video-settings`,
  videos: '/clinic/templates/videos',
  video: (videoId) => `/clinic/templates/videos/${videoId}`,
}

/** The list where a template was made a moment ago, which stands first in it. */
export const createdTemplatePath = (templateId: string) => `${templatePaths.list}?created=${templateId}`

/** What templates can be for. */
export const treatmentsPath = '/clinic/treatments'

/** The practice's figures of itself. */
export const analyticsPath = '/clinic/analytics'

/** Every template in use, with who adopted it. */
export const cataloguePath = '/clinic/catalogue'

/** Documents that did not reach the practice system's folder. */
export const failedDocumentsPath = '/clinic/settings/connections?tab=documents&status=failed'

/** What treatments cost. */
export const feesPath = '/clinic/settings/fees'

/** Who from the platform opened records of the practice. */
export const openedRecordsPath = '/clinic/settings/opened-records'

/** Requests about personal data, breaches, and what the practice does with personal data. */
export const protectionPaths = {
  requests: '/clinic/data-protection',
  request: (requestId: string) => `/clinic/data-protection/requests/${requestId}`,
  breaches: '/clinic/data-protection/breaches',
  breach: (breachId: string) => `/clinic/data-protection/breaches/${breachId}`,
  processing: '/clinic/data-protection/processing',
}

/** What the platform says in writing, to read and to accept. */
export const documentsPath = '/clinic/documents'

/** Everything that was done in the practice. */
export const auditLogPath = '/clinic/settings/audit-log'

/** Templates of which a version waits for approval. */
export const pendingTemplatesPath = `${templatePaths.list}?attention=approval`

export const translationPath = (templateId: string, { language, format }: Rendering) =>
  `/clinic/templates/${templateId}/translations/${language}/${format}`

/** What the practice holds and pays. */
export const billingPath = '/clinic/billing'

/** Where a practice answers its group. */
export const groupPath = '/clinic/settings/group'

/** Where the practice asks those who run the platform. */
export const newTicketPath = '/clinic/account/tickets/new'

/** One section of the settings. */
export const settingsPath = (section: SettingsSection) => `/clinic/settings?section=${section}`
