export {
  addPatients,
  addTestPatient,
  changePatient,
  lockPatients,
  findNearMatches,
  patientsById,
  removePatients,
  findExactMatches,
} from './patient-batch-store.ts'
export { agreedChannelsOf, reachableChannels, parseMobile, contactDetailsOf } from './patient-contact.ts'
export {
  haveDifferentNhsNumbers,
  contradictionsOf,
  contradictionText,
  mayBeSamePerson,
} from './patient-name-likeness.ts'
export { findNamesInUse } from './patient-name-store.ts'
export type { PatientRecordMerge } from './patient-merge-rules.ts'
export { contactEmail, contactRefusal, isGuardianValid, mayContact, patientName } from './patient-rules.ts'
export { personText, parseSearchWords } from './patient-search-rules.ts'
export { parseFullName, normalizeName } from './person-name.ts'
export {
  birthDateOf,
  findPatient,
  findPatients,
  listPatients,
  patientIdsFor,
  searchPatients,
  type PatientRow,
} from './patient-store.ts'
