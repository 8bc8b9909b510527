export { findMaintenance, maintenanceOf, readMaintenance } from './maintenance-store.ts'
