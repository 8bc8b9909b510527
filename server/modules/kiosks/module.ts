import type { OpenModule } from '../../module.ts'
import { kioskHandlers } from './kiosk-handlers.ts'

/** The practice's tablet in a patient's hands. */
export const kiosks: OpenModule = (core) => ({ handlers: { kiosks: kioskHandlers(core) } })
