import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { wordingReadability, libraryVersionContent, type VersionContent } from './template-rules.ts'
import { libraryAuthor, templates, templateVersions } from './template-schema.ts'

/**
 * Puts the shipped library into the database, as its owner and outside any clinic: what is missing is added, a changed
 * text becomes a new version. A template somebody edited keeps its current version; the new one is then only on offer
 * (rulings 14). Safe to repeat, and from several instances at once. A start that finds everything there asks that once,
 * and writes and locks nothing.
 */
export function seedTemplates(
  owner: pg.Client,
  library: readonly LibraryTemplate[],
  now: Date,
): Promise<void> {
  return drizzle(owner).transaction(async (tx) => void (await importLibraryTexts(tx, library, now)))
}

/** The same for a library that is there already: whoever runs the installation brings it in by hand. */
export function seedEmptyLibrary(
  owner: pg.Client,
  library: readonly LibraryTemplate[],
  now: Date,
): Promise<void> {
  return drizzle(owner).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    if ((await findKnownTexts(tx)).size === 0) await addTemplates(tx, [...library], now)
  })
}

/** How many templates were added, changed, and only offered since somebody had edited them. */
export type SeedCounts = { added: number; changed: number; offered: number }

/** Brings texts of the library in, within the caller's transaction. */
export async function importLibraryTexts(
  tx: Tx,
  library: readonly LibraryTemplate[],
  now: Date,
): Promise<SeedCounts> {
  await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
  const known = await findKnownTexts(tx)
  const isNew = ({ id }: LibraryTemplate) => !known.has(id)
  const added = library.filter(isNew)
  await addTemplates(tx, added, now)
  const isChanged = ({ id, hash }: LibraryTemplate) => known.get(id)?.has(hash) === false
  const done = { added: added.length, changed: 0, offered: 0 }
  for (const entry of library.filter(isChanged)) done[await updateSeededTemplate(tx, entry, now)] += 1
  return done
}

export type LibraryText = {
  libraryId: string
  label: string
  content: VersionContent
  isEdited: boolean
  hashes: string[]
}

/** What is in use of each template that came with the library, and the hashes of all texts it ever had. */
export async function readLibraryTexts(tx: Tx): Promise<Map<string, LibraryText>> {
  const known = await findKnownTexts(tx)
  const rows = await tx
    .select({
      libraryId: templates.libraryId,
      label: templateVersions.label,
      heading: templateVersions.heading,
      wording: templateVersions.wording,
      createdBy: templateVersions.createdBy,
    })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(isNotNull(templates.libraryId))
  return new Map(
    rows.map(({ libraryId, label, heading, wording, createdBy }) => [
      libraryId!,
      {
        libraryId: libraryId!,
        label,
        content: { heading, wording },
        isEdited: createdBy !== libraryAuthor,
        hashes: [...(known.get(libraryId!) ?? [])],
      },
    ]),
  )
}

/** Held while the library is seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_502

/** The hashes of every text there is, by the template of the library that it belongs to. */
async function findKnownTexts(tx: Tx): Promise<Map<string, Set<string>>> {
  const rows = await tx
    .select({ libraryId: templates.libraryId, hash: templateVersions.hash })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
    .where(isNotNull(templates.libraryId))
  const known = new Map<string, Set<string>>()
  for (const { libraryId, hash } of rows)
    known.set(libraryId!, (known.get(libraryId!) ?? new Set<string>()).add(hash))
  return known
}

/** By when wording that is new is to be looked at again. */
const reviewDatesOf = ({ reviewDue }: LibraryTemplate) => ({ reviewDue, reviewRemindedOn: null })

/** So many in one statement: a few large ones are quicker than a thousand small ones. */
const templates_per_insert_max = 50

/** Adds templates that were never there, each with its first version. */
async function addTemplates(tx: Tx, entries: LibraryTemplate[], now: Date): Promise<void> {
  for (let from = 0; from < entries.length; from += templates_per_insert_max) {
    const added = entries.slice(from, from + templates_per_insert_max).map((entry) => newTemplate(entry, now))
    await tx.insert(templates).values(added.map(({ template }) => template))
    await tx.insert(templateVersions).values(added.map(({ version }) => version))
  }
}

function newTemplate(entry: LibraryTemplate, now: Date) {
  const [id, versionId] = [randomUUID(), randomUUID()]
  const said = libraryVersionContent(entry)
  const template = {
    ...said.heading,
    ...reviewDatesOf(entry),
    id,
    currentVersionId: versionId,
    originVersionId: versionId,
    libraryId: entry.id,
    offeredToAll: true,
    createdAt: now,
    updatedAt: now,
  }
  const place = { id: versionId, templateId: id, number: 1 }
  return { template, version: versionOf(entry, said, { place, reason: 'Supplied with the product', now }) }
}

type VersionPosition = { id: string; templateId: string; number: number }

const versionOf = (
  entry: LibraryTemplate,
  content: VersionContent,
  { place, reason, now }: { place: VersionPosition; reason: string; now: Date },
) => ({
  ...place,
  ...content,
  ...wordingReadability(content.wording),
  label: entry.version,
  hash: entry.hash,
  createdBy: libraryAuthor,
  reason,
  createdAt: now,
})

/** Adds a text that is not there yet to its template; it is in use at once where nobody has edited that. */
async function updateSeededTemplate(
  tx: Tx,
  entry: LibraryTemplate,
  now: Date,
): Promise<'changed' | 'offered'> {
  // Locked as by somebody who saves it, so that no two versions get the same number.
  const [locked] = await tx.select().from(templates).where(eq(templates.libraryId, entry.id)).for('update')
  const { id: templateId, currentVersionId } = locked!
  const [newest] = await tx
    .select({ number: templateVersions.number })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(templateVersions.number))
    .limit(1)
  const place = { id: randomUUID(), templateId, number: newest!.number + 1 }
  const said = libraryVersionContent(entry)
  const reason = 'New wording from the Candour library'
  await tx.insert(templateVersions).values(versionOf(entry, said, { place, reason, now }))
  const [current] = await tx
    .select({ createdBy: templateVersions.createdBy })
    .from(templateVersions)
    .where(eq(templateVersions.id, currentVersionId))
  if (current?.createdBy !== libraryAuthor) return 'offered'
  await tx
    .update(templates)
    .set({
      ...said.heading,
      ...reviewDatesOf(entry),
      currentVersionId: place.id,
      originVersionId: place.id,
      updatedAt: now,
    })
    .where(eq(templates.id, templateId))
  return 'changed'
}
