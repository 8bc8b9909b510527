import { account, accountFiles } from './account.ts'
import { adoptions } from './adoptions.ts'
import { appointments } from './appointments.ts'
import { audit } from './audit.ts'
import { cleanup } from './cleanup.ts'
import { clinics } from './clinics.ts'
import { consents } from './consents.ts'
import { documentFiles, documents } from './documents.ts'
import { identity, identityFiles } from './identity.ts'
import { liveStreams } from './live.ts'
import { patientHome } from './patient-home.ts'
import { patients } from './patients.ts'
import { registration } from './registration.ts'
import { setup } from './setup.ts'
import { signing } from './signing.ts'
import { staff } from './staff.ts'
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
  cleanup,
  clinics,
  consents,
  documents,
  identity,
  patientHome,
  patients,
  registration,
  setup,
  signing,
  staff,
  templateFiles,
  templates,
  translations,
  treatments,
}

/** The endpoints that answer with files. */
export const files = {
  account: accountFiles,
  documents: documentFiles,
  identity: identityFiles,
  templateFiles: templateFileRoutes,
}

/** The endpoints that stay open and tell news. */
export const streams = { live: liveStreams }

export type Contract = typeof contract
