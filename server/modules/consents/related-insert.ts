import { sql, type SQL, type SQLWrapper, type WithSubquery } from 'drizzle-orm'
import type { Tx } from '../../platform/database/transaction.ts'

/** A part of a statement that inserts what belongs to a consent and returns the consent's id. */
export type RelatedInsert = WithSubquery & { consentId: SQLWrapper }

/** Parts that are always the same but for what stands in their placeholders, so that a connection keeps the statement. */
export type PreparedInserts = {
  /** Different for different parts. */
  name: string
  build(tx: Tx): readonly RelatedInsert[]
  values: Record<string, unknown>
}

/** The consent of what such a part inserted. Whatever takes it from there happens after all of it, and so do its guards. */
export const consentOf = (inserted: RelatedInsert): SQL<string> =>
  sql<string>`(select distinct ${inserted.consentId} from ${inserted})`
