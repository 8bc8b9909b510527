import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { FrozenContent } from '../../../contract/consents.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { preparedQuery, whereOwn } from '../../platform/database/prepared-query.ts'
import { rememberJson } from '../../platform/http/answer-json.ts'
import type { PatientScope } from '../../platform/database/transaction.ts'
import { sha256 } from '../audit/index.ts'
import { canonicalBytes, rememberHash } from './consent-content.ts'
import { consents } from './consent-schema.ts'
import type { ConsentRecord } from './consent-store.ts'

/** A patient reads a form, looks again and signs it: what was read last is at hand, some 200 kB each. */
const texts_max = 128
/** As long as a proved birth date opens the form: a text outlives its record in memory no longer than that. */
const text_ttl_ms = patient_session_minutes * minute_ms

/** Where the database stores a text, by its own number: who writes the column again stores it elsewhere. */
type StoredText = { storedAt: string; hash: string; content: FrozenContent }

const texts = new Map<string, StoredText>()

/** Nobody changes what others are shown as well. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

function remember(consentId: string, text: StoredText): void {
  freeze(text.content)
  // Put in order and written once, for its hash and for every answer.
  const bytes = canonicalBytes(text.content)
  rememberHash(text.content, sha256(bytes))
  rememberJson(text.content, FrozenContent, bytes)
  texts.set(consentId, text)
  const forget = () => void (texts.get(consentId) === text && texts.delete(consentId))
  setTimeout(forget, text_ttl_ms).unref()
  const [oldest] = texts.keys()
  if (texts.size > texts_max) texts.delete(oldest!)
}

const storedAt = sql`coalesce(pg_column_toast_chunk_id(${consents.content})::text, '')`
const isKnown = sql`${storedAt} = ${sql.placeholder('knownAt')}::text and ${consents.contentHash} = ${sql.placeholder('knownHash')}::text`

/** The columns of a consent; its text only where it is not the one that is known. */
const columns = {
  ...getTableColumns(consents),
  content: sql`case when ${isKnown} then null else ${consents.content} end`.mapWith(
    consents.content,
  ) as SQL as SQL<FrozenContent | null>,
  storedAt: storedAt.mapWith(consents.treatment) as SQL as SQL<string>,
}
const thisConsent = whereOwn(consents, consents.id, 'id')
const consentById = preparedQuery('opened_consent', (tx) =>
  tx.select(columns).from(consents).where(thisConsent),
)
const consentLocked = preparedQuery('opened_consent_locked', (tx) =>
  tx.select(columns).from(consents).where(thisConsent).for('update'),
)

async function find(
  query: typeof consentById,
  scope: PatientScope,
  id: string,
): Promise<ConsentRecord | undefined> {
  const known = texts.get(id)
  const [found] = await query(scope, { id, knownAt: known?.storedAt ?? '', knownHash: known?.hash ?? '' })
  if (!found) {
    texts.delete(id)
    return undefined
  }
  const { storedAt: at, content, ...rest } = found
  if (content === null && known && rest.contentHash === known.hash && at === known.storedAt)
    return { ...rest, content: known.content }
  if (content && rest.contentHash && at) remember(id, { storedAt: at, hash: rest.contentHash, content })
  return { ...rest, content }
}

/**
 * One consent of its patient, or undefined; its text, 50 kB, is sent, read and hashed once for as long as it is stored
 * where it was.
 */
export const findOpenedConsent = (scope: PatientScope, id: string): Promise<ConsentRecord | undefined> =>
  find(consentById, scope, id)

/** The same with the row locked until the transaction ends. */
export const lockOpenedConsent = (scope: PatientScope, id: string): Promise<ConsentRecord | undefined> =>
  find(consentLocked, scope, id)
