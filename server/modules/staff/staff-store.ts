import { and, asc, count, desc, eq, gt, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { day_ms } from '../../platform/clock.ts'
import type { StaffSort } from '../../../contract/staff.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { preparedQuery, whereOwn } from '../../platform/database/prepared-query.ts'
import type { AdminScope, ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { messages } from '../messages/message-schema.ts'
import { staffName, type Registration, type Rights } from './staff-rules.ts'
import { staff } from './staff-schema.ts'

export type StaffRecord = typeof staff.$inferSelect

const ofClinic = (scope: StaffScope) => eq(staff.clinicId, scope.clinicId)
export const isMember = (scope: StaffScope, id: string) => and(ofClinic(scope), eq(staff.id, id))

const memberQuery = preparedQuery('staff_member', (tx) =>
  tx
    .select()
    .from(staff)
    .where(whereOwn(staff, staff.id, 'staffId')),
)

/** One member of the clinic's staff, active or not; undefined when there is none such here. */
export const findStaff = async (scope: StaffScope, staffId: string): Promise<StaffRecord | undefined> =>
  (await memberQuery(scope, { staffId }))[0]

const ownGdcNumber = preparedQuery('staff_own_gdc_number', (tx) =>
  tx
    .select({ gdcNumber: staff.gdcNumber })
    .from(staff)
    .where(whereOwn(staff, staff.id, 'ownId')),
)

/** The number of whoever asks in the register of dental professionals; null where they gave none. */
export const findOwnGdcNumber = async (scope: ClinicScope): Promise<string | null> =>
  (await ownGdcNumber(scope, { ownId: scope.staffId }))[0]?.gdcNumber ?? null

/** The same with the row locked until the transaction ends: whoever changes somebody's standing starts here. */
export async function lockStaff(scope: ClinicScope, id: string): Promise<StaffRecord | undefined> {
  const [found] = await scope.tx.select().from(staff).where(isMember(scope, id)).for('update')
  return found
}

/**
 * Ids of the clinic's active administrators who have registered, kept from changing until the transaction ends, so that
 * two changes at once cannot each leave the other's administrator as the last. Always locked before anybody else.
 */
export async function lockAdministrators(scope: StaffScope): Promise<string[]> {
  const found = await scope.tx
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        ofClinic(scope),
        eq(staff.role, 'clinic_admin'),
        eq(staff.status, 'active'),
        eq(staff.registered, true),
      ),
    )
    .orderBy(asc(staff.id))
    .for('update')
  return found.map(({ id }) => id)
}

const isClinician = (scope: StaffScope) =>
  and(ofClinic(scope), eq(staff.isClinician, true), eq(staff.status, 'active'))
const byName = [asc(staff.lastName), asc(staff.firstName), asc(staff.id)]

/** The same, but only somebody who may be the treating clinician now. */
export async function findClinician(scope: StaffScope, id: string): Promise<StaffRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(staff)
    .where(and(isClinician(scope), eq(staff.id, id)))
  return found
}

/** Everybody who may be the treating clinician now, by name. */
export const listClinicians = (scope: StaffScope): Promise<StaffRecord[]> =>
  scope.tx
    .select()
    .from(staff)
    .where(isClinician(scope))
    .orderBy(...byName)

export type StaffFilter = {
  search: string
  status: 'active' | 'inactive' | 'invited' | 'all'
  sort: StaffSort
}

function statusCondition(status: StaffFilter['status']): SQL | undefined {
  if (status === 'all') return undefined
  if (status === 'inactive') return eq(staff.status, 'inactive')
  return and(eq(staff.status, 'active'), eq(staff.registered, status === 'active'))
}

/** Each typed word is looked for by itself in name, address and job title, so their order does not matter. */
function staffCondition(scope: ClinicScope, { search, status }: StaffFilter): SQL | undefined {
  const searchText = sql`${staff.firstName} || ' ' || ${staff.lastName} || ' ' || ${staff.email} || ' ' || ${staff.jobTitle}`
  const words = search.split(/\s+/).filter(Boolean)
  return and(
    ofClinic(scope),
    statusCondition(status),
    ...words.map((word) => ilike(searchText, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  )
}

const sortColumns = {
  name: [staff.lastName, staff.firstName, staff.id],
  // Who has no job title comes last, as who never signed in does.
  job: [sql`nullif(${staff.jobTitle}, '')`, staff.lastName, staff.firstName, staff.id],
  // The administrators first, then by level, the highest first.
  role: [staff.role, sql`-${staff.permissionLevel}`, staff.lastName, staff.firstName, staff.id],
  login: [staff.lastLoginAt, staff.id],
}

/** A page of the clinic's staff, by last name, first name and id unless sorted otherwise, and how many there are in all. */
export async function listStaff(
  scope: ClinicScope,
  filter: StaffFilter,
  { limit, offset }: Slice,
): Promise<{ rows: StaffRecord[]; total: number }> {
  const where = staffCondition(scope, filter)
  const [counted] = await scope.tx.select({ total: count() }).from(staff).where(where)
  const rows = await scope.tx
    .select()
    .from(staff)
    .where(where)
    .orderBy(...orderOfSort(filter.sort, sortColumns))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** Everybody of the clinic who is not deactivated, by name. */
export const listActiveStaff = (scope: StaffScope): Promise<StaffRecord[]> =>
  scope.tx
    .select()
    .from(staff)
    .where(and(ofClinic(scope), eq(staff.status, 'active')))
    .orderBy(...byName)

/** The names of all of them. */
export const listStaffNames = async (scope: StaffScope): Promise<string[]> =>
  (await listActiveStaff(scope)).map(staffName)

export type InvitationMessage = { status: string; at: Date }

/** What became of the last invitation of each of these people, where there was one. */
export async function findLatestInvitations(
  scope: ClinicScope,
  ids: string[],
): Promise<Map<string, InvitationMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.tx
    .selectDistinctOn([messages.aboutId], {
      id: messages.aboutId,
      status: messages.status,
      at: messages.updatedAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, scope.clinicId),
        eq(messages.kind, 'invitation'),
        inArray(messages.aboutId, ids),
      ),
    )
    .orderBy(asc(messages.aboutId), desc(messages.createdAt), desc(messages.id))
  return new Map(rows.map(({ id, status, at }) => [id, { status, at }]))
}

/** How many invitations the clinic has sent within the last day, each time it sent one. */
export async function countInvitations(scope: ClinicScope): Promise<number> {
  const [counted] = await scope.tx
    .select({ sent: count() })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, scope.clinicId),
        eq(messages.kind, 'invitation'),
        gt(messages.createdAt, new Date(scope.now.getTime() - day_ms)),
      ),
    )
  return counted!.sent
}

export type StaffDetails = Rights & Registration & Pick<StaffRecord, 'firstName' | 'lastName' | 'jobTitle'>

/**
 * Whether somebody else of the practice is registered with the General Dental Council under this number, so that nobody
 * finalises consents under a colleague's. Who left and comes back under the same name has theirs again.
 */
export async function isGdcNumberTaken(
  { tx, clinicId }: StaffScope,
  { gdcNumber, lastName }: Pick<StaffDetails, 'gdcNumber' | 'lastName'>,
  exceptId?: string,
): Promise<boolean> {
  if (gdcNumber === null) return false
  const isSomebodyElse = or(
    eq(staff.status, 'active'),
    ne(sql`lower(${staff.lastName})`, lastName.toLowerCase()),
  )
  const found = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.clinicId, clinicId),
        eq(staff.gdcNumber, gdcNumber),
        isSomebodyElse,
        exceptId ? ne(staff.id, exceptId) : undefined,
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Puts somebody on the staff who has not registered yet; null when the address is on the staff already. */
export async function insertInvited(
  scope: StaffScope,
  email: string,
  details: StaffDetails,
): Promise<StaffRecord | null> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(staff)
    .values({ ...details, clinicId, email, invitedAt: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [staff.clinicId, staff.email] })
    .returning()
  return made ?? null
}

type StaffChange = Partial<
  StaffDetails & Pick<StaffRecord, 'email' | 'userId' | 'registered' | 'status' | 'invitedAt'>
>

/** Changes a member of staff. */
export async function updateStaff(scope: StaffScope, id: string, change: StaffChange): Promise<StaffRecord> {
  const [changed] = await scope.tx
    .update(staff)
    .set({ ...change, updatedAt: scope.now })
    .where(isMember(scope, id))
    .returning()
  return changed!
}

/** Keeps when and from where somebody signed in last. */
export async function recordLogin(scope: StaffScope, staffId: string, ip: string): Promise<void> {
  await scope.tx
    .update(staff)
    .set({ lastLoginAt: scope.now, lastLoginIp: ip })
    .where(isMember(scope, staffId))
}

/** Number of active staff by clinic; a clinic without any is not in the map. */
export async function countStaff(scope: AdminScope, clinicIds: string[]): Promise<Map<string, number>> {
  if (clinicIds.length === 0) return new Map()
  const rows = await scope.tx
    .select({ clinicId: staff.clinicId, staff: count() })
    .from(staff)
    .where(and(inArray(staff.clinicId, clinicIds), eq(staff.status, 'active')))
    .groupBy(staff.clinicId)
  return new Map(rows.map((row) => [row.clinicId, row.staff]))
}

/** More people of one name than anybody means. */
const same_name_max = 20

/** The addresses of people whose name has all of these words, in the clinic or, for those who run the platform, in any. */
export async function findStaffEmails(scope: ClinicScope | AdminScope, name: string): Promise<string[]> {
  const words = name.split(/\s+/).filter(Boolean)
  const hasWord = (word: string) =>
    ilike(sql`${staff.firstName} || ' ' || ${staff.lastName}`, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const found = await scope.tx
    .selectDistinct({ email: staff.email })
    .from(staff)
    .where(and('clinicId' in scope ? ofClinic(scope) : undefined, ...words.map(hasWord)))
    .orderBy(asc(staff.email))
    .limit(same_name_max)
  return found.map(({ email }) => email)
}
