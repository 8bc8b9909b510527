import type { OpenModule } from '../../module.ts'
import { openOutboundHttp } from '../../platform/http/outbound-http.ts'
import { groupSignOnHandlers } from './single-sign-on-group-handlers.ts'
import { openProviderClient } from './provider-client.ts'
import { scimHandlers, scimResponseFormat } from './scim-handlers.ts'
import { singleSignOnCallbacks, singleSignOnHandlers } from './single-sign-on-handlers.ts'
import { singleSignOnSettingsHandlers } from './single-sign-on-settings-handlers.ts'

/** Staff sign in at the identity provider of their practice, or of its group. */
export const singleSignOn: OpenModule = (core) => {
  const outside = openOutboundHttp(core.config.webhooks)
  const deps = { ...core, outside, client: openProviderClient({ ...core, outside }) }
  return {
    handlers: {
      groupSignOn: groupSignOnHandlers(deps),
      singleSignOn: { ...singleSignOnHandlers(deps), ...singleSignOnSettingsHandlers(deps) },
    },
    files: singleSignOnCallbacks(deps),
    routes: { handled: scimHandlers(deps), form: scimResponseFormat },
  }
}
