import type { OpenModule } from '../../module.ts'
import { maintenanceHandlers } from './maintenance-handlers.ts'

/** The product closed for maintenance, and its announcement. */
export const maintenance: OpenModule = () => ({ handlers: { maintenance: maintenanceHandlers } })
