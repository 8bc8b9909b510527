import { sql, type SQL } from 'drizzle-orm'
import { pgPolicy, pgRole, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The roles that transactions take; the login itself has no rights on tenant tables (rulings 4). */
export const clinicRole = pgRole('candour_clinic').existing()
export const patientRole = pgRole('candour_patient').existing()
/** Holds a link and has proved nothing yet; its rows are a patient's, its columns are few. */
export const linkRole = pgRole('candour_link').existing()
/** Another program with a clinic's key: policies show it the clinic's rows, grants let it read a few tables and write none. */
export const integrationRole = pgRole('candour_integration').existing()
export const adminRole = pgRole('candour_admin').existing()
/** Of a group of practices: grants let it count, and policies only in the practices that joined. */
export const groupRole = pgRole('candour_group').existing()
export const jobRole = pgRole('candour_job').existing()
/** Owns the few SECURITY DEFINER functions that answer before a scope exists. */
export const authenticatorRole = pgRole('candour_opener').existing()
/** The bare login: inserts audit rows and idempotency keys, reads no tenant table. */
export const appRole = pgRole('candour_app').existing()
/** Owns the search functions (rulings 3). */
export const searchRole = pgRole('candour_search').existing()

export const currentClinic = sql.raw(`nullif(current_setting('app.clinic_id', true), '')::uuid`)
export const currentGroup = sql.raw(`nullif(current_setting('app.group_id', true), '')::uuid`)
const currentConsents = `string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]`

const ownClinic = sql`clinic_id = ${currentClinic}`

/** Words of the product as a list of SQL, for a check of a column; never anything that somebody typed. */
export const sqlList = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value}'`).join(', '))

/** Whoever has a role in a group counts rows of the practices that joined it; `column` says whose a row is. */
export const groupPolicy = (column = 'clinic_id') =>
  pgPolicy('group', {
    for: 'select',
    to: groupRole,
    using: sql`${sql.raw(column)} = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = ${currentGroup}))`,
  })

/** A clinic's staff, and jobs and programs on its behalf, see and change its rows and no others, as far as grants go. */
export const clinicPolicy = () =>
  pgPolicy('clinic', { to: [clinicRole, integrationRole], using: ownClinic, withCheck: ownClinic })

/** The same of staff and jobs alone, where a policy of their own says what programs see. */
export const staffPolicy = () =>
  pgPolicy('clinic', { to: clinicRole, using: ownClinic, withCheck: ownClinic })

/**
 * The same, but for deleting: which rows may be removed says `removable`, a policy of the migrations. None is restrictive,
 * since Citus makes every policy on its servers a permissive one.
 */
export const staffPoliciesButDelete = () => [
  pgPolicy('clinic', { for: 'select', to: clinicRole, using: ownClinic }),
  pgPolicy('clinic_insert', { for: 'insert', to: clinicRole, withCheck: ownClinic }),
  pgPolicy('clinic_update', { for: 'update', to: clinicRole, using: ownClinic, withCheck: ownClinic }),
]

const programPolicy = (narrowed: SQL) => {
  const own = sql`${ownClinic} and (${narrowed})`
  return pgPolicy('program', { to: integrationRole, using: own, withCheck: own })
}

/**
 * Programs see rows of their practice; one that was let in for one patient reads rows of theirs alone. `column` holds the
 * patient's id. For a key of the practice nothing is set, and nothing narrowed.
 */
export const onePatientPolicy = (column: string) =>
  programPolicy(
    sql`coalesce(${sql.raw(column)} = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = '')`,
  )

/** The same for what hangs on a consent: of `table`, what belongs to a consent of theirs. */
export const onePatientConsentPolicy = (table: string) =>
  programPolicy(sql`coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = ${sql.raw(table)}.clinic_id and c.id = ${sql.raw(table)}.consent_id)`)

/** A patient, and who holds a link, sees rows of its consents; `column` holds the consent's id. */
export const patientPolicy = (column: string) => {
  const own = sql`clinic_id = ${currentClinic} and ${sql.raw(column)} = any(${sql.raw(currentConsents)})`
  return pgPolicy('patient', { to: [linkRole, patientRole], using: own, withCheck: own })
}

/** A role may read the rows that `using` names: all of them unless told otherwise. */
export const readPolicy = (
  name: 'admin' | 'opener' | 'job' | 'search',
  role: ReturnType<typeof pgRole>,
  using: SQL = sql`true`,
) => pgPolicy(name, { for: 'select', to: role, using })

/** Whose row it is; the first part of every key of a tenant table (rulings 2). */
export const clinicIdColumn = () => uuid('clinic_id').notNull()
/** An id that grows with time, so that new rows stand together in the index. */
export const idColumn = () =>
  uuid('id')
    .notNull()
    .default(sql`uuidv7()`)
/** A moment, with its zone. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
