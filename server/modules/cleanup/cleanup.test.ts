import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { CleanupFinding, CleanupKind } from '../../../contract/cleanup.ts'
import { contract } from '../../../contract/index.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { testStaff, type TestPerson, type TestStaff } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { cleanup, staff } = contract

let testApp: TestApp
let clinic: TestClinic
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  clinics++
  clinic = await testApp.addClinic(`Clean-up ${clinics}`)
})
afterAll(() => testApp.close())

const manager = () => clinic.as('manager')
const owner = () => clinic.as('owner')
const plain: TestStaff = {
  role: 'clinic_staff',
  level: 1,
  jobTitle: 'Receptionist',
  name: ['Lena', 'Sommer'],
}

let people = 0
/** Somebody more of the clinic, with what their record says put right by hand. */
async function addMember(set = '', change: Partial<TestStaff> = {}): Promise<TestPerson> {
  people++
  const name: [string, string] = ['Lena', `Sommer ${people}`]
  const person = await testApp.people.addStaff(clinic.id, `lena${people}@example.org`, {
    ...plain,
    name,
    ...change,
  })
  if (set) await testApp.owner.query(`update staff set ${set} where id = $1`, [person.staffId])
  return person
}
const unused = `last_login_at = now() - interval '200 days'`
const invitedLongAgo = `registered = false, invited_at = now() - interval '30 days', last_login_at = null`

/** An account that the clinic took on and that is on no staff. */
async function addAccount(clinicId = clinic.id): Promise<TestPerson> {
  people++
  const person = await testApp.people.addUser(`Nils Berg ${people}`, `nils${people}@example.org`)
  await testApp.owner.query('update auth."user" set clinic_id = $1 where id = $2', [clinicId, person.userId])
  return person
}

const findings = async (caller = manager()): Promise<CleanupFinding[]> =>
  (await caller.callOk(cleanup.preview, {})).findings

const statusOf = async (staffId: string) =>
  (await testApp.owner.query<{ status: string }>('select status from staff where id = $1', [staffId]))
    .rows[0]!.status
const isSwitchedOn = async ({ userId }: TestPerson) =>
  (
    await testApp.owner.query<{ is_active: boolean }>('select is_active from auth."user" where id = $1', [
      userId,
    ])
  ).rows[0]!.is_active

const act = (items: { kind: CleanupKind; id: string }[], caller = manager()) =>
  caller.call(cleanup.act, { items })

/** One of each kind, in the clinic as the others left it. */
async function addUnusedAccounts() {
  const invited = await addMember(invitedLongAgo)
  const inactive = await addMember(unused)
  const twin = await addMember(`last_login_at = now() - interval '3 days'`, { gdcNumber: '248163' })
  await testApp.owner.query('update staff set last_login_at = now() where id = $1', [
    clinic.staff.dentist.staffId,
  ])
  const account = await addAccount()
  const items = [
    { kind: 'account-without-staff', id: account.userId },
    { kind: 'never-registered', id: invited.staffId! },
    { kind: 'long-inactive', id: inactive.staffId! },
    { kind: 'duplicate', id: twin.staffId! },
  ] as const
  return { invited, inactive, twin, account, items: [...items] }
}

describe('what is found', () => {
  it('is nothing in a clinic where everybody works', async () => {
    expect(await manager().callOk(cleanup.preview, {})).toEqual({ findings: [], recent: [] })
  })

  it('is one of each kind, with its reason and what tidying does', async () => {
    const { invited, inactive, twin, account } = await addUnusedAccounts()
    const found = await findings()
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'account-without-staff',
          id: account.userId,
          email: account.email,
          reason: 'No longer on any staff list',
          effect: 'Sign-in will be disabled',
          kept: null,
        }),
        expect.objectContaining({
          kind: 'never-registered',
          id: invited.staffId,
          email: invited.email,
          reason: 'Invited 4 weeks ago',
          effect: 'The record will become inactive',
          kept: null,
        }),
        expect.objectContaining({
          kind: 'long-inactive',
          id: inactive.staffId,
          reason: 'Last signed in 6 months ago',
          kept: null,
        }),
        expect.objectContaining({
          kind: 'duplicate',
          id: twin.staffId,
          reason: 'Same GDC number as Tom Hughes',
          kept: null,
        }),
      ]),
    )
  })

  it('is of this clinic alone: an account on another staff, and another clinic’s records, are not', async () => {
    await addUnusedAccounts()
    const elsewhere = await addAccount()
    await testApp.people.addStaff(testApp.clinicB.id, `else${people}@example.org`, plain)
    await testApp.owner.query('update staff set user_id = $1 where email = $2', [
      elsewhere.userId,
      `else${people}@example.org`,
    ])
    expect((await findings()).map(({ id }) => id)).not.toContain(elsewhere.userId)
    const foreign = await testApp.addClinic(`Foreign ${clinics}`)
    expect(await findings(foreign.as('owner'))).toEqual([])
  })

  it('stays where it is oneself, the last administrator, somebody who holds more, or looks after consents', async () => {
    const busy = await addMember('', { ...testStaff.dentist, name: ['Busy', 'Dentist'], gdcNumber: '299999' })
    await clinic.addSent({ clinicianId: busy.staffId! })
    await testApp.owner.query(`update staff set ${unused} where clinic_id = $1 and id = any($2)`, [
      clinic.id,
      [clinic.staff.manager.staffId, clinic.staff.owner.staffId, busy.staffId],
    ])
    const kept = async (caller = manager()) =>
      Object.fromEntries((await findings(caller)).map((finding) => [finding.id, finding.kept]))
    const looksAfter =
      'They are responsible for 1 consent. Deactivate them in the staff list to reassign these.'
    expect(await kept()).toEqual({
      [clinic.staff.manager.staffId!]: 'This is you.',
      [clinic.staff.owner.staffId!]: 'This is the last administrator.',
      [busy.staffId!]: looksAfter,
    })
    await addMember('', { ...testStaff.owner, name: ['Second', 'Administrator'], gdcNumber: '288888' })
    expect((await kept())[clinic.staff.owner.staffId!]).toBe('They have permissions that you do not have.')
    expect((await kept(owner()))[clinic.staff.manager.staffId!]).toBeNull()
  })

  it('is for those who manage staff', async () => {
    expect((await clinic.as('lead').call(cleanup.preview, {})).status).toBe(403)
  })
})

describe('tidying', () => {
  it('switches off what was chosen and nothing else, and undoing restores it', async () => {
    const { invited, inactive, twin, account, items } = await addUnusedAccounts()
    const left = await addMember(unused)
    expect(
      (await createTestCaller(testApp.app.http, inactive.cookie).call(contract.clinics.get, {})).status,
    ).toBe(200)
    const before = await findings()
    const { body: done } = await act(items)
    expect(done).toMatchObject({ by: 'Siân Rees', undoneAt: null })
    expect(done.items.map(({ effect }) => effect)).toEqual([
      'Sign-in will be disabled',
      ...Array.from({ length: 3 }, () => 'The record will become inactive'),
    ])
    for (const person of [invited, inactive, twin]) expect(await statusOf(person.staffId!)).toBe('inactive')
    expect(await isSwitchedOn(account)).toBe(false)
    const sessions = await testApp.owner.query('select from auth.session where user_id = $1', [
      account.userId,
    ])
    expect(sessions.rowCount).toBe(0)
    expect(await statusOf(left.staffId!)).toBe('active')
    expect(
      (await createTestCaller(testApp.app.http, inactive.cookie).call(contract.clinics.get, {})).status,
    ).toBe(401)
    expect((await findings()).map(({ id }) => id)).toEqual([left.staffId])
    expect((await manager().callOk(cleanup.preview, {})).recent).toEqual([done])

    const { body: undone } = await manager().call(cleanup.undo, { cleanupId: done.id })
    expect(undone).toEqual({ ...done, undoneAt: expect.any(String) })
    for (const person of [invited, inactive, twin]) expect(await statusOf(person.staffId!)).toBe('active')
    expect(await isSwitchedOn(account)).toBe(true)
    expect(await findings()).toEqual(before)
    expect(
      (await createTestCaller(testApp.app.http, inactive.cookie).call(contract.clinics.get, {})).status,
    ).toBe(200)

    const again = await manager().call(cleanup.undo, { cleanupId: done.id })
    expect([again.status, again.reason]).toEqual([409, 'already-undone'])
    const { rows } = await testApp.owner.query<{ action: string; details: { items: object[] } }>(
      'select action, details from audit_rows where subject = $1 order by sequence',
      [done.id],
    )
    expect(rows).toEqual([
      { action: 'cleanup.done', details: { items } },
      { action: 'cleanup.undone', details: { items } },
    ])
  })

  it('is done once, however often it is asked for with the same key', async () => {
    const { items } = await addUnusedAccounts()
    const sending = { idempotencyKey: randomUUID() }
    const answers = [
      await manager().callOk(cleanup.act, { items }, sending),
      await manager().callOk(cleanup.act, { items }, sending),
    ]
    expect(answers[1]).toEqual(answers[0])
    expect((await manager().callOk(cleanup.preview, {})).recent).toHaveLength(1)
  })

  it('of two at once for the same account is done by one', async () => {
    const { userId: id } = await addAccount()
    const account = { text: 'select from auth."user" where id = $1 for update', values: [id] }
    const answers = await whileRowsLocked(testApp, account, () =>
      [manager(), owner()].map((caller) => act([{ kind: 'account-without-staff', id }], caller)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.reason).toBe('changed')
    expect((await manager().callOk(cleanup.preview, {})).recent).toHaveLength(1)
  })

  it('of two at once for the same record is done by one', async () => {
    const id = (await addMember(unused)).staffId!
    const record = { text: 'select from staff where id = $1 for update', values: [id] }
    const answers = await whileRowsLocked(testApp, record, () =>
      [manager(), owner()].map((caller) => act([{ kind: 'long-inactive', id }], caller)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await statusOf(id)).toBe('inactive')
  })

  it('leaves alone somebody who signs in while it waits', async () => {
    const id = (await addMember(unused)).staffId!
    const signingIn = { text: 'update staff set last_login_at = now() where id = $1', values: [id] }
    const [refused] = await whileRowsLocked(testApp, signingIn, () => [act([{ kind: 'long-inactive', id }])])
    expect([refused!.status, refused!.reason]).toEqual([409, 'changed'])
    expect(await statusOf(id)).toBe('active')
  })

  it('names something once where it was chosen twice', async () => {
    const { items } = await addUnusedAccounts()
    const { body } = await act([items[0]!, items[0]!])
    expect(body.items).toHaveLength(1)
  })

  it.each<[what: string, change: string]>([
    ['has signed in meanwhile', 'last_login_at = now()'],
    ['was deactivated meanwhile', `status = 'inactive'`],
    ['has become an administrator meanwhile', `role = 'clinic_admin'`],
  ])('changes nothing at all when somebody chosen %s', async (_what, change) => {
    const { inactive, account, items } = await addUnusedAccounts()
    await testApp.owner.query(`update staff set ${change} where id = $1`, [inactive.staffId])
    const status = await statusOf(inactive.staffId!)
    const refused = await act(items)
    expect([refused.status, refused.reason]).toEqual([409, 'changed'])
    expect(await isSwitchedOn(account)).toBe(true)
    expect(await statusOf(inactive.staffId!)).toBe(status)
    expect((await manager().callOk(cleanup.preview, {})).recent).toEqual([])
  })

  it('is refused under another kind, without a choice, and for what stays', async () => {
    const { inactive } = await addUnusedAccounts()
    await testApp.owner.query(`update staff set ${unused} where id = $1`, [clinic.staff.manager.staffId])
    const refusals = [
      await act([{ kind: 'never-registered', id: inactive.staffId! }]),
      await act([{ kind: 'long-inactive', id: clinic.staff.manager.staffId! }]),
      await act([{ kind: 'long-inactive', id: clinic.staff.dentist.staffId! }]),
      await act([]),
    ]
    expect(refusals.map(({ status, reason }) => [status, reason])).toEqual([
      [409, 'changed'],
      [409, 'changed'],
      [409, 'changed'],
      [400, 'nothing-chosen'],
    ])
    expect(await statusOf(clinic.staff.manager.staffId!)).toBe('active')
  })

  it('does not know people and accounts of another clinic', async () => {
    const { invited, account } = await addUnusedAccounts()
    const foreign = testApp.clinicB.as('owner')
    const refusals = [
      await act([{ kind: 'never-registered', id: invited.staffId! }], foreign),
      await act([{ kind: 'account-without-staff', id: account.userId }], foreign),
      await act([{ kind: 'account-without-staff', id: randomUUID() }], foreign),
    ]
    expect(refusals.map(({ status, reason }) => [status, reason])).toEqual(
      refusals.map(() => [404, 'not-found']),
    )
    expect(await statusOf(invited.staffId!)).toBe('active')
    expect(await isSwitchedOn(account)).toBe(true)
  })

  it('asks for a factor proved lately', async () => {
    const { items } = await addUnusedAccounts()
    testApp.clock.advance(11 * minute_ms)
    const refused = await act(items)
    testApp.clock.advance(-11 * minute_ms)
    expect([refused.status, refused.reason]).toEqual([403, 'requires-recent-login'])
  })
})

describe('undoing', () => {
  it('gives nobody back rights that one does not hold oneself', async () => {
    const second = await addMember(unused, {
      ...testStaff.owner,
      name: ['Second', 'One'],
      gdcNumber: '277777',
    })
    const { body: done } = await act([{ kind: 'long-inactive', id: second.staffId! }], owner())
    const refused = await manager().call(cleanup.undo, { cleanupId: done.id })
    expect([refused.status, refused.reason]).toEqual([403, 'above-own-rights'])
    expect(await statusOf(second.staffId!)).toBe('inactive')
    expect((await owner().call(cleanup.undo, { cleanupId: done.id })).status).toBe(200)
  })

  it('does not know clean-ups of another clinic', async () => {
    const { items, inactive } = await addUnusedAccounts()
    const { body: done } = await act(items)
    for (const cleanupId of [done.id, randomUUID()]) {
      const refused = await testApp.clinicB.as('owner').call(cleanup.undo, { cleanupId })
      expect([refused.status, refused.reason]).toEqual([404, 'cleanup-not-found'])
    }
    expect(await statusOf(inactive.staffId!)).toBe('inactive')
  })

  it('leaves an account alone that has joined a staff meanwhile', async () => {
    const account = await addAccount()
    const { body: done } = await act([{ kind: 'account-without-staff', id: account.userId }])
    const joined = await addMember()
    await testApp.owner.query('update staff set user_id = $1 where id = $2', [account.userId, joined.staffId])
    expect((await manager().call(cleanup.undo, { cleanupId: done.id })).status).toBe(200)
    expect(await isSwitchedOn(account)).toBe(false)
  })
})

it('shows the last 20 clean-ups, newest first', async () => {
  await testApp.owner.query(
    `insert into cleanups (clinic_id, by, items, at)
     select $1, 'Siân Rees', '[]', now() - ago * interval '1 minute' from generate_series(1, 20) ago`,
    [clinic.id],
  )
  const { body: newest } = await act([{ kind: 'long-inactive', id: (await addMember(unused)).staffId! }])
  const { recent } = await manager().callOk(cleanup.preview, {})
  expect(recent).toHaveLength(20)
  expect(recent[0]).toEqual(newest)
  expect(recent.map(({ at }) => at)).toEqual(
    recent
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

test('somebody who was tidied away is found among those who left, and can be activated there', async () => {
  const member = await addMember(unused)
  await act([{ kind: 'long-inactive', id: member.staffId! }])
  const { rows } = await manager().callOk(staff.list, { status: 'inactive', search: member.email })
  expect(rows.map(({ id }) => id)).toEqual([member.staffId])
  expect((await manager().call(staff.activate, { staffId: member.staffId! })).status).toBe(200)
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
