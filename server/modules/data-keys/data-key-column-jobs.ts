import { getTableName } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunSealing, RunSweep } from '../../platform/jobs/job-runner.ts'
import {
  findPlainClinics,
  lockPlainEvents,
  lockPlainRows,
  recordColumnCheck,
  sealedTables,
  sealPlainEvents,
  sealPlainRows,
} from './data-key-table-store.ts'

type ColumnSealingDeps = { database: Database; clock: Clock; runSealing: RunSealing }

const clinics_per_sweep_max = 50
/** What one transaction encrypts and holds locked. */
const rows_per_transaction = 200
const before_all_ids = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts what a practice's columns hold from before they were encrypted, some rows in a transaction. What is encrypted
 * is passed by, so a run that was interrupted is simply begun again.
 */
export function columnSealingJob({ database, clock, runSealing }: ColumnSealingDeps) {
  const sealTable = async (clinicId: string, table: (typeof sealedTables)[number]): Promise<void> => {
    let after = before_all_ids
    for (;;) {
      const from = after
      const last = await runSealing(clinicId, async (scope, note) => {
        const rows = await lockPlainRows(scope, table, { after: from, limit: rows_per_transaction })
        if (rows.length === 0) return null
        await sealPlainRows(scope, table, rows)
        const details = { table: getTableName(table), rows: rows.length }
        note({ action: 'columns.sealed', subject: null, details })
        return rows.at(-1)!.id
      })
      if (last === null) return
      after = last
    }
  }

  const sealEvents = async (clinicId: string): Promise<void> => {
    let after = { consentId: before_all_ids, number: 0 }
    for (;;) {
      const from = after
      const last = await runSealing(clinicId, async (scope, note) => {
        const events = await lockPlainEvents(scope, { after: from, limit: rows_per_transaction })
        if (events.length === 0) return null
        await sealPlainEvents(scope, events)
        const details = { table: 'consent_events', rows: events.length }
        note({ action: 'columns.sealed', subject: null, details })
        return events.at(-1)!
      })
      if (last === null) return
      after = { consentId: last.consentId, number: last.number }
    }
  }

  return async ({ clinicId }: JobData): Promise<void> => {
    await sealEvents(clinicId!)
    for (const table of sealedTables) await sealTable(clinicId!, table)
    await database.borrow((client) => recordColumnCheck(client, clinicId!, clock.now()))
  }
}

/** Finds practices whose columns were not looked through yet, and enqueues each. */
export const sweepPlainColumns = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId } of await findPlainClinics(scope, clinics_per_sweep_max))
      scope.enqueue('data-keys.seal-columns', { clinicId })
  })
