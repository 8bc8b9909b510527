export { listHeldFeatures, loadAllHolds } from './feature-hold-store.ts'
