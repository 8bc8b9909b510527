import { desc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import type { ShippedDocument } from '../../../build/content/types.d.ts'
import { platformDocumentVersions as versions } from './platform-document-schema.ts'

/** Held while documents are brought in, so that instances that start together do it one after the other. */
const seedingLock = 7_301_509
const author = 'Candour'

/**
 * Brings the documents that ship with the product in, as their owner: the first version of each as it is shipped, draft or
 * published; a changed text as a draft of the next version, unless somebody is writing one. Safe to repeat.
 */
export function seedPlatformDocuments(
  owner: pg.Client,
  shipped: readonly ShippedDocument[],
  now: Date,
): Promise<void> {
  return drizzle(owner).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    for (const { kind, title, text, isPublished, needsAcceptance } of shipped) {
      const shippedHash = createHash('sha256').update(`${title}\n${text}`).digest('hex')
      const known = await tx
        .select()
        .from(versions)
        .where(eq(versions.kind, kind))
        .orderBy(desc(versions.number))
      const [newest] = known
      const isThere = known.some((version) => version.shippedHash === shippedHash)
      if (isThere || newest?.status === 'draft') continue
      const published = isPublished && !newest ? { publishedBy: author, publishedAt: now } : {}
      await tx.insert(versions).values({
        ...{ kind, title, text, shippedHash, byName: author, at: now },
        number: (newest?.number ?? 0) + 1,
        change: newest ? 'The text supplied with the product has changed.' : '',
        ...{ needsAcceptance: needsAcceptance && isPublished, asksAgain: false },
        status: isPublished && !newest ? 'published' : 'draft',
        ...published,
      })
    }
  })
}
