import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { VideoAsset } from '../../../contract/videos.ts'
import { videoScans, type VideoScan } from './video-scan-rules.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  clinicPolicy,
  groupRole,
  instantColumn,
  jobRole,
  authenticatorRole,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'

const ofClinic = sql`owner_clinic_id = ${currentClinic}`
const ofPlatform = sql`owner_clinic_id is null`

/** As for templates: a clinic's own, and the platform's for those who run it; a sweep lists ids. */
const ownerPolicies = (clinicReads = ofClinic) => [
  pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: clinicReads }),
  pgPolicy('clinic_insert', { for: 'insert', to: clinicRole, withCheck: ofClinic }),
  pgPolicy('clinic_update', { for: 'update', to: clinicRole, using: ofClinic, withCheck: ofClinic }),
  pgPolicy('clinic_delete', { for: 'delete', to: clinicRole, using: ofClinic }),
  pgPolicy('admin', { to: adminRole, using: ofPlatform, withCheck: ofPlatform }),
  readPolicy('job', jobRole),
]

const ownedKey = () =>
  uuid('id')
    .primaryKey()
    .default(sql`uuidv7()`)

/**
 * Videos. The owner is the platform (no clinic) or one clinic, as of templates. Platform rows belong to no tenant, so
 * the key is the id alone.
 */
export const videos = pgTable(
  'videos',
  {
    id: ownedKey(),
    ownerClinicId: uuid('owner_clinic_id'),
    /** Under which name its file is stored: `videos/{time}_{safe name}`. */
    publicId: text('public_id').notNull(),
    name: text('name').notNull(),
    format: text('format').$type<VideoAsset['format']>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Seconds. */
    duration: doublePrecision('duration'),
    /** A JPEG as a data address, or empty. */
    thumbnail: text('thumbnail').notNull().default(''),
    transcript: text('transcript').notNull().default(''),
    /** WebVTT, or empty. */
    captions: text('captions').notNull().default(''),
    state: text('state').$type<VideoAsset['state']>().notNull(),
    stateReason: text('state_reason').notNull().default(''),
    /** Whether it was scanned for malware; given to nobody while `pending`, nor once something was found. */
    scan: text('scan').$type<VideoScan>().notNull().default('unscanned'),
    /** Where the file is until the store has it: the upload that brought it; then null. */
    uploadId: uuid('upload_id'),
    /** The file that was made of it to be played, where there is one, and its first picture. */
    playableId: text('playable_id'),
    playableBytes: integer('playable_bytes'),
    posterId: text('poster_id'),
    posterBytes: integer('poster_bytes'),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Taken out of the library; its file stays as long as a template or a sent consent shows it. */
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    // A function of its own tells those who run the platform how much a practice keeps, and nothing of what it is.
    readPolicy('opener', authenticatorRole),
    unique('videos_public_id').on(table.publicId),
    index('videos_of_owner').on(table.ownerClinicId, table.publicId),
    index('videos_by_content').on(table.ownerClinicId, table.sha256),
    check(
      'videos_format_known',
      sql`format in ('video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo')`,
    ),
    check('videos_state_known', sql`state in ('playable', 'waiting', 'failed')`),
    check('videos_scan_known', sql`scan in (${sqlList(videoScans)})`),
    check('videos_playable_whole', sql`(playable_id is null) = (playable_bytes is null)`),
    check('videos_poster_whole', sql`(poster_id is null) = (poster_bytes is null)`),
    ...ownerPolicies(sql`owner_clinic_id is null or ${ofClinic}`),
    // What a group shares may show the platform's videos, and no practice's.
    pgPolicy('group', { for: 'select', to: groupRole, using: ofPlatform }),
  ],
)

/** Uploads that were begun; the bytes that have arrived are files. A finished one names the video that came of it. */
export const videoUploads = pgTable(
  'video_uploads',
  {
    id: ownedKey(),
    ownerClinicId: uuid('owner_clinic_id'),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    videoId: uuid('video_id'),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [index('video_uploads_of_owner').on(table.ownerClinicId, table.createdAt), ...ownerPolicies()],
)

/** Which videos a clinic has sent consents with: these are kept on disk for good, since the consents say what was shown. */
export const videoShowings = pgTable(
  'video_showings',
  {
    clinicId: clinicIdColumn(),
    videoId: uuid('video_id').notNull(),
    shownAt: instantColumn('shown_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.videoId] }),
    index('video_showings_of_video').on(table.videoId),
    clinicPolicy(),
    // Whether a video of the platform is shown anywhere is the platform's to know; by whom, the grants keep from it.
    readPolicy('admin', adminRole),
  ],
)
