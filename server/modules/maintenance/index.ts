export { maintenanceHandlers } from './maintenance-handlers.ts'
export { findMaintenance, maintenanceOf, readMaintenance } from './maintenance-store.ts'
