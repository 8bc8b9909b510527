export { adminTreatmentHandlers, treatmentHandlers } from './treatment-handlers.ts'
export { seedTreatments } from './treatment-seeding.ts'
