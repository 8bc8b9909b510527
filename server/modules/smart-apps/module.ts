import type { OpenModule } from '../../module.ts'
import { smartAppHandlers } from './smart-app-handlers.ts'
import { oauthResponseFormat, smartTokenHandlers } from './smart-app-token-handlers.ts'

/** Apps that staff open at a patient, by SMART App Launch. */
export const smartApps: OpenModule = (core) => ({
  handlers: { smartApps: smartAppHandlers(core) },
  routes: { handled: smartTokenHandlers(core), form: oauthResponseFormat },
})
