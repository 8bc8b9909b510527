import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { InferContractRouterInputs } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type Contract } from '../../../contract/index.ts'
import { plan_grace_days } from '../../../contract/limits.ts'
import { fallbackPlan } from '../../../contract/plans.ts'
import { signatureFor, type TestClinic } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { directory, staff } = contract
type NewPractice = InferContractRouterInputs<Contract>['directory']['create']

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const admin = () => testApp.as(testApp.superAdmin)
const key = () => ({ idempotencyKey: crypto.randomUUID() })

const practice: Omit<NewPractice, 'administrator'> = {
  name: 'Bay View Dental',
  address: '2 Cliff Road\nWhitby',
  phone: '01632 960700',
  email: 'desk@bayview.example.org',
  nation: 'wales',
  timeZone: 'Europe/London',
  plan: 'growth',
  trialUntil: null,
}

let practiceCount = 0
/** A practice as a super administrator adds it, and the address of its first administrator. */
async function addPractice(change: Partial<NewPractice> = {}) {
  const email = `Lena${++practiceCount}@bayview.example.org`
  const administrator = { firstName: 'Lena', lastName: 'Sommer', email }
  const { id } = await admin().callOk(directory.create, { ...practice, ...change, administrator }, key())
  return { id, email: email.toLowerCase() }
}

const entryOf = (clinicId: string) => admin().callOk(directory.get, { clinicId })

/** Makes its principal dentist the owner, and its manager another administrator. */
async function nameOwner(clinic: TestClinic): Promise<void> {
  await testApp.owner.query(
    `update staff set role = 'clinic_admin', is_owner = id = $1 where id in ($1, $2)`,
    [clinic.staff.owner.staffId, clinic.staff.manager.staffId],
  )
}

const auditOf = async (clinicId: string, action: string) =>
  (
    await testApp.owner.query<{ by: string; subject: string; details: Record<string, unknown> }>(
      `select user_name as by, subject, details from audit_rows
       where clinic_id = $1 and action = $2 order by sequence`,
      [clinicId, action],
    )
  ).rows

/** The mails to an address whose subject holds these words, as they were sent. */
async function mailsTo(email: string, subject: string): Promise<string[]> {
  await testApp.runJobs()
  return (await testApp.mail())
    .filter((mail) => mail.to.includes(email) && mail.subject.replaceAll(/\s+/g, ' ').includes(subject))
    .map(({ text }) => text)
}

describe('a new practice', () => {
  it('is added with its first administrator, who owns it, is invited, registers and signs in', async () => {
    const { id, email } = await addPractice({ trialUntil: '2099-01-31' })
    const entry = await entryOf(id)
    expect(entry).toMatchObject({
      name: 'Bay View Dental',
      nation: 'wales',
      plan: 'growth',
      status: 'active',
      requiresSecondFactor: true,
      secondFactorFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      isSecondFactorDeclined: false,
    })
    expect([entry.trial, entry.trialUntil]).toEqual(['running', '2099-01-31'])
    expect(entry.people).toMatchObject([
      {
        clinicId: id,
        userId: null,
        name: 'Lena Sommer',
        email,
        role: 'clinic_admin',
        isOwner: true,
        registered: false,
        lastLoginAt: null,
      },
    ])
    const [logged] = await auditOf(id, 'clinic.created')
    expect(logged).toMatchObject({ by: 'Rowan Pemberton', subject: id })
    expect(logged!.details.after).toMatchObject({ name: 'Bay View Dental', plan: 'growth' })
    const [mail] = await mailsTo(email, 'you have been added to the team')
    const token = /register#([\w-]+)/.exec(mail!)![1]!
    const person = { firstName: 'Lena', lastName: 'Sommer', password: 'otter lamp 71 wharf' }
    const finished = await testApp.anonymous().call(contract.registration.finish, { token, ...person })
    expect(finished.status).toBe(200)
    const signedIn = await testApp
      .anonymous()
      .call(contract.identity.signIn, { login: email, password: person.password })
    expect(signedIn.body.user).toMatchObject({ role: 'clinic_admin', clinicName: 'Bay View Dental' })
    const { uid: userId } = signedIn.body.user!
    expect((await entryOf(id)).people[0]).toMatchObject({ registered: true, isOwner: true, userId })
  })

  it.each([
    ['dentist', 'email-already-in-use'],
    ['invited', 'email-on-staff'],
  ])('is refused for an address that is taken: of a %s', async (who, reason) => {
    if (who === 'invited') await testApp.clinicA.addInvited()
    const { rows } = await testApp.owner.query<{ email: string }>(
      `select email from staff where clinic_id = $1 and (user_id is null) = $2 limit 1`,
      [testApp.clinicA.id, who === 'invited'],
    )
    const administrator = { firstName: 'Lena', lastName: 'Sommer', email: rows[0]!.email.toUpperCase() }
    const before = (await admin().callOk(directory.list, {})).total
    const refused = await admin().call(directory.create, { ...practice, administrator }, key())
    expect([refused.status, refused.reason]).toEqual([409, reason])
    expect((await admin().callOk(directory.list, {})).total).toBe(before)
  })

  it('is made once, however often it is asked for with the same key', async () => {
    const administrator = { firstName: 'Ana', lastName: 'Silva', email: 'ana@once.example.org' }
    const [once, asked] = [key(), { ...practice, name: 'Only Once', administrator }]
    const one = await admin().callOk(directory.create, asked, once)
    expect(await admin().callOk(directory.create, asked, once)).toEqual(one)
    expect((await admin().callOk(directory.list, { search: 'only once' })).total).toBe(1)
  })

  it('cannot begin with a trial that is over, or without what a practice needs', async () => {
    const administrator = { firstName: 'Ana', lastName: 'Silva', email: 'ana@late.example.org' }
    const late = await admin().call(
      directory.create,
      { ...practice, trialUntil: '2020-01-31', administrator },
      key(),
    )
    expect([late.status, late.reason]).toEqual([400, 'trial-over'])
    for (const [field, value] of [
      ['trialUntil', '9999-12-31'],
      ['name', ''],
      ['email', 'desk'],
      ['timeZone', 'Europe/Atlantis'],
      ['plan', 'golden'],
    ] as const) {
      const refused = await admin().call(
        directory.create,
        { ...practice, [field]: value, administrator } as never,
        key(),
      )
      expect(refused.error!.details.fields!.map((fault) => fault.field)).toEqual([field])
    }
  })
})

describe('the list', () => {
  it('finds practices by words in name, e-mail and address, and by state, plan and trial', async () => {
    const { id } = await addPractice({ name: 'Quayside Smiles', plan: 'enterprise' })
    const { id: trying } = await addPractice({ name: 'Quayside Trial', trialUntil: '2099-06-30' })
    await testApp.owner.query(`update clinics set trial_ends_at = now() - interval '1 day' where id = $1`, [
      id,
    ])
    const found = async (asked: object) =>
      (await admin().callOk(directory.list, { search: 'quayside', ...asked })).rows.map((row) => row.id)
    expect(await found({})).toEqual([id, trying])
    expect(await found({ search: 'whitby smiles QUAYSIDE' })).toEqual([id])
    expect(await found({ search: 'desk@bayview quayside' })).toEqual([id, trying])
    expect(await found({ search: '100%' })).toEqual([])
    expect(await found({ plan: 'enterprise' })).toEqual([id])
    expect(await found({ trial: 'running' })).toEqual([trying])
    expect(await found({ trial: 'ended' })).toEqual([id])
    expect(await found({ trial: 'none' })).toEqual([])
    expect(await found({ status: 'suspended' })).toEqual([])
    expect(await found({ order: 'newest' })).toEqual([trying, id])
    expect(await found({ pageSize: 1, page: 2 })).toEqual([trying])
  })

  it('counts active staff and what was sent this month, and says when something happened last', async () => {
    const clinic = await testApp.addClinic('Counting House')
    await clinic.addSent()
    const { consentId } = await clinic.addSent()
    await testApp.owner.query(`alter table consents disable trigger user; `)
    await testApp.owner.query(`update consents set sent_at = sent_at - interval '40 days' where id = $1`, [
      consentId,
    ])
    await testApp.owner.query(`alter table consents enable trigger user`)
    const [row] = (await admin().callOk(directory.list, { search: 'Counting House' })).rows
    expect(row).toMatchObject({ staff: 7, consentsThisMonth: 1 })
    expect(Date.parse(row!.lastActivityAt!)).toBeGreaterThan(0)
    const first = (await admin().callOk(directory.list, { order: 'activity', pageSize: 1 })).rows[0]
    expect(first!.name).toBe('Counting House')
  })

  it('holds no word of a patient or a treatment', async () => {
    const { raw } = await admin().call(directory.list, {})
    expect(raw.toString()).not.toMatch(/Whitcombe|root canal|patient\d/i)
    const entry = await admin().call(directory.get, { clinicId: testApp.clinicA.id })
    expect(entry.raw.toString()).not.toMatch(/Whitcombe|root canal|Infected nerve/i)
  })
})

describe('what a practice uses of its plan', () => {
  it('is told as sums and counts', async () => {
    const clinic = await testApp.addClinic('Using Street')
    await clinic.addSent()
    await clinic.addApiKey()
    await clinic.addWebhook()
    await testApp.owner.query(
      `insert into videos (owner_clinic_id, public_id, name, format, bytes, sha256, state, created_by, created_by_name, created_at)
       values ($1, 'videos/1_used.mp4', 'used.mp4', 'video/mp4', 1000, repeat('a', 64), 'playable', 'x', 'X', now())`,
      [clinic.id],
    )
    const { usage, people, requiresSecondFactor } = await entryOf(clinic.id)
    expect(usage).toEqual({ consentsThisMonth: 1, videoBytes: 1000, apiKeys: 1, webhooks: 1 })
    expect(requiresSecondFactor).toBe(false)
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
      [clinic.staff.lead.userId],
    )
    expect(people.every(({ hasSecondFactor }) => !hasSecondFactor)).toBe(true)
    const holders = (await entryOf(clinic.id)).people.filter(({ hasSecondFactor }) => hasSecondFactor)
    expect(holders.map(({ name }) => name)).toEqual(['Priya Nair'])
  })

  it('is changed by hand with a reason, and the log says what was and what is', async () => {
    const { id: clinicId } = await addPractice()
    const asked = { clinicId, plan: 'starter', trialUntil: '2099-01-31', reason: 'A quieter year' } as const
    await admin().callOk(directory.changePlan, asked)
    expect(await entryOf(clinicId)).toMatchObject({ plan: 'starter', trial: 'running' })
    const details = (await auditOf(clinicId, 'clinic.plan_changed'))[0]!.details
    expect(details).toEqual({
      before: { plan: 'growth', trialUntil: null },
      after: { plan: 'starter', trialUntil: '2099-01-31' },
      reason: 'A quieter year',
    })
    const same = await admin().call(directory.changePlan, asked)
    expect([same.status, same.reason]).toEqual([409, 'unchanged'])
    const late = await admin().call(directory.changePlan, { ...asked, trialUntil: '2020-01-31' })
    expect(late.reason).toBe('trial-over')
    const bare = await admin().call(directory.changePlan, { ...asked, plan: 'growth', reason: ' ' })
    expect(bare.error!.details.fields!.map(({ field }) => field)).toEqual(['reason'])
  })
})

describe('what a practice pays by card', () => {
  it('is told as far as it says which plan holds: unpaid, in grace, cancelled', async () => {
    const clinic = await testApp.addClinic('Paying')
    const paymentOf = async () => (await entryOf(clinic.id)).payment
    expect(await paymentOf()).toMatchObject({
      status: null,
      unpaidSince: null,
      unpaidUntil: null,
      graces: [],
    })
    const [since, later] = [
      new Date(testApp.clock.now().getTime() - day_ms),
      new Date(testApp.clock.now().getTime() + day_ms),
    ]
    await testApp.owner.query(
      `insert into billing_accounts (clinic_id, customer_id, status, created_at) values ($1, 'cus_paying', 'past_due', now())`,
      [clinic.id],
    )
    await testApp.owner.query(
      `update clinics set plan = 'growth', unpaid_since = $2, graces = $3 where id = $1`,
      [clinic.id, since, JSON.stringify([{ plan: 'enterprise', until: later.toISOString(), from: 'hand' }])],
    )
    expect(await paymentOf()).toEqual({
      ...{ status: 'past_due', endsAt: null, unpaidSince: since.toISOString(), heldPlan: 'enterprise' },
      unpaidUntil: new Date(since.getTime() + plan_grace_days * day_ms).toISOString(),
      graces: [{ plan: 'enterprise', until: later.toISOString() }],
    })
    const longAgo = new Date(since.getTime() - plan_grace_days * day_ms)
    await testApp.owner.query(`update clinics set unpaid_since = $2, graces = '[]' where id = $1`, [
      clinic.id,
      longAgo,
    ])
    expect(await paymentOf()).toMatchObject({ heldPlan: fallbackPlan, graces: [] })
  })
})

describe('the facts of a practice', () => {
  it('are changed with what was and what is on record; of two who save at once, one is told to reload', async () => {
    const { id: clinicId } = await addPractice()
    const { version } = await entryOf(clinicId)
    const { plan: _plan, trialUntil: _trial, ...facts } = practice
    const wanted = { ...facts, clinicId, phone: '01632 960701', nation: 'scotland' as const, version }
    const answers = await Promise.all([1, 2].map(() => admin().call(directory.changeFacts, wanted)))
    expect(answers.map(({ status, reason }) => reason ?? status).toSorted()).toEqual([
      200,
      'changed-meanwhile',
    ])
    expect(await entryOf(clinicId)).toMatchObject({ phone: '01632 960701', nation: 'scotland' })
    expect((await auditOf(clinicId, 'clinic.facts_changed')).map(({ details }) => details)).toEqual([
      {
        before: { phone: '01632 960700', nation: 'wales' },
        after: { phone: '01632 960701', nation: 'scotland' },
      },
    ])
  })
})

describe('a practice that is suspended', () => {
  const reason = 'Two invoices are unpaid'

  it('puts its staff out at once, and patients go on reading and sign', async () => {
    const clinic = await testApp.addClinic('Pier Dental')
    const viewed = await clinic.addViewed()
    expect((await clinic.as('dentist').call(contract.clinics.get, {})).status).toBe(200)
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'suspended', reason })
    expect((await clinic.as('dentist').call(contract.clinics.get, {})).status).toBe(401)
    const { patient, consentId } = viewed
    expect((await patient.callOk(contract.signing.read, { consentId })).id).toBe(consentId)
    await patient.callOk(contract.signing.sign, signatureFor(viewed))
    await testApp.runJobs()
    expect((await patient.callOk(contract.signing.read, { consentId })).status).toBe('signed')
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'active', reason: 'Paid' })
    expect((await clinic.as('dentist').call(contract.clinics.get, {})).status).toBe(200)
  })

  it('tells its administrators, and tells them when it ends; the history says who, when and why', async () => {
    const clinic = await testApp.addClinic('PlanTranslator Terrace')
    const { email } = clinic.staff.owner
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'suspended', reason })
    const ended = await mailsTo(email, 'your Candour account was suspended')
    expect(ended).toHaveLength(1)
    expect(ended[0]).toContain('links already sent still work')
    expect(ended[0]).not.toContain('invoices')
    expect(await mailsTo(clinic.staff.dentist.email, 'Candour account')).toEqual([])
    // Shut stays shut: nothing to tell.
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'inactive', reason })
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'active', reason: 'Paid' })
    expect(await mailsTo(email, 'is active again')).toHaveLength(1)
    expect(await mailsTo(email, 'was made inactive')).toEqual([])
    const { history, status } = await entryOf(clinic.id)
    expect(status).toBe('active')
    expect(history.map(({ what, by, changes, reason }) => [what, by, changes[0]?.after, reason])).toEqual([
      ['status', 'Rowan Pemberton', 'active', 'Paid'],
      ['status', 'Rowan Pemberton', 'inactive', reason],
      ['status', 'Rowan Pemberton', 'suspended', reason],
    ])
  })

  it('is not told twice, nor of what holds no longer when the mail is written', async () => {
    const clinic = await testApp.addClinic('Quick Change')
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'suspended', reason })
    await admin().callOk(directory.changeStatus, { clinicId: clinic.id, status: 'active', reason })
    await mailsTo(clinic.staff.owner.email, 'Candour account was')
    expect(await mailsTo(clinic.staff.owner.email, 'was suspended')).toEqual([])
  })

  it('needs a reason and a fresh proof, and a change that is one', async () => {
    const asked = { clinicId: testApp.clinicB.id, status: 'suspended', reason } as const
    const bare = await admin().call(directory.changeStatus, { ...asked, reason: '' })
    expect(bare.code).toBe('invalid-argument')
    testApp.clock.advance(11 * minute_ms)
    const late = await admin().call(directory.changeStatus, asked)
    testApp.clock.advance(-11 * minute_ms)
    expect(late.reason).toBe('requires-recent-login')
    const same = await admin().call(directory.changeStatus, { ...asked, status: 'active' })
    expect([same.status, same.reason]).toEqual([409, 'unchanged'])
    const nobody = await admin().call(directory.changeStatus, { ...asked, clinicId: crypto.randomUUID() })
    expect(nobody.reason).toBe('clinic-not-found')
  })
})

describe('the owner', () => {
  const reason = 'The practice was sold'

  it('is handed on by a super administrator; both are told, and only then may they go', async () => {
    const clinic = await testApp.addClinic('Sold Street')
    await nameOwner(clinic)
    const [owner, manager] = [clinic.staff.owner, clinic.staff.manager]
    const deactivate = () =>
      clinic.as('manager').call(staff.deactivate, { staffId: owner.staffId!, takeoverId: null })
    expect((await deactivate()).reason).toBe('is-owner')
    expect((await clinic.as('owner').call(contract.account.remove, {})).reason).toBe('is-owner')

    const asked = { clinicId: clinic.id, staffId: manager.staffId!, reason }
    await admin().callOk(directory.transferOwner, asked)
    expect((await admin().call(directory.transferOwner, asked)).reason).toBe('unchanged')
    expect((await entryOf(clinic.id)).people[0]).toMatchObject({ id: manager.staffId, isOwner: true })
    const details = (await auditOf(clinic.id, 'clinic.owner_changed'))[0]!.details
    expect(details).toMatchObject({
      before: { owner: 'Amara Okafor' },
      after: { owner: 'Siân Rees' },
      reason,
    })
    for (const { email } of [owner, manager]) {
      const [mail] = await mailsTo(email, 'the owner of your Candour account has changed')
      expect(mail).toContain('Siân Rees is now the owner')
    }
    expect((await deactivate()).status).toBe(200)
  })

  it('is an active administrator who has registered, of that practice', async () => {
    const clinic = await testApp.addClinic('Heir Street')
    await nameOwner(clinic)
    const transfer = async (staffId: string) =>
      (await admin().call(directory.transferOwner, { clinicId: clinic.id, staffId, reason })).reason
    expect(await transfer(clinic.staff.dentist.staffId!)).toBe('not-administrator')
    expect(await transfer(clinic.staff.leaver.staffId!)).toBe('not-administrator')
    expect(await transfer(testApp.clinicA.staff.owner.staffId!)).toBe('staff-not-found')
    const invited = {
      clinicId: clinic.id,
      firstName: 'Ana',
      lastName: 'Silva',
      email: 'ana@heir.example.org',
    }
    const { staffId } = await admin().callOk(directory.inviteAdministrator, { ...invited, reason }, key())
    expect(await transfer(staffId)).toBe('not-administrator')
  })

  it('hands it on in the settings; nobody else of the practice can', async () => {
    const clinic = await testApp.addClinic('Own Hands')
    await nameOwner(clinic)
    const [owner, manager] = [clinic.staff.owner.staffId!, clinic.staff.manager.staffId!]
    const held = await clinic.as('owner').callOk(staff.ownership, {})
    expect(held).toEqual({
      owner: { id: owner, name: 'Amara Okafor' },
      isMine: true,
      heirs: [{ id: manager, name: 'Siân Rees' }],
    })
    const byManager = await clinic.as('manager').call(staff.handOver, { staffId: manager, reason })
    expect([byManager.status, byManager.reason]).toEqual([409, 'not-owner'])
    const after = await clinic.as('owner').callOk(staff.handOver, { staffId: manager, reason: 'I retire' })
    expect(after).toMatchObject({ owner: { id: manager }, isMine: false, heirs: [{ id: owner }] })
    expect(await auditOf(clinic.id, 'clinic.owner_changed')).toMatchObject([
      { by: 'Amara Okafor', details: { reason: 'I retire' } },
    ])
    expect((await clinic.as('owner').call(staff.handOver, { staffId: owner, reason })).reason).toBe(
      'not-owner',
    )
  })

  it('of two hand-overs at the same moment there is one owner in the end', async () => {
    const clinic = await testApp.addClinic('Both Hands')
    await nameOwner(clinic)
    await testApp.owner.query(`update staff set role = 'clinic_admin' where id = $1`, [
      clinic.staff.lead.staffId,
    ])
    const heirs = [clinic.staff.manager.staffId!, clinic.staff.lead.staffId!]
    await Promise.all(
      heirs.map((staffId) => admin().call(directory.transferOwner, { clinicId: clinic.id, staffId, reason })),
    )
    const { rows } = await testApp.owner.query('select id from staff where clinic_id = $1 and is_owner', [
      clinic.id,
    ])
    expect(rows).toHaveLength(1)
    expect(heirs).toContain(rows[0].id)
  })
})

describe('an administrator who has not registered', () => {
  it('is invited again, not twice in a row, and only while there is something to accept', async () => {
    const { id: clinicId, email } = await addPractice()
    const staffId = (await entryOf(clinicId)).people[0]!.id
    const again = () => admin().call(directory.resendInvitation, { clinicId, staffId })
    expect((await again()).reason).toBe('sent-just-now')
    await testApp.owner.query(`update staff set invited_at = now() - interval '1 day' where id = $1`, [
      staffId,
    ])
    expect((await again()).status).toBe(200)
    expect(await mailsTo(email, 'you have been added to the team')).toHaveLength(2)
    const dentist = { clinicId: testApp.clinicA.id, staffId: testApp.clinicA.staff.dentist.staffId! }
    expect((await admin().call(directory.resendInvitation, dentist)).reason).toBe('not-invited')
    const foreign = { clinicId, staffId: dentist.staffId }
    expect((await admin().call(directory.resendInvitation, foreign)).reason).toBe('staff-not-found')
  })

  it('is one more where the first address was wrong', async () => {
    const { id: clinicId } = await addPractice()
    const person = { firstName: 'Ana', lastName: 'Silva', email: 'Ana@more.example.org' }
    const asked = { clinicId, ...person, reason: 'The first address was misspelt' }
    const { staffId } = await admin().callOk(directory.inviteAdministrator, asked, key())
    expect(await mailsTo('ana@more.example.org', 'you have been added')).toHaveLength(1)
    const added = (await entryOf(clinicId)).people.find(({ id }) => id === staffId)
    expect(added).toMatchObject({ name: 'Ana Silva', role: 'clinic_admin', isOwner: false })
    const twice = await admin().call(directory.inviteAdministrator, asked, key())
    expect([twice.status, twice.reason]).toEqual([409, 'email-on-staff'])
  })
})

describe('the consents of a practice', () => {
  it('are counted by state and by month, the newest first', async () => {
    const clinic = await testApp.addClinic('Months Mews')
    await clinic.addDraft()
    await clinic.addSigned()
    const told = await admin().callOk(directory.consents, { clinicId: clinic.id })
    expect(told.clinicName).toBe('Months Mews')
    expect(told.byStatus).toMatchObject({ draft: 1, signed: 1, sent: 0, voided: 0 })
    expect(told.months).toHaveLength(12)
    expect(told.months[0]).toMatchObject({ created: 2, sent: 1, signed: 1 })
    expect(told.months[1]).toMatchObject({ created: 0, sent: 0, signed: 0 })
    expect(told.months[0]!.month).toBe(dateInTimeZone(testApp.clock.now()).slice(0, 7))
    const nobody = await admin().call(directory.consents, { clinicId: crypto.randomUUID() })
    expect(nobody.reason).toBe('clinic-not-found')
  })
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
