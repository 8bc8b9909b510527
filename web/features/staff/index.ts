export { firstClinician, lastClinician, rememberClinician, type Clinician } from './clinician-choice.ts'
