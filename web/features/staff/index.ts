export {
  defaultClinician,
  lastChosenClinicianId,
  saveClinicianChoice,
  type Clinician,
} from './clinician-choice.ts'
