import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import { groupRoles, type GroupRole } from '../../../contract/practice-groups.ts'
import {
  adminRole,
  authenticatorRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

const isOwnGroup = sql`group_id = ${currentGroup}`

/** Several practices that belong together. */
export const practiceGroups = pgTable(
  'practice_groups',
  {
    id: idColumn().primaryKey(),
    name: text('name').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('practice_groups_name').on(table.name),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('group', { for: 'select', to: groupRole, using: sql`id = ${currentGroup}` }),
    /** Their own group, and those that invited them: the policies of both tables show no others. */
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`id in (select m.group_id from practice_group_members m
        union all select i.group_id from practice_group_invitations i where i.answer is null)`,
    }),
    readPolicy('opener', authenticatorRole),
  ],
)

/** Which account has which role in which group: one role for an account. */
export const practiceGroupPeople = pgTable(
  'practice_group_people',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    role: text('role').$type<GroupRole>().notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: instantColumn('added_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
    unique('practice_group_people_once').on(table.userId),
    index('practice_group_people_of_group').on(table.groupId),
    check('practice_group_people_role', sql`role in (${sqlList(groupRoles)})`),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    readPolicy('opener', authenticatorRole),
  ],
)

/** Addressed to somebody's sign-in address: only practices of which they are an active administrator see it. */
export const practiceGroupInvitations = pgTable(
  'practice_group_invitations',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    email: text('email').notNull(),
    invitedBy: text('invited_by').notNull(),
    invitedAt: instantColumn('invited_at').notNull(),
    answer: text('answer').$type<'joined' | 'declined' | 'withdrawn'>(),
    answeredAt: instantColumn('answered_at'),
  },
  (table) => {
    const isAddressed = sql`exists (select from staff s where s.clinic_id = ${currentClinic} and s.role = 'clinic_admin'
      and s.status = 'active' and s.user_id is not null and lower(s.email) = practice_group_invitations.email)`
    return [
      foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
      uniqueIndex('practice_group_invitations_open')
        .on(table.groupId, table.email)
        .where(sql`answer is null`),
      check('practice_group_invitations_answer', sql`answer in ('joined', 'declined', 'withdrawn')`),
      check('practice_group_invitations_answered', sql`(answer is null) = (answered_at is null)`),
      readPolicy('admin', adminRole),
      readPolicy('opener', authenticatorRole),
      pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
      pgPolicy('clinic', { for: 'select', to: clinicRole, using: isAddressed }),
      pgPolicy('clinic_answer', {
        for: 'update',
        to: clinicRole,
        using: sql`answer is null and ${isAddressed}`,
        withCheck: sql`answer in ('joined', 'declined') and ${isAddressed}`,
      }),
      pgPolicy('opener_answer', {
        for: 'update',
        to: authenticatorRole,
        using: sql`answer is null`,
        withCheck: sql`answer in ('joined', 'declined')`,
      }),
    ]
  },
)

/**
 * Which group a practice belongs to: one at most. Only the practice itself writes it, and only when it was invited, which
 * `answer_group_invitation` looks at; the practice's own right to insert is the version before's.
 */
export const practiceGroupMembers = pgTable(
  'practice_group_members',
  {
    clinicId: clinicIdColumn(),
    groupId: uuid('group_id').notNull(),
    joinedBy: text('joined_by').notNull(),
    joinedAt: instantColumn('joined_at').notNull(),
    /** Since when the group may read its templates and share copies; null where it does not agree. */
    sharesTemplatesSince: instantColumn('shares_templates_since'),
    /** Since when the group may see what became of its consents, by month; null where it does not agree. */
    showsFiguresSince: instantColumn('shows_figures_since'),
    /** Since when the group's fees apply where it has set none; null where it does not agree. */
    usesFeesSince: instantColumn('uses_fees_since'),
    /** Since when the group may see which policies it has adopted and when it reviews them. */
    showsPoliciesSince: instantColumn('shows_policies_since'),
    /** Since when it shows the group's logo and colour where it has none of its own. */
    usesBrandingSince: instantColumn('uses_branding_since'),
    /** Since when its staff sign in through the group's provider where it has none of its own. */
    usesSignOnSince: instantColumn('uses_sign_on_since'),
    /** Since when the group pays for its plan and chooses it; joining does not say so. */
    billedSince: instantColumn('billed_since'),
    /** What it declined or stopped; what is neither here nor given is for its administrators to decide. */
    stoppedAgreements: text('stopped_agreements').array().$type<GroupAgreement[]>().notNull().default([]),
  },
  (table) => {
    const isOwnPractice = sql`clinic_id = ${currentClinic}`
    return [
      primaryKey({ columns: [table.clinicId] }),
      foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
      foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
      index('practice_group_members_of_group').on(table.groupId),
      pgPolicy('clinic', { for: 'select', to: clinicRole, using: isOwnPractice }),
      pgPolicy('clinic_insert', {
        for: 'insert',
        to: clinicRole,
        withCheck: sql`clinic_id = ${currentClinic} and group_id in (
          select i.group_id from practice_group_invitations i where i.answer is null)`,
      }),
      pgPolicy('clinic_update', {
        for: 'update',
        to: clinicRole,
        using: isOwnPractice,
        withCheck: isOwnPractice,
      }),
      pgPolicy('clinic_delete', { for: 'delete', to: clinicRole, using: isOwnPractice }),
      pgPolicy('opener_insert', { for: 'insert', to: authenticatorRole, withCheck: isOwnPractice }),
      pgPolicy('group', { for: 'select', to: groupRole, using: isOwnGroup }),
      readPolicy('admin', adminRole),
      readPolicy('opener', authenticatorRole),
    ]
  },
)
