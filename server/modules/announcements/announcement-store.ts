import { and, asc, count, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { announcements } from './announcement-schema.ts'

export type AnnouncementRecord = typeof announcements.$inferSelect
export type ListedAnnouncement = AnnouncementRecord & { clinicName: string | null }
export type NewAnnouncement = Omit<AnnouncementRecord, 'id' | 'byName'>

/** A page of everything that was announced or will be, what ends last first. */
export async function listAnnouncements(
  { tx }: AdminScope,
  { limit, offset }: Slice,
): Promise<{ rows: ListedAnnouncement[]; total: number }> {
  const counted = await tx.select({ total: count() }).from(announcements)
  const rows = await tx
    .select({ announcement: announcements, clinicName: clinics.name })
    .from(announcements)
    .leftJoin(clinics, eq(clinics.id, announcements.forClinic))
    .orderBy(desc(announcements.until), desc(announcements.id))
    .limit(limit)
    .offset(offset)
  return {
    rows: rows.map(({ announcement, clinicName }) => ({ ...announcement, clinicName })),
    total: counted[0]!.total,
  }
}

/** The name of a clinic; undefined when there is none such. */
export async function clinicName({ tx }: AdminScope, clinicId: string): Promise<string | undefined> {
  return (await tx.select({ name: clinics.name }).from(clinics).where(eq(clinics.id, clinicId)))[0]?.name
}

export async function insertAnnouncement(
  { tx, actor }: AdminScope,
  announcement: NewAnnouncement,
): Promise<AnnouncementRecord> {
  const [kept] = await tx
    .insert(announcements)
    .values({ ...announcement, byName: actor.name })
    .returning()
  return kept!
}

/** Takes one down; undefined when there is none such that is still to be shown. */
export async function endAnnouncement(
  { tx, now }: AdminScope,
  id: string,
): Promise<AnnouncementRecord | undefined> {
  const [ended] = await tx
    .update(announcements)
    .set({ until: now })
    .where(and(eq(announcements.id, id), gt(announcements.until, now)))
    .returning()
  return ended
}

/** More than a few lines above a page are read by nobody. */
const current_announcements_max = 5

/** What its people are told now: policies leave out what is for others. */
export function listCurrentAnnouncements({
  tx,
  now,
  audience,
}: ClinicScope | AdminScope): Promise<AnnouncementRecord[]> {
  const isFor = inArray(announcements.audience, audience === 'admin' ? ['admins'] : ['clinics', 'one-clinic'])
  return tx
    .select()
    .from(announcements)
    .where(and(isFor, lte(announcements.from, now), gt(announcements.until, now)))
    .orderBy(asc(announcements.from))
    .limit(current_announcements_max)
}

type PublicAnnouncementRow = { id: string; kind: AnnouncementRecord['kind']; text: string; until: Date }

/** What everybody may read on the status page now, as the bare login. */
export function listPublicAnnouncements(database: Database, now: Date): Promise<PublicAnnouncementRow[]> {
  return database.borrow(async (client) => {
    const { rows } = await client.query<PublicAnnouncementRow>(
      `select id, kind, text, until from announcements
       where audience = 'clinics' and "from" <= $1 and until > $1 order by "from" limit $2`,
      [now, current_announcements_max],
    )
    return rows
  })
}
