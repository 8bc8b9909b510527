import type { OpenModule } from '../../module.ts'
import { patientHandlers } from './patient-handlers.ts'

/** Patients of a practice. */
export const patients: OpenModule = (_core, { recordMerges }) => ({
  handlers: { patients: patientHandlers({ recordMerges }) },
})
