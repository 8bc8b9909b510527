import type { OpenModule } from '../../module.ts'
import { adminTicketHandlers } from './ticket-admin-handlers.ts'
import { ticketFileHandlers, ticketHandlers } from './ticket-handlers.ts'
import { sweepTickets, ticketJobs } from './ticket-jobs.ts'
import { ticketMailWebhook } from './ticket-mail-handlers.ts'
import { createReplyTokens } from './ticket-tokens.ts'

/** Support: what practices ask and report, and our answers. */
export const tickets: OpenModule = (core) => {
  const { config, rootKey, runPlatformJob, files, fileGate } = core
  const { supportReplies } = config
  const replies = supportReplies.off ? null : createReplyTokens(rootKey, supportReplies.address)
  return {
    handlers: { tickets: ticketHandlers, adminTickets: adminTicketHandlers },
    files: ticketFileHandlers(files),
    jobs: ticketJobs({ ...core, replies }),
    sweeps: { tickets: { seconds: 600, run: () => sweepTickets(runPlatformJob) } },
    webhooks: [
      ticketMailWebhook({
        ...{ runPlatformJob, fileGate },
        settings: replies && !supportReplies.off ? { secret: supportReplies.secret, replies } : null,
      }),
    ],
  }
}
