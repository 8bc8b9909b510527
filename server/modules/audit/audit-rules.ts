import { createHash } from 'node:crypto'
import bowser from 'bowser'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import type { AuditEntry } from '../../platform/http/audit-entry.ts'
import { platformClinicId, type auditRows, type auditSeals } from './audit-schema.ts'

export type AuditRow = typeof auditRows.$inferSelect
export type NewAuditRow = Omit<AuditRow, 'sequence'>

/** SHA-256 of a text, in hexadecimal. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** The hash of what a row says; where it stands in the order is what its seal proves. */
export function contentHashOf(row: Omit<NewAuditRow, 'contentHash'>): string {
  const { clinicId, id, at, action, subject, details, userId, userEmail, userName, userRole, ip, userAgent } =
    row
  const { sessionId, browser, browserVersion, platform, language, timezone, requestId } = row
  const who = [userId, userEmail, userName, userRole]
  const where = [ip, userAgent, sessionId, browser, browserVersion, platform, language, timezone, requestId]
  return sha256(toCanonicalText([clinicId, id, at, action, subject, details, who, where]))
}

/** Browser and system as a user agent states them; 'unknown' where it does not. */
export function parseUserAgent(userAgent: string): {
  browser: string
  browserVersion: string
  platform: string
} {
  const agent = userAgent === 'unknown' ? null : bowser.parse(userAgent)
  return {
    browser: agent?.browser.name || 'unknown',
    browserVersion: agent?.browser.version || 'unknown',
    platform: agent?.os.name || 'unknown',
  }
}

/** Every text of a value as the database keeps it: half a character becomes the sign for one that is unknown. */
function asStored<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T
  if (Array.isArray(value)) return value.map(asStored) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [asStored(name), asStored<unknown>(part)]),
  ) as T
}

/** An entry with every field of the specification's audit record. Its hash is of what can be read again. */
export function auditRowOf(entry: AuditEntry, id: string): NewAuditRow {
  const { actor, visit } = entry
  const person = 'userId' in actor ? actor : null
  const row = asStored({
    clinicId: entry.clinicId ?? platformClinicId,
    id,
    at: entry.at,
    action: entry.action,
    subject: entry.subject,
    details: entry.details,
    userId: person?.userId ?? null,
    userEmail: ('email' in actor && actor.email) || null,
    userName: ('name' in actor && actor.name) || null,
    userRole: actor.role,
    ip: visit.ip,
    userAgent: visit.userAgent,
    sessionId: visit.sessionId,
    ...parseUserAgent(visit.userAgent),
    language: visit.language,
    timezone: visit.timezone,
    requestId: visit.requestId,
  })
  return { ...row, contentHash: contentHashOf(row) }
}

export type Seal = typeof auditSeals.$inferSelect

/** The hash of a seal: everything it says, the content of the rows it covers, and the seal before it. */
export const sealHashOf = (seal: Omit<Seal, 'hash'>, contentHashes: readonly string[]): string => {
  const { clinicId, number, rowIds, previousHash, sealedAt } = seal
  return sha256(toCanonicalText([clinicId, number, rowIds, previousHash, sealedAt, contentHashes]))
}
