/**
 * The modules in the order in which they may import one another: each may use those above it (ARCHITECTURE.md).
 * `server/app.ts` opens them; the layout test reads the order here, so that a new module is one line.
 */
export { audit } from './audit/module.ts'
export { clinics } from './clinics/module.ts'
export { messages } from './messages/module.ts'
export { staff } from './staff/module.ts'
export { fileScans } from './file-scans/module.ts'
export { identity } from './identity/module.ts'
export { account } from './account/module.ts'
export { registration } from './registration/module.ts'
export { singleSignOn } from './single-sign-on/module.ts'
export { enquiries } from './enquiries/module.ts'
export { tickets } from './tickets/module.ts'
// What super administrators look after.
export { queues } from './queues/module.ts'
export { outbox } from './outbox/module.ts'
export { maintenance } from './maintenance/module.ts'
export { announcements } from './announcements/module.ts'
export { platformDocuments } from './platform-documents/module.ts'
export { featureHolds } from './feature-holds/module.ts'
export { cleanup } from './cleanup/module.ts'
export { patients } from './patients/module.ts'
export { patientImports } from './patient-imports/module.ts'
// Belong to patients whom a list brought in.
export { foreignRecords } from './foreign-records/module.ts'
export { treatments } from './treatments/module.ts'
export { videos } from './videos/module.ts'
export { templates } from './templates/module.ts'
export { translations } from './translations/module.ts'
export { templateFiles } from './template-files/module.ts'
export { adoptions } from './adoptions/module.ts'
export { fees } from './fees/module.ts'
// teeth: screens alone
// own-figures: counted by outcomes, read by consents
export { histories } from './histories/module.ts'
export { clinicalNotes } from './clinical-notes/module.ts'
export { consents } from './consents/module.ts'
// Made of what was sent; preparing a consent asks it.
export { phrases } from './phrases/module.ts'
// What is found and decided is about one consent, and signing asks it.
export { capacity } from './capacity/module.ts'
export { pictures } from './pictures/module.ts'
// Found from anywhere.
export { search } from './search/module.ts'
export { savedViews } from './saved-views/module.ts'
export { tasks } from './tasks/module.ts'
export { questions } from './questions/module.ts'
export { authority } from './authority/module.ts'
export { readings } from './readings/module.ts'
export { viewings } from './viewings/module.ts'
export { understanding } from './understanding/module.ts'
export { matters } from './matters/module.ts'
export { supporters } from './supporters/module.ts'
// proofs: nothing of its own; signing, documents and evidence use it
export { signing } from './signing/module.ts'
export { locks } from './locks/module.ts'
export { paper } from './paper/module.ts'
export { reminders } from './reminders/module.ts'
export { documents } from './documents/module.ts'
// A reviewer's pack is drawn as documents are.
export { clinicalReviews } from './clinical-reviews/module.ts'
export { emergencyAccesses } from './emergency-accesses/module.ts'
export { evidence } from './evidence/module.ts'
export { appointments } from './appointments/module.ts'
export { dayLists } from './day-lists/module.ts'
export { aftercare } from './aftercare/module.ts'
export { outcomes } from './outcomes/module.ts'
export { analytics } from './analytics/module.ts'
export { records } from './records/module.ts'
// What inspections ask for, counted from everything above.
export { compliance } from './compliance/module.ts'
export { dataProtection } from './data-protection/module.ts'
export { kiosks } from './kiosks/module.ts'
export { patientHome } from './patient-home/module.ts'
export { smartApps } from './smart-apps/module.ts'
export { integrations } from './integrations/module.ts'
// Writes back the note that integrations compose.
export { practiceSystems } from './practice-systems/module.ts'
export { programs } from './programs/module.ts'
// What practices pay: the directory asks whether a card pays for a plan.
export { billing } from './billing/module.ts'
export { revenue } from './revenue/module.ts'
// The practices themselves, for those who run the platform: counts of everything above, and none of what is in it.
export { directory } from './directory/module.ts'
export { setup } from './setup/module.ts'
export { overview } from './overview/module.ts'
// Counts what practices of one group agreed to show.
export { practiceGroups } from './practice-groups/module.ts'
// Names the files of everything above.
export { dataKeys } from './data-keys/module.ts'
