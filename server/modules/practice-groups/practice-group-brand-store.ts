import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { practiceGroupBrands as brands, practiceGroupLogos as logos } from './practice-group-brand-schema.ts'

export type GroupBrand = { colour: string | null; logo: string | null; version: number }

const columns = { colour: brands.colour, logo: brands.logo, version: brands.version }

/** How the group looks: of nothing chosen, version 0. */
export async function findGroupBrand({ tx, groupId }: GroupScope): Promise<GroupBrand> {
  const [found] = await tx.select(columns).from(brands).where(eq(brands.groupId, groupId))
  return found ?? { colour: null, logo: null, version: 0 }
}

/** The same, with one change at a time let through until the transaction ends: a save starts here. */
export async function lockGroupBrand(scope: GroupScope): Promise<GroupBrand> {
  const name = `branding of group ${scope.groupId}`
  await scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  return findGroupBrand(scope)
}

/** Saves a change and raises the version. */
export async function saveGroupBrand(
  { tx, now, groupId }: GroupScope,
  change: Partial<Pick<GroupBrand, 'colour' | 'logo'>>,
): Promise<void> {
  await tx
    .insert(brands)
    .values({ ...change, groupId, version: 1, changedAt: now })
    .onConflictDoUpdate({
      target: brands.groupId,
      set: { ...change, version: sql`${brands.version} + 1`, changedAt: now },
    })
}

/**
 * Keeps a logo and answers its name; one that was there before is not kept twice. It is looked for, since an insert that
 * minds conflicts needs, where tables are spread, a right to change logos; `lockGroupBrand` lets one in at a time.
 */
export async function saveGroupLogo({ tx, now, groupId }: GroupScope, image: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(image).digest('hex')
  const isKept = and(eq(logos.groupId, groupId), eq(logos.sha256, sha256))
  const kept = await tx.select({ id: logos.id }).from(logos).where(isKept)
  if (kept.length === 0)
    await tx.insert(logos).values({ groupId, sha256, content: image.toString('base64'), createdAt: now })
  return sha256
}
