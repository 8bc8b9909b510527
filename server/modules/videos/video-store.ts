import { and, asc, count, eq, gt, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type {
  AdminScope,
  ClinicScope,
  JobScope,
  PlatformScope,
  SweepScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { entitlements } from '../clinics/index.ts'
import { storedName } from './video-rules.ts'
import { videos, videoShowings, videoUploads } from './video-schema.ts'

export type VideoRow = typeof videos.$inferSelect
export type UploadRow = typeof videoUploads.$inferSelect

/** Who reads and changes videos in person: a clinic, and the platform. */
export type VideoSide = ClinicScope | AdminScope
/** The same, and jobs on their behalf. */
export type OwnerScope = VideoSide | JobScope | PlatformScope

/** The clinic whose videos are the scope's own; null for the platform. */
export const ownerOf = (scope: OwnerScope | TenantScope): string | null =>
  'clinicId' in scope ? scope.clinicId : null

type OwnedTable = typeof videos | typeof videoUploads

const ownedBy = (scope: OwnerScope, table: OwnedTable = videos): SQL => {
  const owner = ownerOf(scope)
  return owner ? eq(table.ownerClinicId, owner) : isNull(table.ownerClinicId)
}
const readableTo = (scope: OwnerScope): SQL | undefined => {
  const owner = ownerOf(scope)
  return owner ? or(isNull(videos.ownerClinicId), ownedBy(scope)) : ownedBy(scope)
}

/** Lets one at a time add to an owner's videos, so that the same file is kept once and the plan's storage holds. */
export async function lockLibrary(scope: VideoSide): Promise<void> {
  await scope.tx.execute(
    sql`select pg_advisory_xact_lock(${library_lock_space}, hashtext(${ownerOf(scope) ?? ''}))`,
  )
}
const library_lock_space = 7_301_509

/** Bytes the owner keeps, what was made of them included. */
export async function countStoredBytes(scope: VideoSide): Promise<number> {
  const all = sql<string>`coalesce(sum(${videos.bytes}::bigint + coalesce(${videos.playableBytes}, 0)), 0)`
  const [kept] = await scope.tx
    .select({ bytes: all })
    .from(videos)
    .where(and(ownedBy(scope), ne(videos.scan, 'removed')))
  return Number(kept!.bytes)
}

/** How many bytes the plan of the scope's clinic allows; null for the platform, which nothing limits. */
export async function findStorageLimit(scope: VideoSide): Promise<number | null> {
  return 'clinicId' in scope ? (await entitlements(scope)).video_storage_bytes : null
}

/** A video that the scope may read, also one that was taken out of the library. */
export async function findVideo(scope: OwnerScope, videoId: string): Promise<VideoRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(videos)
    .where(and(readableTo(scope), eq(videos.id, videoId)))
  return found
}

/** One of the scope's own that is in the library, kept from changing until the transaction ends. */
export async function lockVideo(scope: OwnerScope, videoId: string): Promise<VideoRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(videos)
    .where(and(ownedBy(scope), eq(videos.id, videoId)))
    .for('update')
  return found
}

/** The owner's video of these very bytes, in the library. */
export async function findVideoByHash(scope: VideoSide, sha256: string): Promise<VideoRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(videos)
    .where(and(ownedBy(scope), eq(videos.sha256, sha256), isNull(videos.removedAt)))
    .orderBy(asc(videos.id))
  return found
}

type Page = { prefix: string; after: string; max: number }

/** Videos of the library by stored name, those after `after`; one more than asked for says that there are more. */
export function listVideos(scope: VideoSide, { prefix, after, max }: Page): Promise<VideoRow[]> {
  const named = prefix === '' ? undefined : sql`starts_with(${videos.publicId}, ${prefix})`
  const later = after === '' ? undefined : gt(sql`${videos.publicId} collate "C"`, after)
  return scope.tx
    .select()
    .from(videos)
    .where(and(readableTo(scope), isNull(videos.removedAt), named, later))
    .orderBy(sql`${videos.publicId} collate "C"`)
    .limit(max + 1)
}

type NewVideo = Pick<
  VideoRow,
  'name' | 'format' | 'bytes' | 'sha256' | 'state' | 'stateReason' | 'uploadId'
> &
  VideoChange

/** A name that is taken gets the next time; more than this is not bad luck. */
const name_attempts_max = 50

/** Adds a video under a stored name of its own. */
export async function insertVideo(scope: VideoSide, video: NewVideo): Promise<VideoRow> {
  const { actor, now } = scope
  const author = { createdBy: actor.userId, createdByName: actor.name, createdAt: now }
  for (let later_ms = 0; later_ms < name_attempts_max; later_ms++) {
    const publicId = storedName(now, video.name, later_ms)
    const [made] = await scope.tx
      .insert(videos)
      .values({ ...video, ...author, publicId, ownerClinicId: ownerOf(scope) })
      .onConflictDoNothing({ target: videos.publicId })
      .returning()
    if (made) return made
  }
  throw new Error('No name is free for a video')
}

export type VideoChange = Partial<
  Pick<
    VideoRow,
    | 'width'
    | 'height'
    | 'duration'
    | 'thumbnail'
    | 'transcript'
    | 'captions'
    | 'state'
    | 'stateReason'
    | 'uploadId'
    | 'playableId'
    | 'playableBytes'
    | 'posterId'
    | 'posterBytes'
    | 'removedAt'
    | 'scan'
  >
>

export async function updateVideo(
  scope: OwnerScope,
  videoId: string,
  change: VideoChange,
): Promise<VideoRow | undefined> {
  const [changed] = await scope.tx
    .update(videos)
    .set(change)
    .where(and(ownedBy(scope), eq(videos.id, videoId)))
    .returning()
  return changed
}

export async function deleteVideo(scope: OwnerScope, videoId: string): Promise<void> {
  await scope.tx.delete(videos).where(and(ownedBy(scope), eq(videos.id, videoId)))
}

/** Writes down that consents are sent with these videos, which are kept from then on. */
export async function recordShown(scope: ClinicScope, videoIds: readonly string[]): Promise<void> {
  const { clinicId, now: shownAt } = scope
  if (videoIds.length === 0) return
  const rows = [...new Set(videoIds)].map((videoId) => ({ clinicId, videoId, shownAt }))
  await scope.tx.insert(videoShowings).values(rows).onConflictDoNothing()
}

/** Whether a consent was ever sent with this video: by the scope's clinic, or for the platform by any. */
export async function wasShown(scope: OwnerScope, videoId: string): Promise<boolean> {
  const [found] = await scope.tx
    .select({ videoId: videoShowings.videoId })
    .from(videoShowings)
    .where(eq(videoShowings.videoId, videoId))
    .limit(1)
  return found !== undefined
}

export async function insertUpload(
  scope: VideoSide,
  upload: Pick<UploadRow, 'name' | 'bytes'>,
): Promise<string> {
  const { actor, now } = scope
  const [made] = await scope.tx
    .insert(videoUploads)
    .values({ ...upload, ownerClinicId: ownerOf(scope), createdBy: actor.userId, createdAt: now })
    .returning({ id: videoUploads.id })
  return made!.id
}

/** How many uploads the owner has begun and not finished, and how many bytes they will be. */
export async function countOpenUploads(scope: VideoSide): Promise<{ uploads: number; bytes: number }> {
  const [open] = await scope.tx
    .select({
      uploads: count(),
      bytes: sql<string>`coalesce(sum(${videoUploads.bytes}::bigint), 0)`,
    })
    .from(videoUploads)
    .where(and(ownedBy(scope, videoUploads), isNull(videoUploads.videoId)))
  return { uploads: open!.uploads, bytes: Number(open!.bytes) }
}

export async function findUpload(scope: OwnerScope, uploadId: string): Promise<UploadRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(videoUploads)
    .where(and(ownedBy(scope, videoUploads), eq(videoUploads.id, uploadId)))
  return found
}

/** The same, kept from changing until the transaction ends. */
export async function lockUpload(scope: OwnerScope, uploadId: string): Promise<UploadRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(videoUploads)
    .where(and(ownedBy(scope, videoUploads), eq(videoUploads.id, uploadId)))
    .for('update')
  return found
}

export async function finishUpload(scope: VideoSide, uploadId: string, videoId: string): Promise<void> {
  await scope.tx
    .update(videoUploads)
    .set({ videoId })
    .where(and(ownedBy(scope, videoUploads), eq(videoUploads.id, uploadId)))
}

export async function deleteUpload(scope: OwnerScope, uploadId: string): Promise<void> {
  await scope.tx.delete(videoUploads).where(and(ownedBy(scope, videoUploads), eq(videoUploads.id, uploadId)))
}

type OwnedId = { id: string; ownerClinicId: string | null }

/** Uploads that were begun before; of all owners. */
export const findUploadsBegunBefore = (scope: SweepScope, before: Date, max: number): Promise<OwnedId[]> =>
  scope.tx
    .select({ id: videoUploads.id, ownerClinicId: videoUploads.ownerClinicId })
    .from(videoUploads)
    .where(lt(videoUploads.createdAt, before))
    .limit(max)

/** Videos that were taken out of the library and are still kept; of all owners. */
export const listRemovedVideos = (scope: SweepScope, max: number): Promise<OwnedId[]> =>
  scope.tx
    .select({ id: videos.id, ownerClinicId: videos.ownerClinicId })
    .from(videos)
    .where(isNotNull(videos.removedAt))
    .limit(max)

/** Videos that are kept and not playable yet; of all owners. */
export const listUnconvertedVideos = (scope: SweepScope, max: number): Promise<OwnedId[]> =>
  scope.tx
    .select({ id: videos.id, ownerClinicId: videos.ownerClinicId })
    .from(videos)
    .where(and(eq(videos.state, 'waiting'), ne(videos.scan, 'pending')))
    .limit(max)

type ScansWanted = { isScanned: boolean; before: Date; max: number }

/** Videos from before that are held until they were scanned; and, where files are scanned, those that never were. */
export function listVideosToScan(
  scope: SweepScope,
  { isScanned, before, max }: ScansWanted,
): Promise<OwnedId[]> {
  const held = and(eq(videos.scan, 'pending'), lt(videos.createdAt, before))
  return scope.tx
    .select({ id: videos.id, ownerClinicId: videos.ownerClinicId })
    .from(videos)
    .where(isScanned ? or(held, eq(videos.scan, 'unscanned')) : held)
    .orderBy(asc(videos.scan), asc(videos.id))
    .limit(max)
}
