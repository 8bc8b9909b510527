export {
  addPatients,
  changePatient,
  lockPatients,
  patientsById,
  removePatients,
  similarPatients,
} from './patient-batch-store.ts'
export { patientHandlers } from './patient-handlers.ts'
export { contactEmail, foldName, patientName, personText } from './patient-rules.ts'
export { birthDateOf, findPatient, type PatientRow } from './patient-store.ts'
