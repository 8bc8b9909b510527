import { and, desc, eq } from 'drizzle-orm'
import type { JobScope, LinkScope } from '../../platform/database/transaction.ts'
import { linkCodes, links } from './signing-schema.ts'
import type { LinkRow } from './signing-store.ts'

export type LinkCodeRow = typeof linkCodes.$inferSelect

/** A link of the clinic with its row locked, so that two who ask for a code at once get one. */
export async function lockLinkById(scope: JobScope, linkId: string): Promise<LinkRow> {
  const own = and(eq(links.clinicId, scope.clinicId), eq(links.id, linkId))
  const [found] = await scope.tx.select().from(links).where(own).for('update')
  if (!found) throw new Error('An opened link is not there')
  return found
}

/** The codes of a link, newest first. */
export const listLinkCodes = (scope: JobScope | LinkScope, linkId: string): Promise<LinkCodeRow[]> =>
  scope.tx
    .select()
    .from(linkCodes)
    .where(and(eq(linkCodes.clinicId, scope.clinicId), eq(linkCodes.linkId, linkId)))
    .orderBy(desc(linkCodes.createdAt), desc(linkCodes.id))

/** Keeps that a code is on its way with a message; the code itself is made when that is composed. */
export async function insertCode(
  scope: JobScope,
  code: Pick<LinkCodeRow, 'linkId' | 'consentId' | 'messageId' | 'expiresAt'>,
): Promise<void> {
  await scope.tx.insert(linkCodes).values({ ...code, clinicId: scope.clinicId, createdAt: scope.now })
}

/** The code that a message carries. */
export async function findCodeOfMessage(
  scope: JobScope,
  messageId: string,
): Promise<LinkCodeRow | undefined> {
  const own = and(eq(linkCodes.clinicId, scope.clinicId), eq(linkCodes.messageId, messageId))
  const [found] = await scope.tx.select().from(linkCodes).where(own)
  return found
}

/** Changes a code: what it is while it is made, and what became of it while its link is locked. */
export async function updateCode(
  scope: JobScope | LinkScope,
  id: string,
  change: Partial<Pick<LinkCodeRow, 'codeHash' | 'expiresAt' | 'failedAttempts' | 'usedAt'>>,
): Promise<void> {
  await scope.tx
    .update(linkCodes)
    .set(change)
    .where(and(eq(linkCodes.clinicId, scope.clinicId), eq(linkCodes.id, id)))
}
