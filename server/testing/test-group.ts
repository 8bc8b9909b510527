import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { GroupRole } from '../../contract/practice-groups.ts'
import type { TestPerson } from './test-people.ts'

/** Makes a group of practices, as its database's owner: its id. */
export async function addTestGroup(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into practice_groups (name, created_by, created_at) values ($1, 'Rowan Pemberton', now()) returning id`,
    [`Coastal ${randomUUID()}`],
  )
  return rows[0]!.id
}

/** Gives somebody an authenticator app. */
export async function giveSecondFactor(owner: pg.Client, { userId }: TestPerson): Promise<void> {
  await owner.query(
    `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
    [userId],
  )
}

/** Gives somebody a role in a group. */
export async function addGroupPerson(
  owner: pg.Client,
  { userId, email }: TestPerson,
  groupId: string,
  role: GroupRole,
): Promise<void> {
  await owner.query(
    `insert into practice_group_people (group_id, user_id, name, email, role, added_by, added_at)
     values ($1, $2, 'Colleague', $3, $4, 'Rowan Pemberton', now())`,
    [groupId, userId, email, role],
  )
}

/** Invites the practices of an administrator: the invitation's id. */
export async function addGroupInvitation(owner: pg.Client, groupId: string, email: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into practice_group_invitations (group_id, email, invited_by, invited_at)
     values ($1, $2, 'Ines Marsh', now()) returning id`,
    [groupId, email],
  )
  return rows[0]!.id
}

/** Makes a practice one of a group, and of no other. */
export async function addGroupMember(owner: pg.Client, groupId: string, clinicId: string): Promise<void> {
  await owner.query(
    `insert into practice_group_members (clinic_id, group_id, joined_by, joined_at, shares_templates_since, shows_figures_since,
       uses_fees_since, shows_policies_since, uses_branding_since, uses_sign_on_since)
     values ($1, $2, 'Amara Okafor', now(), now(), now(), now(), now(), now(), now())
     on conflict (clinic_id) do update set group_id = excluded.group_id`,
    [clinicId, groupId],
  )
}
