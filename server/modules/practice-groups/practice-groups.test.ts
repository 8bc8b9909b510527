import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joiningAgreements, type JoiningAgreement } from '../../../contract/group-agreements.ts'
import { contract } from '../../../contract/index.ts'
import { group_overdue_days } from '../../../contract/limits.ts'
import type { GroupRole } from '../../../contract/practice-groups.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { giveSecondFactor } from '../../testing/test-group.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { practiceGroupJobs } from './practice-group-jobs.ts'

const { practiceGroups } = contract
const agreements = [...joiningAgreements]

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)

let offices = 0
/** A group as those who run the platform make it, with one person who has a second factor. */
async function openGroup(role: GroupRole = 'group_admin') {
  const headOffice = await testApp.addClinic(`Office ${++offices}`)
  const person = await headOffice.addColleague()
  await giveSecondFactor(testApp.owner, person)
  const name = `Coastal ${randomUUID()}`
  const made = await admin().callOk(practiceGroups.create, { name })
  const groupId = made.find((group) => group.name === name)!.id
  await admin().callOk(practiceGroups.addPerson, { groupId, email: person.email, role })
  return { groupId, name, person, headOffice, caller: testApp.as(person) }
}

/** Invites a practice, whose administrator agrees. */
async function join(
  caller: TestCaller,
  clinic: TestClinic,
  agreements: JoiningAgreement[] = [...joiningAgreements],
): Promise<void> {
  await caller.callOk(practiceGroups.invite, { email: clinic.staff.owner.email })
  const { invitations } = await clinic.as('owner').callOk(practiceGroups.membership, {})
  await clinic.as('owner').callOk(practiceGroups.join, { invitationId: invitations.at(-1)!.id, agreements })
}

const boardOf = (caller: TestCaller) => caller.callOk(practiceGroups.board, {})

describe('a practice', () => {
  it('is shown an invitation to its administrator, joins, is counted, and leaves', async () => {
    const { caller, name, groupId } = await openGroup()
    const clinic = await testApp.addClinic('Dock Road')
    await caller.callOk(practiceGroups.invite, { email: ` ${clinic.staff.owner.email.toUpperCase()} ` })
    expect((await boardOf(caller)).practices).toEqual([])

    const { invitations, group } = await clinic.as('owner').callOk(practiceGroups.membership, {})
    expect([invitations, group]).toEqual([
      [expect.objectContaining({ group: name, invitedBy: 'Colleague Number 1' })],
      null,
    ])
    const invitationId = invitations[0]!.id
    const joined = await clinic.as('owner').callOk(practiceGroups.join, { invitationId, agreements })
    expect(joined).toMatchObject({ group: { name, joinedBy: 'Amara Okafor' }, invitations: [] })
    expect(await boardOf(caller)).toMatchObject({
      practices: [{ id: clinic.id, name: 'Dock Road' }],
      invitations: [],
    })
    const [listed] = (await admin().callOk(practiceGroups.list, {})).filter(({ id }) => id === groupId)
    expect(listed).toMatchObject({ practices: [{ name: 'Dock Road' }], invitations: [] })

    await clinic.as('owner').callOk(practiceGroups.leave, {})
    expect((await boardOf(caller)).practices).toEqual([])
    const { rows } = await testApp.owner.query(
      `select action, user_name from audit_rows where clinic_id = $1 and action like 'group.%' order by sequence`,
      [clinic.id],
    )
    expect(rows).toEqual([
      { action: 'group.practice_joined', user_name: 'Amara Okafor' },
      { action: 'group.practice_left', user_name: 'Amara Okafor' },
    ])
  })

  it('knows nothing of an invitation to another, and answers each once', async () => {
    const { caller } = await openGroup()
    const clinic = await testApp.addClinic('Quay Street')
    const board = await caller.callOk(practiceGroups.invite, { email: clinic.staff.owner.email })
    const invitationId = board.invitations[0]!.id
    const other = testApp.clinicB.as('owner')
    for (const answer of [
      await other.call(practiceGroups.join, { invitationId, agreements }),
      await other.call(practiceGroups.decline, { invitationId }),
    ])
      expect(answer.reason).toBe('invitation-not-found')
    await clinic.as('owner').callOk(practiceGroups.decline, { invitationId })
    expect((await clinic.as('owner').call(practiceGroups.join, { invitationId, agreements })).reason).toBe(
      'invitation-not-found',
    )
    expect((await boardOf(caller)).invitations).toEqual([])
    expect((await clinic.as('owner').call(practiceGroups.leave, {})).reason).toBe('no-group')
  })

  it('is of one group at a time, and is not asked by address of somebody who is no administrator', async () => {
    const [one, other] = [await openGroup(), await openGroup()]
    const clinic = await testApp.addClinic('Pier View')
    await join(one.caller, clinic)
    await other.caller.callOk(practiceGroups.invite, { email: clinic.staff.owner.email })
    await other.caller.callOk(practiceGroups.invite, { email: clinic.staff.dentist.email })
    const { invitations } = await clinic.as('owner').callOk(practiceGroups.membership, {})
    expect(invitations).toHaveLength(1)
    const answer = await clinic
      .as('owner')
      .call(practiceGroups.join, { invitationId: invitations[0]!.id, agreements })
    expect(answer.reason).toBe('in-a-group')
  })

  it('leaves its group by closing its account, and its log says so', async () => {
    const { caller, groupId, name } = await openGroup()
    const clinic = await testApp.addClinic('Slip Road')
    await join(caller, clinic)
    await clinic.as('owner').callOk(contract.clinicSettings.close, { name: clinic.name })
    expect((await boardOf(caller)).practices).toEqual([])
    const [listed] = (await admin().callOk(practiceGroups.list, {})).filter(({ id }) => id === groupId)
    expect(listed!.practices).toEqual([])
    const { rows } = await testApp.owner.query(
      `select action, user_name, subject, details from audit_rows
       where clinic_id = $1 and action in ('clinic.closed', 'group.practice_left') order by action`,
      [clinic.id],
    )
    expect(rows).toEqual([
      { action: 'clinic.closed', user_name: 'Amara Okafor', subject: clinic.id, details: {} },
      {
        action: 'group.practice_left',
        user_name: 'Amara Okafor',
        subject: groupId,
        details: { group: name },
      },
    ])
  })

  it('is not joined by somebody who only looks after its bills', async () => {
    const { caller } = await openGroup()
    const clinic = await testApp.addClinic('Mill Lane')
    const bookkeeper = await clinic.addColleague()
    await testApp.owner.query(`update staff set permissions = '{"canManageBilling": true}' where id = $1`, [
      bookkeeper.staffId,
    ])
    const { invitations } = await caller.callOk(practiceGroups.invite, { email: clinic.staff.owner.email })
    const invitationId = invitations[0]!.id
    for (const answer of [
      await testApp.as(bookkeeper).call(practiceGroups.join, { invitationId, agreements }),
      await testApp.as(bookkeeper).call(practiceGroups.decline, { invitationId }),
      await testApp.as(bookkeeper).call(practiceGroups.leave, {}),
      await testApp.as(bookkeeper).call(practiceGroups.agree, { agreement: 'fees' }),
      await testApp.as(bookkeeper).call(practiceGroups.stopAgreement, { agreement: 'fees' }),
    ])
      expect(answer.reason).toBe('administrators-only')
  })
})

describe('an agreement', () => {
  const agreement = 'fees' as const
  /** A practice of a group, and where it stands with it. */
  async function openMember(name: string) {
    const [group, clinic] = [await openGroup(), await testApp.addClinic(name)]
    await join(group.caller, clinic)
    const owner = clinic.as('owner')
    const standing = async () => {
      const { agreements, undecided } = (await owner.callOk(practiceGroups.membership, {})).group!
      if (agreements.includes(agreement)) return 'given'
      return undecided.includes(agreement) ? 'undecided' : 'stopped'
    }
    /** As one that joined before its group asked. */
    const ask = () =>
      testApp.owner.query('update practice_group_members set uses_fees_since = null where clinic_id = $1', [
        clinic.id,
      ])
    return { ...group, clinic, owner, standing, ask }
  }

  it('is given by joining, and one that was not asked yet is undecided until it is given or declined', async () => {
    const { groupId, owner, standing, ask } = await openMember('Ferry Road')
    expect(await standing()).toBe('given')
    await ask()
    expect(await standing()).toBe('undecided')
    for (let times = 0; times < 2; times++)
      await owner.callOk(practiceGroups.stopAgreement, { agreement, declines: true })
    expect(await standing()).toBe('stopped')
    await owner.callOk(practiceGroups.agree, { agreement })
    expect(await standing()).toBe('given')
    await owner.callOk(practiceGroups.stopAgreement, { agreement })
    expect(await standing()).toBe('stopped')
    const { rows } = await testApp.owner.query<{ action: string; before: string }>(
      `select action, details ->> 'before' as before from audit_rows
       where subject = $1 and action like 'group.agreement%' order by sequence`,
      [groupId],
    )
    expect(rows).toEqual([
      { action: 'group.agreement_declined', before: 'undecided' },
      { action: 'group.agreement_given', before: 'stopped' },
      { action: 'group.agreement_stopped', before: 'given' },
    ])
  })

  it('is given by joining as far as the practice was shown it, and is undecided otherwise', async () => {
    const [{ caller }, clinic] = [await openGroup(), await testApp.addClinic('Hoist Yard')]
    await join(caller, clinic, ['templates', 'policies'])
    const { group } = await clinic.as('owner').callOk(practiceGroups.membership, {})
    expect(group).toMatchObject({
      ...{ agreements: ['templates', 'policies'], undecided: ['figures', 'fees', 'branding', 'sign-on'] },
    })
    const other = await testApp.addClinic('Winch Yard')
    await caller.callOk(practiceGroups.invite, { email: other.staff.owner.email })
    const { invitations } = await other.as('owner').callOk(practiceGroups.membership, {})
    const asked = { invitationId: invitations[0]!.id, agreements: ['billing'] }
    expect((await other.as('owner').call(practiceGroups.join, asked as never)).status).toBe(400)
  })

  it('that was given meanwhile is not stopped by declining it', async () => {
    const { owner, standing, ask } = await openMember('Tide Street')
    await ask()
    await owner.callOk(practiceGroups.agree, { agreement })
    const declined = await owner.call(practiceGroups.stopAgreement, { agreement, declines: true })
    expect(declined.reason).toBe('agreed-meanwhile')
    expect(await standing()).toBe('given')
  })

  it('that another administrator gives at the same moment is not stopped by declining it', async () => {
    const { clinic, owner, standing, ask } = await openMember('Weir Street')
    await ask()
    const text = 'update practice_group_members set uses_fees_since = now() where clinic_id = $1'
    const [declined] = await whileRowsLocked(testApp, { text, values: [clinic.id] }, () => [
      owner.call(practiceGroups.stopAgreement, { agreement, declines: true }),
    ])
    expect(declined!.reason).toBe('agreed-meanwhile')
    expect(await standing()).toBe('given')
  })

  it('is decided anew by joining again: what was stopped before is forgotten', async () => {
    const { caller, clinic, owner, standing, ask } = await openMember('Lock Lane')
    await owner.callOk(practiceGroups.stopAgreement, { agreement })
    await owner.callOk(practiceGroups.leave, {})
    await join(caller, clinic)
    expect(await standing()).toBe('given')
    await ask()
    expect(await standing()).toBe('undecided')
  })

  it('is counted for the group by the names of those that do not give it, and not by why', async () => {
    const { caller, clinic, owner } = await openMember('Anchor House')
    const other = await testApp.addClinic('Beacon House')
    await join(caller, other)
    const uses = async () => [
      (await caller.callOk(contract.groupFees.list, { pageSize: 1 })).use,
      (await caller.callOk(contract.groupTemplates.list, {})).use,
      (await caller.callOk(contract.groupPolicies.list, {})).use,
      (await caller.callOk(contract.groupBranding.get, {})).use,
    ]
    const all = { practices: 2, agreed: 2, others: [] }
    expect(await uses()).toEqual([all, all, all, all])
    const [fees, ...others] = ['fees', 'templates', 'policies', 'branding'] as const
    await other.as('owner').callOk(practiceGroups.stopAgreement, { agreement: fees })
    for (const each of others) await owner.callOk(practiceGroups.stopAgreement, { agreement: each })
    const without = (name: string) => ({ practices: 2, agreed: 1, others: [name] })
    const [one, two] = [without(clinic.name), without('Beacon House')]
    expect(await uses()).toEqual([two, one, one, one])
    const { caller: stranger } = await openGroup()
    expect((await stranger.callOk(contract.groupBranding.get, {})).use).toEqual({
      ...{ practices: 0, agreed: 0, others: [] },
    })
  })
})

describe('an invitation', () => {
  const mailsTo = async (email: string) => {
    await testApp.runJobs()
    return (await testApp.mail()).filter(({ to }) => to === email)
  }

  it('is mailed to the administrator it is addressed to, once, with the way to it', async () => {
    const { caller, name } = await openGroup()
    const clinic = await testApp.addClinic('Quarry Road')
    const { email } = clinic.staff.owner
    await caller.callOk(practiceGroups.invite, { email })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail!.subject).toContain('Quarry Road is invited to join')
    expect(mail!.text).toContain(`The group of practices ${name} invites Quarry Road`)
    expect(mail!.text).toContain(`${testApp.config.publicAddress}/clinic/settings/group`)
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from practice_group_invitations where email = $1`,
      [email],
    )
    // The job told them, and died before it was marked as done.
    const { database } = testApp.app
    const { runJob } = createJobRunners({
      ...{ database, clock: testApp.clock },
      ...{ writeAudit: async () => {}, insertJobs: async () => {} },
    })
    const invite = practiceGroupJobs({ database, runJob })['practice-groups.invite']!
    await invite({ invitationId: rows[0]!.id }, undefined as never)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('is mailed to nobody who administers no practice, nor once it is withdrawn', async () => {
    const { caller } = await openGroup()
    const clinic = await testApp.addClinic('Pump Lane')
    const { dentist, owner } = clinic.staff
    for (const email of [dentist.email, 'nobody@example.org', owner.email])
      await caller.callOk(practiceGroups.invite, { email })
    const { invitations } = await boardOf(caller)
    const { id: invitationId } = invitations.find(({ email }) => email === owner.email)!
    await caller.callOk(practiceGroups.withdrawInvitation, { invitationId })
    for (const email of [dentist.email, 'nobody@example.org', owner.email])
      expect(await mailsTo(email)).toEqual([])
  })
})

describe('the board', () => {
  it('counts each practice by itself, and names no patient', async () => {
    const { caller } = await openGroup()
    const [clinic, quiet] = [await testApp.addClinic('Alder House'), await testApp.addClinic('Birch House')]
    for (const each of [clinic, quiet]) await join(caller, each)
    const waiting = await clinic.addSent()
    const { consentId: late } = await clinic.addSent()
    await clinic.addSigned()
    await testApp.owner.query(
      `update consents set sent_at = now() - make_interval(days => $2) where id = $1`,
      [late, group_overdue_days + 40],
    )
    const action = { title: 'Look again', ownerId: clinic.staff.lead.staffId! }
    for (const dueOn of ['2026-01-05', '2990-01-05'])
      await clinic.as('manager').callOk(contract.improvementActions.create, { ...action, dueOn })
    const answer = await caller.call(practiceGroups.board, {})
    expect((answer.body as Awaited<ReturnType<typeof boardOf>>).practices).toEqual([
      expect.objectContaining({
        ...{ name: 'Alder House', sentToday: 2, signedToday: 1, sentThisMonth: 2, signedThisMonth: 1 },
        ...{ waiting: 2, overdue: 1, actionsOpen: 2, actionsOverdue: 1, lastPackAt: null },
      }),
      expect.objectContaining({ name: 'Birch House', sentToday: 0, waiting: 0, overdue: 0, actionsOpen: 0 }),
    ])
    const text = answer.raw.toString()
    for (const hidden of [waiting.patientId, waiting.consentId, 'Whitcombe', clinic.staff.dentist.email])
      expect(text).not.toContain(hidden)
  })

  it('shows a group nothing of another', async () => {
    const [one, other] = [await openGroup(), await openGroup()]
    await join(one.caller, await testApp.addClinic('Cedar House'))
    expect((await boardOf(other.caller)).practices).toEqual([])
  })
})

describe('a role in a group', () => {
  const isAdmitted = async (person: TestPerson) =>
    (await testApp.as(person).call(practiceGroups.board, {})).status

  it('reads nothing without a second factor, and says so to its person', async () => {
    const { groupId, name, headOffice } = await openGroup()
    const person = await headOffice.addColleague()
    await admin().callOk(practiceGroups.addPerson, { groupId, email: person.email, role: 'group_auditor' })
    expect(await isAdmitted(person)).toBe(403)
    const mine = () => testApp.as(person).callOk(practiceGroups.mine, {})
    const group = { name, role: 'group_auditor' }
    expect(await mine()).toEqual({ group: { ...group, access: 'second-factor' } })
    await giveSecondFactor(testApp.owner, person)
    expect(await mine()).toEqual({ group: { ...group, access: 'open' } })
    expect(await isAdmitted(person)).toBe(200)
    expect(await testApp.clinicA.as('owner').callOk(practiceGroups.mine, {})).toEqual({ group: null })
  })

  it('ends with the staff record, when it is taken away, and for a session of single sign-on', async () => {
    const { groupId, person } = await openGroup()
    const set = (table: string, change: string, id: string) =>
      testApp.owner.query(`update ${table} set ${change} where user_id = $1`, [id])
    await set('auth.session', `way = 'sso-mfa'`, person.userId)
    expect(await isAdmitted(person)).toBe(403)
    const { group: seen } = await testApp.as(person).callOk(practiceGroups.mine, {})
    expect(seen!.access).toBe('own-sign-in')
    await set('auth.session', `way = 'password'`, person.userId)
    expect(await isAdmitted(person)).toBe(200)
    await set('staff', `status = 'inactive'`, person.userId)
    expect(await isAdmitted(person)).toBe(401)
    await set('staff', `status = 'active'`, person.userId)
    const [group] = (await admin().callOk(practiceGroups.list, {})).filter(({ id }) => id === groupId)
    await admin().callOk(practiceGroups.removePerson, { personId: group!.people[0]!.id })
    expect(await isAdmitted(person)).toBe(403)
  })

  it('ends with the account', async () => {
    const { groupId, person } = await openGroup()
    await testApp.owner.query('delete from auth."user" where id = $1', [person.userId])
    const [group] = (await admin().callOk(practiceGroups.list, {})).filter(({ id }) => id === groupId)
    expect(group!.people).toEqual([])
  })

  it('of an auditor invites nobody', async () => {
    const { caller } = await openGroup('group_auditor')
    const invited = await caller.call(practiceGroups.invite, { email: testApp.clinicA.staff.owner.email })
    const withdrawn = await caller.call(practiceGroups.withdrawInvitation, { invitationId: randomUUID() })
    expect([invited.reason, withdrawn.reason]).toEqual(Array(2).fill('group-administrators-only'))
  })

  it('is given once, to a registered member of staff', async () => {
    const { groupId, person } = await openGroup()
    const give = (email: string, to = groupId) =>
      admin().call(practiceGroups.addPerson, { groupId: to, email, role: 'group_admin' })
    const answers = [
      await give(person.email),
      await give('nobody@example.org'),
      await give(testApp.superAdmin.email),
      await give(person.email, randomUUID()),
    ]
    expect(answers.map(({ reason }) => reason)).toEqual([
      ...['has-a-role', 'no-such-account', 'no-such-account', 'group-not-found'],
    ])
  })
})

it('an invitation is open once for an address, and is withdrawn', async () => {
  const { caller } = await openGroup()
  const email = 'ines@example.org'
  const { invitations } = await caller.callOk(practiceGroups.invite, { email })
  expect((await caller.call(practiceGroups.invite, { email })).reason).toBe('already-invited')
  expect((await caller.call(practiceGroups.invite, { email: 'no address' })).reason).toBe('invalid-email')
  await caller.callOk(practiceGroups.withdrawInvitation, { invitationId: invitations[0]!.id })
  expect((await caller.callOk(practiceGroups.invite, { email })).invitations).toHaveLength(1)
})
