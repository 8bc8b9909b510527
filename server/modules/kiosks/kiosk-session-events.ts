import type { Database } from '../../platform/database/database.ts'
import type { AuditWriter } from '../../platform/http/audit-entry.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { KioskSessionEvents } from '../identity/index.ts'
import type { OwnLinks } from '../signing/index.ts'
import { listLinksOfKioskSession, updateKioskSession } from './kiosk-store.ts'

type KioskEventDeps = { database: Database; runJob: RunJob; writeAudit: AuditWriter; ownLinks: OwnLinks }

/**
 * What follows when somebody takes a browser back from a patient, or tries to. By then the session is unlocked, or its
 * try is counted: identity does that, and this ends what the patient held.
 */
export function kioskSessionEvents({
  database,
  runJob,
  writeAudit,
  ownLinks,
}: KioskEventDeps): KioskSessionEvents {
  const note = (
    { clinicId, handoverId, by, at }: Parameters<KioskSessionEvents['unlocked']>[0],
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
        const opened = await listLinksOfKioskSession(scope, handoverId)
        await updateKioskSession(scope, handoverId, { endedAt: at, provedUntil: null })
        return opened
      })
      await ownLinks.close(clinicId, links)
      await note(takeback, 'kiosk.unlocked', { by: proof })
    },
    unlockRefused: (takeback, reason) => note(takeback, 'kiosk.unlock_refused', { reason }),
  }
}
