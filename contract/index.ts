import { account, accountFiles } from './account.ts'
import { adoptions } from './adoptions.ts'
import { appointments } from './appointments.ts'
import { audit } from './audit.ts'
import { capacity } from './capacity.ts'
import { cleanup } from './cleanup.ts'
import { clinicalNotes } from './clinical-notes.ts'
import { clinicLogoFiles, clinicSettings } from './clinic-settings.ts'
import { clinics } from './clinics.ts'
import { consentFiles, consents } from './consents.ts'
import { dayLists } from './day-lists.ts'
import { destructionFiles, destructions } from './destructions.ts'
import { documentFiles, documents } from './documents.ts'
import { histories } from './histories.ts'
import { identity, identityFiles } from './identity.ts'
import { kiosks } from './kiosks.ts'
import { messages, providerWebhooks } from './messages.ts'
import { fhirRoutes, integrations } from './integrations.ts'
import { liveStreams } from './live.ts'
import { paper, paperFiles } from './paper.ts'
import { patientHome } from './patient-home.ts'
import { patientImportFiles, patientImports } from './patient-imports.ts'
import { patients } from './patients.ts'
import { pictureFiles, pictures } from './pictures.ts'
import { questions } from './questions.ts'
import { recordFileRoutes, records } from './records.ts'
import { registration } from './registration.ts'
import { reminders } from './reminders.ts'
import { savedViews } from './saved-views.ts'
import { setup } from './setup.ts'
import { signing } from './signing.ts'
import { staff } from './staff.ts'
import { tasks } from './tasks.ts'
import { adminTemplateFiles, templateFileRoutes, templateFiles } from './template-files.ts'
import { adminTemplates, templates } from './templates.ts'
import { adminTranslations, translations } from './translations.ts'
import { adminTreatments, treatments } from './treatments.ts'

/** Everything that can be asked of the product, as one object. */
export const contract = {
  account,
  adminTemplateFiles,
  adminTemplates,
  adminTranslations,
  adminTreatments,
  adoptions,
  appointments,
  audit,
  capacity,
  cleanup,
  clinicalNotes,
  clinicSettings,
  clinics,
  consents,
  dayLists,
  destructions,
  documents,
  histories,
  identity,
  messages,
  integrations,
  kiosks,
  paper,
  patientHome,
  patientImports,
  patients,
  pictures,
  questions,
  records,
  registration,
  reminders,
  savedViews,
  setup,
  signing,
  staff,
  tasks,
  templateFiles,
  templates,
  translations,
  treatments,
}

/** The endpoints that answer with files, or with JSON of another standard. */
export const files = {
  account: accountFiles,
  clinicLogos: clinicLogoFiles,
  consents: consentFiles,
  destructions: destructionFiles,
  documents: documentFiles,
  identity: identityFiles,
  paper: paperFiles,
  patientImports: patientImportFiles,
  pictures: pictureFiles,
  records: recordFileRoutes,
  integrations: fhirRoutes,
  templateFiles: templateFileRoutes,
}

/** The endpoints that providers post to. */
export const webhooks = providerWebhooks
/** The endpoints that stay open and tell news. */
export const streams = { live: liveStreams }

export type Contract = typeof contract
