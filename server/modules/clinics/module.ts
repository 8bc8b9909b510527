import type { OpenModule } from '../../module.ts'
import { clinicHandlers } from './clinic-handlers.ts'
import { clinicLogoHandler, clinicSettingsHandlers } from './clinic-settings-handlers.ts'

/** Practices: their plan, their settings and how they look. */
export const clinics: OpenModule = (
  { database },
  { countStaff, heldFrom, photoTypeOf, namesOfStaff, isCharged },
) => ({
  handlers: {
    clinics: clinicHandlers({ countStaff, heldFrom }),
    clinicSettings: clinicSettingsHandlers({ pictureTypeOf: photoTypeOf, namesOfStaff, isCharged }),
  },
  files: [clinicLogoHandler(database)],
})
