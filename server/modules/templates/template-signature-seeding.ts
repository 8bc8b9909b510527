import { eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { LibraryClinicalReview } from '../../../build/content/types.d.ts'
import { libraryAuthor, templateReviews, templates, templateVersions } from './template-schema.ts'

/** Held while they are seeded, so that instances that start together do it one after the other. */
const seedingLock = 7_301_511

/**
 * Puts the signatures that ship with the library beside the texts that they name, as the database's owner. A reviewer of
 * whom something is recorded about a text already is left as that is. Safe to repeat.
 */
export function seedClinicalReviews(
  owner: pg.Client,
  shipped: readonly LibraryClinicalReview[],
  now: Date,
): Promise<void> {
  if (shipped.length === 0) return Promise.resolve()
  return drizzle(owner).transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedingLock})`)
    const versions = await tx
      .select({
        libraryId: templates.libraryId,
        templateId: templates.id,
        versionId: templateVersions.id,
        hash: templateVersions.hash,
      })
      .from(templates)
      .innerJoin(templateVersions, eq(templateVersions.templateId, templates.id))
      .where(inArray(templates.libraryId, [...new Set(shipped.map(({ template }) => template))]))
    const recorded = await tx
      .select({
        templateId: templateReviews.templateId,
        hash: templateReviews.hash,
        gdcNumber: templateReviews.gdcNumber,
      })
      .from(templateReviews)
    const rows = shipped.flatMap(({ template, hash, version: _version, ...review }) => {
      const text = versions.find((version) => version.libraryId === template && version.hash === hash)
      const isRecorded = recorded.some(
        (each) =>
          each.templateId === text?.templateId && each.hash === hash && each.gdcNumber === review.gdcNumber,
      )
      if (!text || isRecorded) return []
      const { templateId, versionId } = text
      return [
        {
          ...{ templateId, versionId, hash, ...review, answers: [], disagreements: 0 },
          ...{ recordedBy: libraryAuthor, recordedByName: 'Candour library', recordedAt: now },
        },
      ]
    })
    if (rows.length > 0) await tx.insert(templateReviews).values(rows)
  })
}
