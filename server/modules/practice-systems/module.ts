import { webhookEvents } from '../../../contract/integration-scopes.ts'
import type { OpenModule } from '../../module.ts'
import { openOutboundHttp } from '../../platform/http/outbound-http.ts'
import { createAccess } from './practice-system-access.ts'
import { accessRequests } from './practice-system-access-requests.ts'
import { deliverToSystem, queueSystemDeliveries } from './practice-system-deliveries.ts'
import { exchangeGrant } from './practice-system-exchange.ts'
import { openGrants } from './practice-system-grants.ts'
import { practiceSystemHandlers } from './practice-system-handlers.ts'
import { sweepPracticeSystems, synchronise } from './practice-system-jobs.ts'
import { createPortFactory } from './practice-system-open.ts'

/** Practice systems that are connected directly: what changes there comes here, and what was signed goes back. */
export const practiceSystems: OpenModule = (core) => {
  const { config, clock, runJob, runSweep, keyring, files, auth } = core
  const { addresses, timeoutSeconds, grants: settings } = config.practiceSystems
  const outside = openOutboundHttp({ ...config.webhooks, timeoutSeconds })
  const now = () => clock.now()
  const grants = openGrants({ outside, addresses, settings, address: config.publicAddress, now })
  const access = createAccess({ runJob, keyring, grants, clock })
  const openPort = createPortFactory({ access, outside, addresses, now })
  const deps = { runJob, openPort, clock, files }
  return {
    handlers: {
      practiceSystems: practiceSystemHandlers({ keyring, grants, requests: accessRequests({ auth }) }),
    },
    jobs: {
      'practice-systems.synchronise': (data) => synchronise(deps, data),
      'practice-systems.exchange': (data) => exchangeGrant(deps, data),
      'practice-systems.queue-deliveries': (data) => queueSystemDeliveries(deps, data),
      'practice-systems.deliver': (data) => deliverToSystem(deps, data),
    },
    jobSeconds: {
      ...{ 'practice-systems.synchronise': 300, 'practice-systems.exchange': 180 },
      'practice-systems.deliver': 180,
    },
    subscribes: Object.fromEntries(
      webhookEvents.map((event) => [event, ['practice-systems.queue-deliveries']]),
    ),
    sweeps: { 'practice-systems': { seconds: 20, run: () => sweepPracticeSystems(runSweep) } },
  }
}
