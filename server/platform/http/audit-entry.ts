import type pg from 'pg'
import type { Actor, RequestContext } from '../../../contract/access.ts'

/** One thing that was done or refused. `clinicId` is null for what belongs to no clinic. */
export type AuditEntry = {
  clinicId: string | null
  actor: Actor
  visit: RequestContext
  action: string
  subject: string | null
  details: Record<string, unknown>
  at: Date
}

/** Writes an entry with the caller's transaction, as the bare login. */
export type AuditWriter = (client: pg.ClientBase, entry: AuditEntry) => Promise<void>
