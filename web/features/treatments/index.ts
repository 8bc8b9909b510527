export { useTreatmentHierarchy } from './use-treatment-hierarchy.ts'
