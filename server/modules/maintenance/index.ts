export { findMaintenance, findMaintenanceForClinic, loadMaintenance } from './maintenance-store.ts'
