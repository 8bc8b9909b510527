import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PatientPicture, PictureAnnotation } from '../../../contract/pictures.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

/** An X-ray or photograph of a consent with its marks. It changes while its consent is a draft, and never after. */
export const consentPictures = pgTable(
  'consent_pictures',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    /** SHA-256 of the bytes. */
    sha256: text('sha256').notNull(),
    type: text('type').$type<PatientPicture['type']>().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    kind: text('kind').$type<PatientPicture['kind']>().notNull(),
    caption: text('caption').notNull(),
    /** A calendar date, `2026-03-04`. */
    takenOn: text('taken_on'),
    alt: text('alt').notNull(),
    marks: jsonb('marks').$type<PictureAnnotation[]>().notNull(),
    /** What was planned when somebody said that marks on other teeth are right; null where nobody had to. */
    confirmedFor: text('confirmed_for'),
    /** The bytes from the moment they are added until the file store has them; then null. */
    waitingBytes: bytes('waiting_bytes'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('consent_pictures_of_consent').on(table.clinicId, table.consentId, table.id),
    index('consent_pictures_by_content').on(table.clinicId, table.sha256),
    check('consent_pictures_type_known', sql`type in ('image/jpeg', 'image/png')`),
    check('consent_pictures_kind_known', sql`kind in ('xray', 'photo')`),
    staffPolicy(),
    onePatientConsentPolicy('consent_pictures'),
    patientPolicy('consent_id'),
  ],
)
