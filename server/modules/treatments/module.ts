import library from '../../../build/content/treatments.json' with { type: 'json' }
import type { OpenModule } from '../../module.ts'
import { adminTreatmentHandlers, treatmentHandlers } from './treatment-handlers.ts'

/** The catalogue of treatments. */
export const treatments: OpenModule = () => ({
  handlers: { treatments: treatmentHandlers, adminTreatments: adminTreatmentHandlers(library) },
})
