import { account, accountFiles } from './account.ts'
import { adoptions } from './adoptions.ts'
import { audit } from './audit.ts'
import { cleanup } from './cleanup.ts'
import { clinicalNotes } from './clinical-notes.ts'
import { clinics } from './clinics.ts'
import { consents } from './consents.ts'
import { documentFiles, documents } from './documents.ts'
import { histories } from './histories.ts'
import { identity, identityFiles } from './identity.ts'
import { kiosks } from './kiosks.ts'
import { patientHome } from './patient-home.ts'
import { patientImportFiles, patientImports } from './patient-imports.ts'
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
  audit,
  cleanup,
  clinicalNotes,
  clinics,
  consents,
  documents,
  histories,
  identity,
  kiosks,
  patientHome,
  patientImports,
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
  patientImports: patientImportFiles,
  templateFiles: templateFileRoutes,
}

export type Contract = typeof contract
