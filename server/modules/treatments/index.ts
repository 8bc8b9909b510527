export { seedTreatments } from './treatment-seeding.ts'
