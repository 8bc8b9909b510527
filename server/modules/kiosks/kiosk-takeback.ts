import type { Database } from '../../platform/database/database.ts'
import type { AuditWriter } from '../../platform/http/audit-entry.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { HandoverNews } from '../identity/index.ts'
import type { OwnLinks } from '../signing/index.ts'
import { linksOfHandover, updateHandover } from './kiosk-store.ts'

type Parts = { database: Database; runJob: RunJob; writeAudit: AuditWriter; ownLinks: OwnLinks }

/**
 * What follows when somebody takes a browser back from a patient, or tries to. By then the session is unlocked, or its
 * try is counted: identity does that, and this ends what the patient held.
 */
export function handoverNews({ database, runJob, writeAudit, ownLinks }: Parts): HandoverNews {
  const note = (
    { clinicId, handoverId, by, at }: Parameters<HandoverNews['unlocked']>[0],
    action: string,
    details: Record<string, string>,
  ) =>
    database.borrow((client) =>
      writeAudit(client, {
        ...{ clinicId, action, subject: handoverId, details, at },
        actor: by.actor,
        visit: by.visit,
      }),
    )
  return {
    async unlocked(takeback, proof) {
      const { clinicId, handoverId, at } = takeback
      const links = await runJob(clinicId, async (scope) => {
        const opened = await linksOfHandover(scope, handoverId)
        await updateHandover(scope, handoverId, { endedAt: at, provedUntil: null })
        return opened
      })
      await ownLinks.close(clinicId, links)
      await note(takeback, 'kiosk.unlocked', { by: proof })
    },
    unlockRefused: (takeback, reason) => note(takeback, 'kiosk.unlock_refused', { reason }),
  }
}
