import path from 'node:path'
import type { OpenModule } from '../../module.ts'
import { openOutboxFolder } from '../../platform/outbox-folder.ts'
import { outboxHandlers } from './outbox-handlers.ts'

/** Messages of an installation that sends none, to read. */
export const outbox: OpenModule = ({ config: { dataDir, mail, sms } }) => ({
  handlers: {
    outbox: outboxHandlers({
      outbox: openOutboxFolder(dataDir),
      folder: path.join(dataDir, 'outbox'),
      isSent: { email: !mail.off, sms: !sms.off },
    }),
  },
})
