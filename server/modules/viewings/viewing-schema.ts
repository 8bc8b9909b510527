import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlayedRange } from '../../../contract/viewing-state.ts'
import type { deviceKinds, TranscriptReason } from '../../../contract/viewings.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'

/** A video was begun on a page, some of it was played there, or its transcript was read in its place. */
export type ViewingKind = 'started' | 'watched' | 'read_instead'

/** What an entry says, by its kind. */
export type ViewingDetails = {
  /** started */
  device?: (typeof deviceKinds)[number]
  /** watched */
  ranges?: PlayedRange[]
  speed?: number
  withCaptions?: boolean
  transcriptMs?: number
  /** read_instead */
  reason?: TranscriptReason
  hadTranscript?: boolean
}

/**
 * What patients' screens told of watching the videos of a consent, numbered through the consent. Insert and read only:
 * each row carries the hash of all rows up to it, and events of the consent's chain name some of them.
 */
export const viewings = pgTable(
  'viewings',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    /** As the frozen text names it: the video itself may be gone from the library. */
    videoId: uuid('video_id').notNull(),
    kind: text('kind').$type<ViewingKind>().notNull(),
    /** One player on one page, and the number of the report in it: the same report comes once. Nought begins it. */
    showing: uuid('showing').notNull(),
    showingNumber: integer('showing_number').notNull(),
    said: jsonb('said').$type<ViewingDetails>().notNull(),
    hash: text('hash').notNull(),
    /** When it arrived, by our clock. */
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('viewings_number').on(table.clinicId, table.consentId, table.number),
    uniqueIndex('viewings_once').on(table.clinicId, table.consentId, table.showing, table.showingNumber),
    check('viewings_numbers', sql`number > 0 and showing_number >= 0`),
    check('viewings_kinds', sql`kind in ('started', 'watched', 'read_instead')`),
    staffPolicy(),
    onePatientConsentPolicy('viewings'),
    patientPolicy('consent_id'),
  ],
)
