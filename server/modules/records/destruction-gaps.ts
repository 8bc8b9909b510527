import type { AuditGap } from '../../../contract/audit.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { isGapIntact } from './destruction-rules.ts'
import { erasedAfter, listDestroyedConsents } from './destruction-store.ts'

/** How many destructions are held at a time. */
const destructions_per_page = 200

/** The gaps that destructions left in what the audit log speaks of, each with its certificate, and whether it holds. */
export async function gapsOf(scope: StaffScope): Promise<AuditGap[]> {
  const gaps: AuditGap[] = []
  for (let last = 0; ;) {
    const rows = await erasedAfter(scope, last, destructions_per_page)
    if (rows.length === 0) return gaps
    const kept = await listDestroyedConsents(
      scope,
      rows.map(({ id }) => id),
    )
    for (const row of rows) {
      const own = kept.filter(({ destructionId }) => destructionId === row.id)
      gaps.push({
        ...{ record: row.patientId, certificate: row.number!, erasedAt: row.erasedAt!.toISOString() },
        ...{ consents: own.length, intact: isGapIntact(row, own) },
      })
    }
    last = rows.at(-1)!.number!
  }
}
