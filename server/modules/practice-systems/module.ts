import { webhookEvents } from '../../../contract/integration-scopes.ts'
import type { OpenModule } from '../../module.ts'
import { openOutboundHttp } from '../../platform/http/outbound-http.ts'
import { deliverToSystem, queueSystemDeliveries } from './practice-system-deliveries.ts'
import { practiceSystemHandlers } from './practice-system-handlers.ts'
import { sweepPracticeSystems, synchronise } from './practice-system-jobs.ts'
import { createPortFactory } from './practice-system-open.ts'

/** Practice systems that are connected directly: what changes there comes here, and what was signed goes back. */
export const practiceSystems: OpenModule = ({ config, clock, runJob, runSweep, keyring, files }) => {
  const openPort = createPortFactory(keyring, {
    outside: openOutboundHttp({ ...config.webhooks, timeoutSeconds: config.practiceSystems.timeoutSeconds }),
    addresses: config.practiceSystems.addresses,
    now: () => clock.now(),
  })
  const deps = { runJob, openPort, clock, files }
  return {
    handlers: { practiceSystems: practiceSystemHandlers(keyring) },
    jobs: {
      'practice-systems.synchronise': (data) => synchronise(deps, data),
      'practice-systems.queue-deliveries': (data) => queueSystemDeliveries(deps, data),
      'practice-systems.deliver': (data) => deliverToSystem(deps, data),
    },
    jobSeconds: { 'practice-systems.synchronise': 300, 'practice-systems.deliver': 180 },
    subscribes: Object.fromEntries(
      webhookEvents.map((event) => [event, ['practice-systems.queue-deliveries']]),
    ),
    sweeps: { 'practice-systems': { seconds: 20, run: () => sweepPracticeSystems(runSweep) } },
  }
}
