import { z } from 'zod'
import { groupAgreements, joiningAgreements } from './group-agreements.ts'
import { emailField } from './identity.ts'
import { aborted, id, instant, invalidArgument, isoDate, notFound, operation, typedText } from './kit.ts'
import { group_name_length_max } from './limits.ts'

/** An administrator invites practices; an auditor reads. */
export const groupRoles = ['group_admin', 'group_auditor'] as const
export type GroupRole = (typeof groupRoles)[number]

/** What somebody lacks before the board opens: a second factor, or a sign-in that is not their practice's. */
const groupAccess = ['open', 'second-factor', 'own-sign-in'] as const
export type GroupAccess = (typeof groupAccess)[number]

/** What an administrator of a practice is asked: whether it joins. */
const Invitation = z.object({
  id,
  email: z.string(),
  invitedBy: z.string(),
  invitedAt: instant,
})
export type GroupInvitation = z.infer<typeof Invitation>

const Person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(groupRoles),
})
export type GroupPerson = z.infer<typeof Person>

const Group = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  practices: z.array(z.object({ name: z.string(), joinedAt: instant })),
  people: z.array(Person),
  invitations: z.array(Invitation),
})
export type PracticeGroup = z.infer<typeof Group>

/** How one practice of the group does, by its own clock. Counts alone: no patient, no member of staff, no treatment. */
const Practice = z.object({
  id,
  name: z.string(),
  joinedAt: instant,
  today: isoDate,
  sentToday: z.int(),
  signedToday: z.int(),
  sentThisMonth: z.int(),
  signedThisMonth: z.int(),
  /** Sent, and not answered yet. */
  waiting: z.int(),
  /** Of those, the ones that were sent longer ago than `group_overdue_days`. */
  overdue: z.int(),
  actionsOpen: z.int(),
  actionsOverdue: z.int(),
  /** When the last evidence pack for an inspection was made; null without one. */
  lastPackAt: instant.nullable(),
})
export type GroupPracticeFigures = z.infer<typeof Practice>

const Board = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  practices: z.array(Practice),
  /** Not answered yet. */
  invitations: z.array(Invitation),
})
export type GroupBoard = z.infer<typeof Board>

/** How many practices of a group gave an agreement, and the names of the others: not why, which is theirs. */
export const GroupUse = z.object({ practices: z.int(), agreed: z.int(), others: z.array(z.string()) })
export type GroupUse = z.infer<typeof GroupUse>

const Membership = z.object({
  group: z
    .object({
      name: z.string(),
      joinedAt: instant,
      joinedBy: z.string(),
      /** What else it agreed to, each by itself. */
      agreements: z.array(z.enum(groupAgreements)),
      /** What it was not asked yet, or has not answered; it declined or stopped the rest. */
      undecided: z.array(z.enum(groupAgreements)),
    })
    .nullable(),
  /** Addressed to its administrators, and not answered yet. */
  invitations: z.array(z.object({ id, group: z.string(), invitedBy: z.string(), invitedAt: instant })),
})
export type GroupMembership = z.infer<typeof Membership>

const groupNotFound = { 'group-not-found': notFound('Group') }
const invitationNotFound = { 'invitation-not-found': notFound('Invitation') }
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}
const onlyAdministrators = {
  'administrators-only': aborted('Only an administrator of the practice can decide this.'),
}
const noGroup = { 'no-group': aborted('The practice belongs to no group.') }
const alreadyInvited = { 'already-invited': aborted('This person already has an open invitation.') }
const invalidEmail = { 'invalid-email': invalidArgument('Enter an email address.') }

/** Belonging to a group is decided by the administrators of a practice. */
const decision = {
  access: 'clinic',
  needs: 'canManageBilling',
  stepUp: true,
  output: Membership,
} as const

/** Groups of practices: who is in one, who reads its board, and which practices agreed. */
export const practiceGroups = {
  mine: operation({
    method: 'GET',
    path: '/api/account/group',
    summary: 'The group of practices that one has a role in',
    access: 'account',
    audit: null,
    input: z.object({}),
    output: z.object({
      group: z.object({ name: z.string(), role: z.enum(groupRoles), access: z.enum(groupAccess) }).nullable(),
    }),
    example: {},
  }),
  board: operation({
    method: 'GET',
    path: '/api/group/board',
    summary: 'The practices of the group with their figures',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: Board,
    example: {},
  }),
  invite: operation({
    method: 'POST',
    path: '/api/group/invitations',
    summary: 'Invite a practice, by the sign-in address of one of its administrators',
    access: 'group',
    stepUp: true,
    rate: { attempts: 60, seconds: 3600 },
    audit: { done: 'group.practice_invited', refused: 'group.refused' },
    input: z.object({ email: emailField }),
    output: Board,
    refusals: { ...onlyGroupAdministrators, ...alreadyInvited, ...invalidEmail },
    example: { email: 'ines@harbour.example.org' },
  }),
  withdrawInvitation: operation({
    method: 'DELETE',
    path: '/api/group/invitations/{invitationId}',
    summary: 'Withdraw an invitation that is not answered',
    access: 'group',
    audit: { done: 'group.invitation_withdrawn', refused: 'group.refused' },
    input: z.object({ invitationId: id }),
    output: Board,
    refusals: { ...onlyGroupAdministrators, ...invitationNotFound },
    example: { invitationId: ':ownInvitationId' },
  }),
  membership: operation({
    method: 'GET',
    path: '/api/clinic/group',
    summary: 'The group that the practice belongs to, and invitations to one',
    access: 'clinic',
    needs: 'canManageBilling',
    audit: null,
    input: z.object({}),
    output: Membership,
    example: {},
  }),
  join: operation({
    ...decision,
    method: 'POST',
    path: '/api/clinic/group/invitations/{invitationId}/acceptance',
    summary: 'Join a group that invited the practice, and agree to what it was shown',
    audit: { done: 'group.practice_joined', refused: 'group.refused' },
    input: z.object({
      invitationId: id,
      /** Which agreements were shown, and are given by joining; the others stay undecided. */
      agreements: z.array(z.enum(joiningAgreements)).max(joiningAgreements.length),
    }),
    refusals: {
      ...onlyAdministrators,
      ...invitationNotFound,
      'in-a-group': aborted('The practice belongs to a group. Leave it first.'),
    },
    example: { invitationId: ':groupInvitationId', agreements: [...joiningAgreements] },
  }),
  decline: operation({
    ...decision,
    method: 'POST',
    path: '/api/clinic/group/invitations/{invitationId}/refusal',
    summary: 'Decline to join a group',
    audit: { done: 'group.invitation_declined', refused: 'group.refused' },
    input: z.object({ invitationId: id }),
    refusals: { ...onlyAdministrators, ...invitationNotFound },
    example: { invitationId: ':groupInvitationId' },
  }),
  agree: operation({
    ...decision,
    method: 'POST',
    path: '/api/clinic/group/agreements/{agreement}',
    summary: 'Agree to something that the group shares with its practices or sees of them',
    audit: { done: 'group.agreement_given', refused: 'group.refused' },
    input: z.object({ agreement: z.enum(groupAgreements) }),
    refusals: {
      ...onlyAdministrators,
      ...noGroup,
      /** Of the bill alone: nobody pays twice. */
      'pays-by-card': aborted('This practice pays by card. Cancel that plan first, then agree.'),
    },
    example: { agreement: 'policies' },
  }),
  stopAgreement: operation({
    ...decision,
    method: 'DELETE',
    path: '/api/clinic/group/agreements/{agreement}',
    summary: 'Stop agreeing to it, or decline it; what was sent, adopted or shared stays',
    audit: {
      done: 'group.agreement_stopped',
      declined: 'group.agreement_declined',
      refused: 'group.refused',
    },
    input: z.object({
      agreement: z.enum(groupAgreements),
      /** Whether it was shown as undecided: nothing that was given meanwhile is stopped then. */
      declines: z.boolean().default(false),
    }),
    refusals: {
      ...onlyAdministrators,
      ...noGroup,
      'agreed-meanwhile': aborted('Your practice has since agreed to this. Stop it if you do not want it.'),
    },
    example: { agreement: 'policies' },
  }),
  leave: operation({
    ...decision,
    method: 'DELETE',
    path: '/api/clinic/group',
    summary: 'Leave the group',
    audit: { done: 'group.practice_left', refused: 'group.refused' },
    input: z.object({}),
    refusals: { ...onlyAdministrators, ...noGroup },
    example: {},
  }),
  list: operation({
    method: 'GET',
    path: '/api/admin/groups',
    summary: 'All groups with their practices and people',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(Group),
    example: {},
  }),
  create: operation({
    method: 'POST',
    path: '/api/admin/groups',
    summary: 'Make a group of practices',
    access: 'admin',
    stepUp: true,
    audit: { done: 'group.created', refused: 'group.refused' },
    input: z.object({ name: typedText().min(1, 'Enter a name').max(group_name_length_max) }),
    output: z.array(Group),
    refusals: { 'name-taken': aborted('There is a group of this name.') },
    example: { name: 'Coastal Dental' },
  }),
  addPerson: operation({
    method: 'POST',
    path: '/api/admin/groups/{groupId}/people',
    summary: 'Give a registered member of staff a role in a group',
    access: 'admin',
    stepUp: true,
    audit: { done: 'group.person_added', refused: 'group.refused' },
    input: z.object({ groupId: id, email: emailField, role: z.enum(groupRoles) }),
    output: z.array(Group),
    refusals: {
      ...groupNotFound,
      'no-such-account': aborted('No registered member of staff signs in with this address.'),
      'has-a-role': aborted('This person has a role in a group already.'),
    },
    example: { groupId: ':groupId', email: ':staffAddress', role: 'group_auditor' },
  }),
  removePerson: operation({
    method: 'DELETE',
    path: '/api/admin/groups/people/{personId}',
    summary: 'Take somebody’s role in a group away',
    access: 'admin',
    stepUp: true,
    audit: { done: 'group.person_removed', refused: 'group.refused' },
    input: z.object({ personId: id }),
    output: z.array(Group),
    refusals: { 'person-not-found': notFound('Person') },
    example: { personId: ':groupPersonId' },
  }),
}
