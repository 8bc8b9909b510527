import { account, accountFiles } from './account.ts'
import { adoptions } from './adoptions.ts'
import { aftercare } from './aftercare.ts'
import { analytics, analyticsFiles } from './analytics.ts'
import { announcements } from './announcements.ts'
import { appointments } from './appointments.ts'
import { audit, auditFiles } from './audit.ts'
import { authority } from './authority.ts'
import { billing, billingWebhooks } from './billing.ts'
import { capacity } from './capacity.ts'
import { clinicFigureFiles, clinicFigures } from './clinic-figures.ts'
import { cleanup } from './cleanup.ts'
import { clinicalReviewFiles, clinicalReviews } from './clinical-reviews.ts'
import { clinicalNotes } from './clinical-notes.ts'
import { clinicLogoFiles, clinicSettings } from './clinic-settings.ts'
import { clinics } from './clinics.ts'
import { compliance } from './compliance.ts'
import { consentFiles, consents } from './consents.ts'
import { dataProtection, processingFiles } from './data-protection.ts'
import { dataRequests } from './data-requests.ts'
import { dayLists } from './day-lists.ts'
import { destructionFiles, destructions } from './destructions.ts'
import { directory } from './directory.ts'
import { documentFiles, documents } from './documents.ts'
import { embeds } from './embeds.ts'
import { emergencyAccesses, emergencyAccessFiles } from './emergency-accesses.ts'
import { enquiries } from './enquiries.ts'
import { evidence, evidenceFiles } from './evidence.ts'
import { fees } from './fees.ts'
import { fileScans } from './file-scans.ts'
import { foreignRecordFiles, foreignRecords } from './foreign-records.ts'
import { featureHolds } from './feature-holds.ts'
import { histories } from './histories.ts'
import { identity, identityFiles } from './identity.ts'
import { improvementActions } from './improvement-actions.ts'
import { incidents } from './incidents.ts'
import { inspectionPackFiles, inspectionPacks } from './inspection-packs.ts'
import { kiosks } from './kiosks.ts'
import { matters } from './matters.ts'
import { messages, providerWebhooks } from './messages.ts'
import { fhirSubscriptionRoutes } from './fhir-subscriptions.ts'
import { fhirWriteRoutes } from './fhir-writes.ts'
import { fhirRoutes, integrations } from './integrations.ts'
import { outcomes } from './outcomes.ts'
import { outbox } from './outbox.ts'
import { overview } from './overview.ts'
import { liveStreams } from './live.ts'
import { locks } from './locks.ts'
import { maintenance } from './maintenance.ts'
import { paper, paperFiles } from './paper.ts'
import { patientHome } from './patient-home.ts'
import { patientImportFiles, patientImports } from './patient-imports.ts'
import { patients } from './patients.ts'
import { phrases } from './phrases.ts'
import { pictureFiles, pictures } from './pictures.ts'
import { policies } from './policies.ts'
import { platformDocuments } from './platform-documents.ts'
import { groupBilling } from './group-billing.ts'
import { groupBranding } from './group-branding.ts'
import { groupEvidence, groupEvidenceFiles } from './group-evidence.ts'
import { groupFees } from './group-fees.ts'
import { groupFigureFiles, groupFigures } from './group-figures.ts'
import { groupPhrases } from './group-phrases.ts'
import { groupPolicies } from './group-policies.ts'
import { groupSignOn } from './group-sign-on.ts'
import { groupTemplates } from './group-templates.ts'
import { practiceGroups } from './practice-groups.ts'
import { practiceSystems } from './practice-systems.ts'
import { preparedConsents } from './prepared-consents.ts'
import { smartApps, smartRoutes } from './smart-apps.ts'
import { launches, programDecisions, programFiles, programs } from './programs.ts'
import { questions } from './questions.ts'
import { queues } from './queues.ts'
import { readings } from './readings.ts'
import { recordFileRoutes, records } from './records.ts'
import { registration } from './registration.ts'
import { reminders } from './reminders.ts'
import { revenue, revenueFiles } from './revenue.ts'
import { sampleAudits } from './sample-audits.ts'
import { savedViews } from './saved-views.ts'
import { scimRoutes } from './scim.ts'
import { search } from './search.ts'
import { setup } from './setup.ts'
import { setupChecks } from './setup-checks.ts'
import { setupLibrary } from './setup-library.ts'
import { setupWizard } from './setup-wizard.ts'
import { signing } from './signing.ts'
import { singleSignOn, singleSignOnFiles } from './single-sign-on.ts'
import { staff } from './staff.ts'
import { supporterFiles, supporters } from './supporters.ts'
import { tasks } from './tasks.ts'
import { adminTemplateFiles, templateFileRoutes, templateFiles } from './template-files.ts'
import { adminTemplates, templates } from './templates.ts'
import { trainingFiles, trainings } from './trainings.ts'
import { adminTranslations, translations } from './translations.ts'
import { adminTreatments, treatments } from './treatments.ts'
import { adminTickets, ticketFiles, tickets, ticketWebhooks } from './tickets.ts'
import { understanding } from './understanding.ts'
import { adminVideos, videoFiles, videos, videoUploads } from './videos.ts'
import { viewings } from './viewings.ts'

/** Everything that can be asked of the product, as one object. */
export const contract = {
  account,
  adminTemplateFiles,
  adminTemplates,
  adminTickets,
  adminTranslations,
  adminTreatments,
  adminVideos,
  adoptions,
  aftercare,
  analytics,
  announcements,
  appointments: { ...appointments, ...preparedConsents },
  audit,
  authority,
  billing,
  capacity,
  cleanup,
  clinicFigures,
  clinicalNotes,
  clinicalReviews,
  clinicSettings,
  clinics,
  compliance,
  consents,
  dataProtection,
  dataRequests,
  dayLists,
  destructions,
  directory,
  documents,
  embeds,
  emergencyAccesses,
  enquiries,
  evidence,
  featureHolds,
  fees,
  fileScans,
  histories,
  identity,
  improvementActions,
  incidents,
  inspectionPacks,
  locks,
  foreignRecords,
  maintenance,
  matters,
  messages,
  integrations,
  kiosks,
  outbox,
  outcomes,
  overview,
  paper,
  patientHome,
  patientImports,
  patients,
  phrases,
  pictures,
  policies,
  platformDocuments,
  practiceGroups,
  groupBilling,
  groupBranding,
  groupEvidence,
  groupFees,
  groupFigures,
  groupPhrases,
  groupPolicies,
  groupSignOn,
  groupTemplates,
  practiceSystems,
  launches,
  programDecisions,
  programs,
  smartApps,
  questions,
  queues,
  readings,
  records,
  registration,
  reminders,
  revenue,
  sampleAudits,
  savedViews,
  search,
  setup,
  setupChecks,
  setupLibrary,
  setupWizard,
  signing,
  singleSignOn,
  staff,
  supporters,
  tasks,
  templateFiles,
  templates,
  tickets,
  trainings,
  translations,
  treatments,
  understanding,
  videos,
  viewings,
}

/** The endpoints that answer with files, or with JSON of another standard. */
export const files = {
  account: accountFiles,
  analytics: analyticsFiles,
  clinicFigures: clinicFigureFiles,
  audit: auditFiles,
  clinicLogos: clinicLogoFiles,
  clinicalReviews: clinicalReviewFiles,
  consents: consentFiles,
  destructions: destructionFiles,
  documents: documentFiles,
  emergencyAccesses: emergencyAccessFiles,
  evidence: evidenceFiles,
  foreignRecords: foreignRecordFiles,
  groupEvidence: groupEvidenceFiles,
  groupFigures: groupFigureFiles,
  identity: identityFiles,
  paper: paperFiles,
  inspectionPacks: inspectionPackFiles,
  patientImports: patientImportFiles,
  pictures: pictureFiles,
  processing: processingFiles,
  programs: programFiles,
  smartRoutes,
  records: recordFileRoutes,
  revenue: revenueFiles,
  scim: scimRoutes,
  singleSignOn: singleSignOnFiles,
  supporters: supporterFiles,
  integrations: fhirRoutes,
  fhirSubscriptions: fhirSubscriptionRoutes,
  fhirWrites: fhirWriteRoutes,
  templateFiles: templateFileRoutes,
  tickets: ticketFiles,
  videos: videoFiles,
  trainings: trainingFiles,
}

/** The endpoints that providers post to. */
export const webhooks = { ...billingWebhooks, ...providerWebhooks, ...ticketWebhooks }
/** The endpoints that take large files in pieces. */
export const uploads = { videos: videoUploads }
/** The endpoints that stay open and tell news. */
export const streams = { live: liveStreams }

export type Contract = typeof contract
