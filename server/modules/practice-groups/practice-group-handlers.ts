import { contract } from '../../../contract/index.ts'
import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import type {
  GroupBoard,
  GroupInvitation,
  GroupMembership,
  PracticeGroup,
} from '../../../contract/practice-groups.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminScope, ClinicScope, GroupScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { endGroupPayment, isCharged } from '../billing/index.ts'
import { isTrustedBeyondPractice, normalizeEmail, type SessionReader } from '../identity/index.ts'
import { endProviderSessions } from '../single-sign-on/index.ts'
import {
  agreementsIn,
  agreementStateOf,
  giveAgreements,
  setAgreement,
  undecidedIn,
} from './practice-group-agreement-store.ts'
import { leaveGroup } from './practice-group-leaving.ts'
import {
  answerInvitation,
  countPractices,
  deletePerson,
  findGroupRole,
  findMembership,
  findOwnGroup,
  findStaffAccount,
  groupExists,
  insertGroup,
  insertInvitation,
  insertPerson,
  listGroups,
  listInvitationsToPractice,
  listOpenInvitations,
  lockMembership,
  withdrawInvitation,
  type InvitationRecord,
  type MembershipRecord,
} from './practice-group-store.ts'

type GroupDeps = { database: Database; readSession: SessionReader }

const invitationView = ({ id, email, invitedBy, invitedAt }: InvitationRecord): GroupInvitation => ({
  ...{ id, email, invitedBy },
  invitedAt: invitedAt.toISOString(),
})

async function boardOf(scope: GroupScope): Promise<GroupBoard> {
  const { name } = await findOwnGroup(scope)
  const practices = await countPractices(scope)
  const invitations = await listOpenInvitations(scope)
  return {
    group: name,
    role: scope.role,
    practices: practices.map((practice) => ({
      ...practice,
      joinedAt: practice.joinedAt.toISOString(),
      lastPackAt: practice.lastPackAt?.toISOString() ?? null,
    })),
    invitations: invitations.map(invitationView),
  }
}

async function membershipOf(scope: ClinicScope): Promise<GroupMembership> {
  const found = await findMembership(scope)
  const invitations = await listInvitationsToPractice(scope)
  return {
    group: found && {
      ...{ name: found.name, joinedAt: found.joinedAt.toISOString(), joinedBy: found.joinedBy },
      agreements: agreementsIn(found, 'given'),
      undecided: undecidedIn(found),
    },
    invitations: invitations.map(({ id, group, invitedBy, invitedAt }) => ({
      ...{ id, group, invitedBy },
      invitedAt: invitedAt.toISOString(),
    })),
  }
}

async function groupsOf(scope: AdminScope): Promise<PracticeGroup[]> {
  const groups = await listGroups(scope)
  return groups.map(({ id, name, createdAt, practices, people, invitations }) => ({
    ...{ id, name },
    createdAt: createdAt.toISOString(),
    practices: practices.map((practice) => ({
      name: practice.name,
      joinedAt: practice.joinedAt.toISOString(),
    })),
    people: people.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
    })),
    invitations: invitations.map(invitationView),
  }))
}

/** Whether the practice joins shows its figures to others: it is its administrators' alone to decide. */
const isAdministrator = ({ holder }: ClinicScope): boolean => holder.role === 'clinic_admin'
const mayInvite = ({ role }: GroupScope): boolean => role === 'group_admin'

async function findInvitation(scope: ClinicScope, invitationId: string) {
  return (await listInvitationsToPractice(scope)).find(({ id }) => id === invitationId)
}

/** What those who have a role in a group ask. */
const ofGroup = () => ({
  board: handle(contract.practiceGroups.board, async (scope) => ({ answer: await boardOf(scope) })),

  invite: handle(contract.practiceGroups.invite, async (scope, input) => {
    if (!mayInvite(scope)) return refuse('group-administrators-only')
    const email = normalizeEmail(input.email)
    if (!email) return refuse('invalid-email')
    const invitationId = await insertInvitation(scope, email)
    if (!invitationId) return refuse('already-invited')
    scope.enqueue('practice-groups.invite', { invitationId })
    return { answer: await boardOf(scope), subject: scope.groupId, details: { invitationId } }
  }),

  withdrawInvitation: handle(contract.practiceGroups.withdrawInvitation, async (scope, { invitationId }) => {
    if (!mayInvite(scope)) return refuse('group-administrators-only')
    if (!(await withdrawInvitation(scope, invitationId))) return refuse('invitation-not-found')
    return { answer: await boardOf(scope), subject: scope.groupId, details: { invitationId } }
  }),
})

/** What became of a decision, which is written down where it changed anything. */
async function decided(scope: ClinicScope, membership: MembershipRecord, agreement: GroupAgreement) {
  const { groupId: subject, name: group } = membership
  const before = agreementStateOf(membership, agreement)
  return { answer: await membershipOf(scope), subject, details: { group, agreement, before } }
}

/** What a practice decides. */
const ofPractice = () => ({
  membership: handle(contract.practiceGroups.membership, async (scope) => ({
    answer: await membershipOf(scope),
  })),

  join: handle(contract.practiceGroups.join, async (scope, { invitationId, agreements }) => {
    const invitation = await findInvitation(scope, invitationId)
    if (!invitation) return refuse('invitation-not-found')
    if (!isAdministrator(scope)) return refuse('administrators-only')
    const outcome = await answerInvitation(scope, invitationId, 'joined')
    if (outcome !== 'answered') return refuse(outcome)
    await giveAgreements(scope, agreements)
    const { groupId, group } = invitation
    const details = { group, invitationId, agreements }
    return { answer: await membershipOf(scope), subject: groupId, details }
  }),

  decline: handle(contract.practiceGroups.decline, async (scope, { invitationId }) => {
    const invitation = await findInvitation(scope, invitationId)
    if (!invitation) return refuse('invitation-not-found')
    if (!isAdministrator(scope)) return refuse('administrators-only')
    const outcome = await answerInvitation(scope, invitationId, 'declined')
    if (outcome !== 'answered') return refuse('invitation-not-found')
    const { groupId, group } = invitation
    return { answer: await membershipOf(scope), subject: groupId, details: { group, invitationId } }
  }),

  agree: handle(contract.practiceGroups.agree, async (scope, { agreement }) => {
    if (!isAdministrator(scope)) return refuse('administrators-only')
    const membership = await lockMembership(scope)
    if (!membership) return refuse('no-group')
    if (agreement === 'billing' && (await isCharged(scope))) return refuse('pays-by-card')
    const isChanged = await setAgreement(scope, agreement, true)
    return { ...(await decided(scope, membership, agreement)), as: isChanged ? undefined : 'nothing' }
  }),

  stopAgreement: handle(contract.practiceGroups.stopAgreement, async (scope, { agreement, declines }) => {
    if (!isAdministrator(scope)) return refuse('administrators-only')
    const membership = await lockMembership(scope)
    if (!membership) return refuse('no-group')
    const before = agreementStateOf(membership, agreement)
    if (declines && before === 'given') return refuse('agreed-meanwhile')
    if (agreement === 'billing') await endGroupPayment(scope)
    if (agreement === 'sign-on' && before === 'given') await endProviderSessions(scope)
    await setAgreement(scope, agreement, false)
    const as = { given: 'done', stopped: 'nothing', undecided: 'declined' } as const
    return { ...(await decided(scope, membership, agreement)), as: as[before] }
  }),

  leave: handle(contract.practiceGroups.leave, async (scope) => {
    if (!isAdministrator(scope)) return refuse('administrators-only')
    const left = await leaveGroup(scope)
    return left ? { answer: await membershipOf(scope), ...left } : refuse('no-group')
  }),
})

/** What those who run the platform look after. */
const ofPlatform = () => ({
  list: handle(contract.practiceGroups.list, async (scope) => ({ answer: await groupsOf(scope) })),

  create: handle(contract.practiceGroups.create, async (scope, { name }) => {
    const groupId = await insertGroup(scope, name)
    if (!groupId) return refuse('name-taken')
    return { answer: await groupsOf(scope), subject: groupId, details: { name } }
  }),

  addPerson: handle(contract.practiceGroups.addPerson, async (scope, { groupId, email, role }) => {
    if (!(await groupExists(scope, groupId))) return refuse('group-not-found')
    const address = normalizeEmail(email)
    const account = address === null ? null : await findStaffAccount(scope, address)
    if (!account) return refuse('no-such-account')
    const personId = await insertPerson(scope, { ...account, groupId, role })
    if (!personId) return refuse('has-a-role')
    const details = { personId, userId: account.userId, role }
    return { answer: await groupsOf(scope), subject: groupId, details }
  }),

  removePerson: handle(contract.practiceGroups.removePerson, async (scope, { personId }) => {
    const removed = await deletePerson(scope, personId)
    if (!removed) return refuse('person-not-found')
    const { groupId, userId } = removed
    return { answer: await groupsOf(scope), subject: groupId, details: { personId, userId } }
  }),
})

/** The operations of `contract/practice-groups.ts`. */
export const practiceGroupHandlers = ({ database, readSession }: GroupDeps) => ({
  mine: handle(contract.practiceGroups.mine, async (scope, _input, { cookie }) => {
    const found = scope.staffId === null ? null : await findGroupRole(database, scope.userId)
    if (!found) return { answer: { group: null } }
    const session = await readSession(cookie)
    const { name, role } = found
    const missing = session?.hasSecondFactor ? ('own-sign-in' as const) : ('second-factor' as const)
    const access = session && isTrustedBeyondPractice(session) ? ('open' as const) : missing
    return { answer: { group: { name, role, access } } }
  }),
  ...ofGroup(),
  ...ofPractice(),
  ...ofPlatform(),
})
