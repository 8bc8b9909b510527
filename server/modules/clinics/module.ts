import type { OpenModule } from '../../module.ts'
import { clinicHandlers } from './clinic-handlers.ts'
import { clinicLogoHandler, clinicSettingsHandlers } from './clinic-settings-handlers.ts'

/** Practices: their plan, their settings and how they look. */
export const clinics: OpenModule = (
  { database, quarantine },
  { countStaff, heldFrom: disabledFeatures, activeStaff, photoTypeOf, ...injected },
) => ({
  handlers: {
    clinics: clinicHandlers({ countStaff, disabledFeatures, activeStaff }),
    clinicSettings: clinicSettingsHandlers({ pictureTypeOf: photoTypeOf, ...injected }),
  },
  files: [clinicLogoHandler({ database, quarantine })],
})
