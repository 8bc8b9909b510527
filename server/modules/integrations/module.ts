import { webhookEvents } from '../../../contract/integration-scopes.ts'
import type { OpenModule } from '../../module.ts'
import { openDropFolder } from '../../platform/files/drop-folder.ts'
import { openOutboundHttp } from '../../platform/http/outbound-http.ts'
import { apiKeyHandlers, integrationAuthenticator } from './api-key-handlers.ts'
import { consentNoteHandlers } from './consent-note-handlers.ts'
import { fhirResponseFormat, fhirHandlers } from './fhir-handlers.ts'
import { fhirSubscriptionHandlers } from './fhir-subscription-handlers.ts'
import { sweepIntegrations } from './integration-sweep.ts'
import { webhookHandlers } from './webhook-handlers.ts'
import { queueWebhookEvents, deliverWebhook } from './webhook-jobs.ts'
import { webhookDisabledComposer } from './webhook-notice.ts'
import { writeBackHandlers } from './write-back-handlers.ts'
import { queueWriteBacks, deliverDocument } from './write-back-jobs.ts'
import { writeBackFailedComposer } from './write-back-notice.ts'

/** Other programs: keys, webhooks, FHIR, and documents in a practice system's folder. */
export const integrations: OpenModule = ({
  config,
  database,
  clock,
  runJob,
  runSweep,
  keyring,
  files,
  address,
}) => {
  const webhooks = { runJob, keyring, outside: openOutboundHttp(config.webhooks), address }
  const drop = config.writeBack.off ? null : openDropFolder(config.writeBack.folder)
  const subscribes = Object.fromEntries(webhookEvents.map((event) => [event, ['integrations.announce']]))
  // Documents are given where the installation has a folder for them.
  if (drop) subscribes['document.sealed']!.push('integrations.queue-write-backs')
  return {
    handlers: {
      integrations: {
        ...apiKeyHandlers,
        ...consentNoteHandlers,
        ...webhookHandlers(webhooks),
        ...writeBackHandlers(drop !== null),
      },
    },
    routes: {
      handled: [...fhirHandlers({ files, address }), ...fhirSubscriptionHandlers(webhooks)],
      form: fhirResponseFormat(address),
    },
    authenticators: { integration: integrationAuthenticator(database, clock) },
    jobs: {
      'integrations.announce': (data) => queueWebhookEvents(runJob, data),
      'integrations.deliver': (data) => deliverWebhook(webhooks, data),
      'integrations.queue-write-backs': (data) => queueWriteBacks(runJob, data),
      // Documents that were on their way wait where the folder was taken out of the settings.
      'integrations.write-back': async (data) => {
        if (drop) await deliverDocument({ runJob, files, drop }, data)
      },
    },
    subscribes,
    composers: {
      'webhook-disabled': webhookDisabledComposer(address),
      'write-back-failed': writeBackFailedComposer(address),
    },
    sweeps: { integrations: { seconds: 10, run: () => sweepIntegrations(runSweep) } },
  }
}
