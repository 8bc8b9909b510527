import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { awaitingStatuses } from '../../../contract/consent-states.ts'
import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import { group_overdue_days } from '../../../contract/limits.ts'
import type { GroupRole } from '../../../contract/practice-groups.ts'
import type { Database } from '../../platform/database/database.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import { sqlList } from '../../platform/database/tenancy.ts'
import type {
  AdminScope,
  AnyGroupScope,
  ClinicScope,
  GroupScope,
  JobScope,
} from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { improvementActions } from '../compliance/improvement-action-schema.ts'
import { inspectionPacks } from '../compliance/inspection-pack-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { agreementColumns, type Agreements } from './practice-group-agreement-store.ts'
import {
  practiceGroupInvitations as invitations,
  practiceGroupMembers as members,
  practiceGroupPeople as people,
  practiceGroups as groups,
} from './practice-group-schema.ts'

export type GroupRoleRecord = { groupId: string; name: string; role: GroupRole }

/** Which role an account has in which group; null for none. Asked before there is a scope. */
export async function findGroupRole(database: Database, userId: string): Promise<GroupRoleRecord | null> {
  const query = {
    name: 'find-group-role',
    text: 'select group_id as "groupId", group_name as name, role from find_group_role($1)',
    values: [userId],
  }
  const { rows } = await database.borrow((client) => client.query<GroupRoleRecord>(query))
  return rows[0] ?? null
}

type CountedPractice = {
  id: string
  name: string
  joinedAt: Date
  today: string
  sentToday: number
  signedToday: number
  sentThisMonth: number
  signedThisMonth: number
  waiting: number
  overdue: number
  actionsOpen: number
  actionsOverdue: number
  lastPackAt: Date | null
}

/**
 * The practices that joined, each counted by its own clock, from what changed this month and what waits. Which they are
 * is the policies' to say, and no filter's.
 */
export async function countPractices(scope: GroupScope): Promise<CountedPractice[]> {
  if (!isSpread(scope.tx)) return countEach(scope, sql`c.id`, sql`true`)
  // A server counts the practices that it has: each is asked for by its id.
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select m.clinic_id as id from ${members} m join ${clinics} c on c.id = m.clinic_id order by lower(c.name), c.id`,
  )
  const counted: CountedPractice[] = []
  for (const { id } of rows)
    counted.push(...(await countEach(scope, sql`${id}::uuid`, sql`c.id = ${id}::uuid`)))
  return counted
}

/** Counts what `of` says of practices, `c`, that `where` lets in. */
async function countEach({ tx, now }: GroupScope, of: SQL, where: SQL): Promise<CountedPractice[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<CountedPractice & { joinedAt: string; lastPackAt: string | null }>(sql`
    select c.id, c.name, m.joined_at as "joinedAt", day.today::date::text as today,
      s.sent_today as "sentToday", g.signed_today as "signedToday", s.sent_month as "sentThisMonth",
      g.signed_month as "signedThisMonth", w.waiting, w.overdue,
      a.open as "actionsOpen", a.overdue as "actionsOverdue", p.last as "lastPackAt"
    from ${members} m join ${clinics} c on c.id = m.clinic_id
    cross join lateral (select date_trunc('day', ${moment} at time zone c.time_zone) as today) day
    cross join lateral (select day.today at time zone c.time_zone as day_began,
      date_trunc('month', day.today) at time zone c.time_zone as month_began) began
    cross join lateral (select count(*) filter (where sent_at >= began.day_began)::int as sent_today,
        count(*) filter (where sent_at >= began.month_began)::int as sent_month
      from ${consents} k where k.clinic_id = ${of} and k.updated_at >= began.month_began) s
    cross join lateral (select count(*) filter (where signed_at >= began.day_began)::int as signed_today,
        count(*)::int as signed_month
      from ${consents} k where k.clinic_id = ${of} and k.signed_at >= began.month_began) g
    cross join lateral (select count(*)::int as waiting,
        count(*) filter (where sent_at < ${moment} - make_interval(days => ${group_overdue_days}))::int as overdue
      from ${consents} k where k.clinic_id = ${of} and k.status in (${sqlList(awaitingStatuses)})) w
    cross join lateral (select count(*) filter (where status = 'open')::int as open,
        count(*) filter (where status = 'open' and due_on < day.today::date)::int as overdue
      from ${improvementActions} i where i.clinic_id = ${of}) a
    cross join lateral (select max(created_at) as last from ${inspectionPacks} e
      where e.clinic_id = ${of} and e.status in ('ready', 'expired')) p
    where ${where}
    order by lower(c.name), c.id`)
  return rows.map((row) => ({
    ...row,
    joinedAt: new Date(row.joinedAt),
    lastPackAt: row.lastPackAt === null ? null : new Date(row.lastPackAt),
  }))
}

/** The group itself. */
export async function findOwnGroup({ tx, groupId }: AnyGroupScope): Promise<{ name: string }> {
  const [found] = await tx.select({ name: groups.name }).from(groups).where(eq(groups.id, groupId))
  return found!
}

export type PracticeOfGroup = {
  id: string
  name: string
  isAgreed: boolean
  /** The day it is there. */
  today: string
  joinedAt: Date
}

/** The practices of the group, by name, and whether they gave an agreement. */
export async function listPracticesOfGroup(
  { tx, now }: AnyGroupScope,
  agreement: GroupAgreement,
): Promise<PracticeOfGroup[]> {
  const { rows } = await tx.execute<PracticeOfGroup & { joinedAt: string }>(sql`
    select c.id, c.name, ${members.joinedAt} as "joinedAt", ${members[agreementColumns[agreement]]} is not null as "isAgreed",
      (${now.toISOString()}::timestamptz at time zone c.time_zone)::date::text as today
    from ${members} join ${clinics} c on c.id = ${members.clinicId}
    order by lower(c.name), c.id`)
  return rows.map((row) => ({ ...row, joinedAt: new Date(row.joinedAt) }))
}

export type InvitationRecord = typeof invitations.$inferSelect

/** Invitations of the group that are not answered, oldest first. */
export const listOpenInvitations = ({ tx, groupId }: GroupScope): Promise<InvitationRecord[]> =>
  tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.groupId, groupId), isNull(invitations.answer)))
    .orderBy(asc(invitations.invitedAt), asc(invitations.id))

/** Invites the practices of an administrator; null where this address has an open invitation. */
export async function insertInvitation(
  { tx, now, actor, groupId }: GroupScope,
  email: string,
): Promise<string | null> {
  const [added] = await tx
    .insert(invitations)
    .values({ groupId, email, invitedBy: actor.name, invitedAt: now })
    .onConflictDoNothing()
    .returning({ id: invitations.id })
  return added?.id ?? null
}

/** Withdraws an invitation; false where there is none that is open. */
export async function withdrawInvitation(
  { tx, now, groupId }: GroupScope,
  invitationId: string,
): Promise<boolean> {
  const withdrawn = await tx
    .update(invitations)
    .set({ answer: 'withdrawn', answeredAt: now })
    .where(
      and(eq(invitations.groupId, groupId), eq(invitations.id, invitationId), isNull(invitations.answer)),
    )
    .returning({ id: invitations.id })
  return withdrawn.length > 0
}

export type MembershipRecord = Agreements & {
  groupId: string
  name: string
  joinedAt: Date
  joinedBy: string
}

/** The group that the practice belongs to. */
export async function findMembership({ tx, clinicId }: ClinicScope): Promise<MembershipRecord | null> {
  const [found] = await tx
    .select({
      ...{ groupId: groups.id, name: groups.name, joinedAt: members.joinedAt, joinedBy: members.joinedBy },
      sharesTemplatesSince: members.sharesTemplatesSince,
      showsFiguresSince: members.showsFiguresSince,
      usesFeesSince: members.usesFeesSince,
      showsPoliciesSince: members.showsPoliciesSince,
      usesBrandingSince: members.usesBrandingSince,
      usesSignOnSince: members.usesSignOnSince,
      billedSince: members.billedSince,
      stoppedAgreements: members.stoppedAgreements,
    })
    .from(members)
    .innerJoin(groups, eq(groups.id, members.groupId))
    .where(eq(members.clinicId, clinicId))
  return found ?? null
}

/** The same, held: nobody decides about it meanwhile. */
export async function lockMembership(scope: ClinicScope): Promise<MembershipRecord | null> {
  const { tx, clinicId } = scope
  await tx
    .select({ clinicId: members.clinicId })
    .from(members)
    .where(eq(members.clinicId, clinicId))
    .for('update')
  return findMembership(scope)
}

export type OwnInvitation = {
  id: string
  groupId: string
  group: string
  invitedBy: string
  invitedAt: Date
}

/** Open invitations that are addressed to administrators of the practice: the policies show no others. */
export const listInvitationsToPractice = ({ tx }: ClinicScope | JobScope): Promise<OwnInvitation[]> =>
  tx
    .select({
      id: invitations.id,
      groupId: invitations.groupId,
      group: groups.name,
      invitedBy: invitations.invitedBy,
      invitedAt: invitations.invitedAt,
    })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(isNull(invitations.answer))
    .orderBy(asc(invitations.invitedAt), asc(invitations.id))

/** The administrators to whom an invitation is addressed, while it is not answered, each with their practice. */
export async function findInvitedAdministrators(
  database: Database,
  invitationId: string,
): Promise<{ clinicId: string; staffId: string }[]> {
  const query = {
    name: 'find-invited-administrators',
    text: 'select clinic_id as "clinicId", staff_id as "staffId" from find_invited_administrators($1)',
    values: [invitationId],
  }
  const { rows } = await database.borrow((client) =>
    client.query<{ clinicId: string; staffId: string }>(query),
  )
  return rows
}

/** Whether an administrator was already written to about an invitation. */
export async function wasInvited(
  { tx, clinicId }: JobScope,
  invitationId: string,
  recipient: string,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, clinicId),
        eq(messages.aboutId, invitationId),
        eq(messages.kind, 'group-invitation'),
        eq(messages.recipient, recipient),
      ),
    )
    .limit(1)
  return found !== undefined
}

/**
 * Answers an invitation for the practice. A function of the database does it: where tables are spread, whether the
 * practice was invited is asked of its staff before anything is written.
 */
export async function answerInvitation(
  { tx, now, actor }: ClinicScope,
  invitationId: string,
  answer: 'joined' | 'declined',
): Promise<'answered' | 'invitation-not-found' | 'in-a-group'> {
  const { rows } = await tx.execute<{ outcome: 'answered' | 'invitation-not-found' | 'in-a-group' }>(
    sql`select answer_group_invitation(${invitationId}::uuid, ${answer}, ${actor.name}, ${now.toISOString()}::timestamptz) as outcome`,
  )
  return rows[0]!.outcome
}

/** Takes the practice out of its group. */
export async function deleteMember({ tx, clinicId }: ClinicScope): Promise<void> {
  await tx.delete(members).where(eq(members.clinicId, clinicId))
}

/** Everything of all groups, for those who run the platform. */
export async function listGroups({ tx }: AdminScope) {
  const all = await tx.select().from(groups).orderBy(asc(groups.name))
  const joined = await tx
    .select({ groupId: members.groupId, name: clinics.name, joinedAt: members.joinedAt })
    .from(members)
    .innerJoin(clinics, eq(clinics.id, members.clinicId))
    .orderBy(asc(clinics.name))
  const holders = await tx.select().from(people).orderBy(asc(people.name), asc(people.id))
  const open = await tx
    .select()
    .from(invitations)
    .where(isNull(invitations.answer))
    .orderBy(asc(invitations.invitedAt))
  const ofGroup = <T extends { groupId: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ groupId }) => groupId === id)
  return all.map((group) => ({
    ...group,
    practices: ofGroup(joined, group.id),
    people: ofGroup(holders, group.id),
    invitations: ofGroup(open, group.id),
  }))
}

/** Makes a group; null where there is one of this name. */
export async function insertGroup({ tx, now, actor }: AdminScope, name: string): Promise<string | null> {
  const [made] = await tx
    .insert(groups)
    .values({ name, createdBy: actor.name, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: groups.id })
  return made?.id ?? null
}

/** Whether there is such a group. */
export async function groupExists({ tx }: AdminScope, groupId: string): Promise<boolean> {
  return (await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, groupId))).length > 0
}

/** The account that an active member of staff signs in with. */
export async function findStaffAccount(
  { tx }: AdminScope,
  email: string,
): Promise<{ userId: string; name: string; email: string } | null> {
  const [found] = await tx
    .select({
      userId: staff.userId,
      firstName: staff.firstName,
      lastName: staff.lastName,
      email: staff.email,
    })
    .from(staff)
    .where(
      and(
        sql`lower(${staff.email}) = ${email}`,
        eq(staff.status, 'active'),
        sql`${staff.userId} is not null`,
      ),
    )
    .limit(1)
  if (!found?.userId) return null
  return { userId: found.userId, name: `${found.firstName} ${found.lastName}`, email: found.email }
}

/** Gives an account a role; null where it has one in whichever group. */
export async function insertPerson(
  { tx, now, actor }: AdminScope,
  person: { groupId: string; userId: string; name: string; email: string; role: GroupRole },
): Promise<string | null> {
  const [added] = await tx
    .insert(people)
    .values({ ...person, addedBy: actor.name, addedAt: now })
    .onConflictDoNothing()
    .returning({ id: people.id })
  return added?.id ?? null
}

/** Takes a role away; whose it was, or null where there is none such. */
export async function deletePerson({ tx }: AdminScope, personId: string) {
  const [removed] = await tx
    .delete(people)
    .where(eq(people.id, personId))
    .returning({ groupId: people.groupId, userId: people.userId })
  return removed ?? null
}
