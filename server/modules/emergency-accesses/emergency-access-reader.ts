import type { AdminCaller } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact, type EmergencyCaller, type EmergencyScope } from '../../platform/database/transaction.ts'

type EmergencyReaderDeps = { database: Database; clock: Clock }
type OpenedAccess = { clinic_id: string; consent_id: string; reason: string; until_at: Date }

/** Reads one consent under an access that runs; null where the database knows of none such for this person now. */
export type EmergencyReader = <T>(
  caller: Pick<AdminCaller, 'actor' | 'visit'>,
  accessId: string,
  read: (scope: EmergencyScope) => Promise<T>,
) => Promise<T | null>

/**
 * The database opens the scope by the row itself, whatever the code above thinks, and the role it opens reads that one
 * consent and writes nothing.
 */
export const createEmergencyReader =
  ({ database, clock }: EmergencyReaderDeps): EmergencyReader =>
  async ({ actor, visit }, accessId, read) => {
    const now = clock.now()
    const [opened] = await database.borrow(async (client) => {
      const { rows } = await client.query<OpenedAccess>('select * from open_emergency_access($1, $2, $3)', [
        accessId,
        actor.userId,
        now,
      ])
      return rows
    })
    if (!opened) return null
    const caller: EmergencyCaller = {
      audience: 'emergency',
      clinicId: opened.clinic_id,
      consentIds: [opened.consent_id],
      ...{ accessId, reason: opened.reason, until: opened.until_at, actor, visit },
    }
    return transact(database, caller, { now, isReadOnly: true, work: read, beforeCommit: () => null })
  }
