import { and, desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { readingOfWording, saidByLibrary } from './template-rules.ts'
import { libraryAuthor, templates, templateVersions } from './template-schema.ts'

/**
 * Puts the shipped library into the database, as its owner and outside any clinic: what is missing is added, a changed
 * text becomes a new version. A template somebody edited keeps its current version; the new one is then only on offer
 * (rulings 14). Safe to repeat, and from several instances at once.
 */
export function seedTemplates(
  owner: pg.Client,
  library: readonly LibraryTemplate[],
  now: Date,
): Promise<void> {
  return drizzle(owner).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    for (const entry of library) await seedTemplate(tx, entry, now)
  })
}

/** Held while the library is seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_502

async function seedTemplate(tx: Tx, entry: LibraryTemplate, now: Date): Promise<void> {
  // Locked as by somebody who saves it, so that no two versions get the same number.
  const [existing] = await tx.select().from(templates).where(eq(templates.libraryId, entry.id)).for('update')
  if (!existing) return insertTemplate(tx, entry, now)
  const ofTemplate = eq(templateVersions.templateId, existing.id)
  const [known] = await tx
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(and(ofTemplate, eq(templateVersions.hash, entry.hash)))
  if (known) return
  const [newest] = await tx
    .select({ number: templateVersions.number })
    .from(templateVersions)
    .where(ofTemplate)
    .orderBy(desc(templateVersions.number))
    .limit(1)
  const version = { id: randomUUID(), templateId: existing.id, number: newest!.number + 1 }
  await insertVersion(tx, version, entry, now)
  const [current] = await tx
    .select({ createdBy: templateVersions.createdBy })
    .from(templateVersions)
    .where(eq(templateVersions.id, existing.currentVersionId))
  if (current?.createdBy !== libraryAuthor) return
  await tx
    .update(templates)
    .set({
      ...saidByLibrary(entry).heading,
      ...datesOf(entry),
      currentVersionId: version.id,
      originVersionId: version.id,
      updatedAt: now,
    })
    .where(eq(templates.id, existing.id))
}

/** By when wording that is new is to be looked at again. */
const datesOf = ({ reviewDue }: LibraryTemplate) => ({ reviewDue, reviewRemindedOn: null })

async function insertTemplate(tx: Tx, entry: LibraryTemplate, now: Date): Promise<void> {
  const version = { id: randomUUID(), templateId: randomUUID(), number: 1 }
  await tx.insert(templates).values({
    ...saidByLibrary(entry).heading,
    id: version.templateId,
    ...datesOf(entry),
    currentVersionId: version.id,
    originVersionId: version.id,
    libraryId: entry.id,
    offeredToAll: true,
    createdAt: now,
    updatedAt: now,
  })
  await insertVersion(tx, version, entry, now)
}

type Place = { id: string; templateId: string; number: number }

async function insertVersion(tx: Tx, place: Place, entry: LibraryTemplate, now: Date): Promise<void> {
  const said = saidByLibrary(entry)
  await tx.insert(templateVersions).values({
    ...place,
    label: entry.version,
    ...said,
    ...readingOfWording(said.wording),
    hash: entry.hash,
    createdBy: libraryAuthor,
    reason: place.number === 1 ? 'Shipped with the product' : 'New wording of the shipped library',
    createdAt: now,
  })
}
