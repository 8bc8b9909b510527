export {
  addPatients,
  addTrialPatient,
  changePatient,
  lockPatients,
  nearPatients,
  patientsById,
  removePatients,
  similarPatients,
} from './patient-batch-store.ts'
export { agreedChannelsOf, channelsOf, mobileOf, reachOf } from './patient-contact.ts'
export { areApart, contradictionsOf, contradictionText, mayBeSamePerson } from './patient-name-likeness.ts'
export type { MergePart } from './patient-merge-rules.ts'
export { contactEmail, contactEnded, isInForce, mayContact, patientName } from './patient-rules.ts'
export { foldName, personText, searchWordsOf } from './patient-search-rules.ts'
export { readFullName, readNameParts } from './person-name.ts'
export { birthDateOf, findPatient, searchPatients, type PatientRow } from './patient-store.ts'
