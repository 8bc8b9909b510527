import { sql, type SQL, type SQLWrapper, type WithSubquery } from 'drizzle-orm'

/** A part of a statement that inserts what belongs to a consent and returns the consent's id. */
export type RelatedInsert = WithSubquery & { consentId: SQLWrapper }

/** The consent of what such a part inserted. Whatever takes it from there happens after all of it, and so do its guards. */
export const consentOf = (inserted: RelatedInsert): SQL<string> =>
  sql<string>`(select distinct ${inserted.consentId} from ${inserted})`
