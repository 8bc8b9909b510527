import type { OpenModule } from '../../module.ts'
import { adoptionHandlers } from './adoption-handlers.ts'

/** Which templates a practice uses. */
export const adoptions: OpenModule = () => ({ handlers: { adoptions: adoptionHandlers } })
