export { clinicHandlers } from './clinic-handlers.ts'
export { clinicLogoHandler, clinicSettingsHandlers } from './clinic-settings-handlers.ts'
export { brandOf, logoImageOf, settingsOf, wayInOf } from './clinic-settings-store.ts'
export { clinicOf, templatesNeedApproval, timeZoneOf } from './clinic-store.ts'
