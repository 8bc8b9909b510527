import { dataProtection } from '../../../contract/data-protection.ts'
import { handle } from '../../platform/http/operations.ts'
import { countUnacceptedDocuments } from '../platform-documents/index.ts'
import { countDueRequests } from '../records/index.ts'
import { breachView } from './breach-handlers.ts'
import { listBreaches } from './breach-store.ts'

/** What waits for those who run the practice. */
export const dutyHandlers = {
  duties: handle(dataProtection.duties, async (scope) => {
    const open = (await listBreaches(scope, { openOnly: true })).map((breach) =>
      breachView(breach, scope.now),
    )
    return {
      answer: {
        requestsDue: await countDueRequests(scope),
        breachesOpen: open.length,
        breachesOverdue: open.filter(({ isOverdue }) => isOverdue).length,
        documentsToAccept: await countUnacceptedDocuments(scope),
      },
    }
  }),
}
