export { ageOn } from './patient-age.ts'
export { PatientCombobox, type PatientChoice } from './patient-combobox.tsx'
export { patientName } from './patient-name.ts'
export { languageLabel } from './patient-words.ts'
