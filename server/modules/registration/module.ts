import type { OpenModule } from '../../module.ts'
import { registrationHandlers } from './registration-handlers.ts'

/** How practices and people come to the product. */
export const registration: OpenModule = (core) => ({
  handlers: { registration: registrationHandlers(core) },
})
