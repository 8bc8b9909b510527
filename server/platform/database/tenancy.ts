import { sql, type SQL } from 'drizzle-orm'
import { pgPolicy, pgRole, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The roles that transactions take; the login itself has no rights on tenant tables (rulings 4). */
export const clinicRole = pgRole('candour_clinic').existing()
export const patientRole = pgRole('candour_patient').existing()
export const adminRole = pgRole('candour_admin').existing()
export const jobRole = pgRole('candour_job').existing()
/** Owns the few SECURITY DEFINER functions that answer before a scope exists. */
export const openerRole = pgRole('candour_opener').existing()
/** The bare login: inserts audit rows and idempotency keys, reads no tenant table. */
export const appRole = pgRole('candour_app').existing()
/** Owns the search functions (rulings 3). */
export const searchRole = pgRole('candour_search').existing()

export const currentClinic = sql.raw(`nullif(current_setting('app.clinic_id', true), '')::uuid`)
const currentConsents = `string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]`

const ownClinic = sql`clinic_id = ${currentClinic}`

/** A clinic's staff, and jobs on its behalf, see and change its rows and no others. */
export const forClinic = () => pgPolicy('clinic', { to: clinicRole, using: ownClinic, withCheck: ownClinic })

/** A patient sees rows of the consents whose link was proved; `column` holds the consent's id. */
export const forPatientOf = (column: string) => {
  const own = sql`clinic_id = ${currentClinic} and ${sql.raw(column)} = any(${sql.raw(currentConsents)})`
  return pgPolicy('patient', { to: patientRole, using: own, withCheck: own })
}

export const readableBy = (
  name: 'admin' | 'opener' | 'job' | 'search',
  role: ReturnType<typeof pgRole>,
  using: SQL = sql`true`,
) => pgPolicy(name, { for: 'select', to: role, using })

export const clinicIdColumn = () => uuid('clinic_id').notNull()
export const idColumn = () =>
  uuid('id')
    .notNull()
    .default(sql`uuidv7()`)
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
