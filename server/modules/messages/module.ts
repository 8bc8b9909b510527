import type { OpenModule } from '../../module.ts'
import { sendMessage } from './message-jobs.ts'
import { messageTextHandlers } from './message-text-handlers.ts'
import { messageWebhooks } from './message-webhooks.ts'

/** E-mails and texts: written by the module that they are about, sent once, followed until they arrive. */
export const messages: OpenModule = ({ config, runJob, runSweep, mailer, sms, address, composers }) => ({
  handlers: { messages: messageTextHandlers({ address }) },
  jobs: { 'messages.send': (data) => sendMessage({ runJob, mailer, sms, composers }, data) },
  events: ['message.undelivered'],
  topics: { 'message.changed': 'messages' },
  webhooks: messageWebhooks({
    ...{ runJob, runSweep },
    bounceSecret: config.bounces.off ? null : config.bounces.secret,
    twilioToken: config.sms.off ? null : config.sms.authToken,
  }),
})
