import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { invitations_a_day_max } from '../../../contract/limits.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { sendQueuedMail } from '../../testing/message-sending.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { oneTreatment, signatureFor, type TestClinic } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { testStaff, type StaffName, type TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { invitationComposer } from './invitation-composer.ts'

const { staff } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const owner = () => testApp.clinicA.as('owner')
const manager = () => testApp.clinicA.as('manager')
const idOf = (who: StaffName, clinic = testApp.clinicA) => clinic.staff[who].staffId!

/** What somebody new is given, without an e-mail address. */
const staffInput = {
  firstName: 'Lena',
  lastName: 'Sommer',
  jobTitle: 'Receptionist',
  isClinician: false,
  role: 'clinic_staff',
  permissionLevel: 1,
  permissions: {},
  loginHoursRestricted: false,
  loginHours: {},
} as const

let invitedCount = 0
const invitation = (change: object = {}) => {
  invitedCount++
  return { ...staffInput, email: `invited${invitedCount}@example.org`, ...change }
}

async function auditOf(subject: string) {
  const { rows } = await testApp.owner.query<{
    action: string
    details: Record<string, unknown>
    by: string
  }>('select action, details, user_name as by from audit_rows where subject = $1 order by sequence', [
    subject,
  ])
  return rows
}

async function messagesAbout(staffId: string) {
  const { rows } = await testApp.owner.query<{ id: string; recipient: string; kind: string }>(
    'select id, recipient, kind from messages where about_id = $1 order by created_at, id',
    [staffId],
  )
  return rows
}

/** Another administrator of the clinic. */
const addAdministrator = (clinic: TestClinic, key: string): Promise<TestPerson> =>
  testApp.people.addStaff(clinic.id, `${key}@example.org`, { ...testStaff.owner, name: ['Ada', key] })

describe('clinicians', () => {
  it('are the active staff with a clinical role of this clinic, by last name', async () => {
    const clinicians = await testApp.clinicA.as('receptionist').callOk(staff.clinicians, {})
    expect(clinicians.map(({ name, role, gdcNumber }) => [name, role, gdcNumber])).toEqual([
      ['Tom Hughes', 'Dentist', '248163'],
      ['Ewa Kowalczyk', 'Dental nurse', null],
      ['Priya Nair', 'Dentist', '271905'],
      ['Amara Okafor', 'Principal dentist', '204417'],
    ])
    const ids = Object.values(testApp.clinicB.staff).map(({ staffId }) => staffId)
    expect(clinicians.filter(({ id }) => ids.includes(id))).toEqual([])
  })

  it('are the only ones a consent can be given to', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const draft = { patientId, templateId: testApp.clinicA.templateId }
    const wrong = [
      testApp.clinicA.staff.receptionist,
      testApp.clinicA.staff.leaver,
      testApp.clinicB.staff.dentist,
    ]
    for (const { staffId } of wrong) {
      const answer = await testApp.clinicA
        .as('dentist')
        .call(contract.consents.create, oneTreatment({ ...draft, clinicianId: staffId! }))
      expect(answer.reason).toBe('clinician-not-found')
    }
  })
})

describe('the list', () => {
  let clinic: TestClinic
  const names = async (input: Parameters<typeof ask>[0]) => (await ask(input)).rows.map((row) => row.lastName)
  const ask = (input: {
    search?: string
    status?: 'active' | 'inactive' | 'invited' | 'all'
    sort?: 'name' | '-name' | 'job' | 'role' | '-role' | '-login'
    page?: number
    pageSize?: number
  }) => clinic.as('manager').callOk(staff.list, input)

  beforeAll(async () => {
    clinic = await testApp.addClinic('List Lane')
    await clinic
      .as('owner')
      .callOk(staff.invite, invitation({ lastName: 'Abbot', jobTitle: 'Hygienist_100%' }))
  })

  it('shows who works here, by last name, with rights and last login', async () => {
    const { rows, total } = await ask({})
    expect(rows.map(({ lastName }) => lastName)).toEqual([
      'Frost',
      'Hughes',
      'Kowalczyk',
      'Lee',
      'Nair',
      'Okafor',
      'Rees',
    ])
    expect(total).toBe(7)
    expect(rows.filter(({ isMe }) => isMe).map(({ lastName }) => lastName)).toEqual(['Rees'])
    expect(rows.find(({ lastName }) => lastName === 'Kowalczyk')).toMatchObject({
      clinicId: clinic.id,
      userId: clinic.staff.nurse.userId,
      email: 'nurse@list-lane.example.org',
      jobTitle: 'Dental nurse',
      isClinician: true,
      gdcNumber: null,
      role: 'clinic_staff',
      permissionLevel: 1,
      permissions: { canSendForms: true },
      loginHoursRestricted: false,
      loginHours: {},
      registered: true,
      isActive: true,
      invitation: null,
      lastLogin: null,
    })
    await testApp.owner.query(
      `update staff set last_login_at = '2026-11-02T08:30:00Z', last_login_ip = '203.0.113.9' where id = $1`,
      [clinic.staff.nurse.staffId],
    )
    const [nurse] = (await ask({ search: 'ewa' })).rows
    expect(nurse!.lastLogin).toEqual({ timestamp: '2026-11-02T08:30:00.000Z', ipAddress: '203.0.113.9' })
  })

  it('is sorted by what it is asked for, who has none of it last', async () => {
    const people = await ask({})
    const levels = async (sort: 'role' | '-role') =>
      (await ask({ sort })).rows.map(({ role, permissionLevel }) => [role, permissionLevel])
    expect(await names({ sort: '-name' })).toEqual((await names({})).toReversed())
    expect((await levels('role'))[0]![0]).toBe('clinic_admin')
    expect(await levels('-role')).toEqual((await levels('role')).toReversed())
    const jobs = (await ask({ sort: 'job' })).rows.map(({ jobTitle }) => jobTitle)
    expect(jobs).toEqual([...jobs.filter(Boolean).toSorted(), ...jobs.filter((job) => !job)])
    expect((await names({ sort: '-login' }))[0]).toBe('Kowalczyk')
    expect((await ask({ sort: '-login' })).total).toBe(people.total)
  })

  it('is one of those who left, were invited, or all of them', async () => {
    expect(await names({ status: 'inactive' })).toEqual(['Moss'])
    expect(await names({ status: 'invited' })).toEqual(['Abbot'])
    expect(await names({ status: 'all' })).toEqual([
      'Abbot',
      'Frost',
      'Hughes',
      'Kowalczyk',
      'Lee',
      'Moss',
      'Nair',
      'Okafor',
      'Rees',
    ])
  })

  it.each([
    ['TOM', ['Hughes']],
    ['hughes tom', ['Hughes']],
    ['dentist', ['Hughes', 'Moss', 'Nair', 'Okafor']],
    ['dentist principal', ['Okafor']],
    ['receptionist@list', ['Lee']],
    ['_100%', ['Abbot']],
    ['a_b', []],
    ['%%', []],
    ['tom nair', []],
  ])('finds by name, address and job title: %j', async (search, found) => {
    expect(await names({ search, status: 'all' })).toEqual(found)
  })

  it('goes page by page', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => names({ status: 'all', page, pageSize: 4 })))
    expect(pages.map((page) => page.length)).toEqual([4, 4, 1])
    expect(pages.flat()).toEqual(await names({ status: 'all' }))
  })

  it('is for those who manage staff', async () => {
    expect((await clinic.as('lead').call(staff.list, {})).status).toBe(403)
    expect((await clinic.as('owner').call(staff.list, {})).status).toBe(200)
  })
})

describe('an invitation', () => {
  it('puts somebody on the staff and is queued to their address in lower case', async () => {
    const hours = { monday: { enabled: true, start: '08:30', end: '17:00' } }
    const rights = {
      permissionLevel: 2,
      permissions: { canSendForms: true, viewStats: false },
      loginHours: hours,
    }
    const input = invitation({ ...rights, email: 'Lena.Sommer@Example.ORG', loginHoursRestricted: true })
    const made = await manager().callOk(staff.invite, input)
    expect(made).toMatchObject({
      ...rights,
      clinicId: testApp.clinicA.id,
      userId: null,
      email: 'lena.sommer@example.org',
      firstName: 'Lena',
      gdcNumber: null,
      loginHoursRestricted: true,
      registered: false,
      isActive: true,
      isMe: false,
    })
    const { sentAt, expiresAt, status } = made.invitation!
    expect(status).toBe('queued')
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * day_ms)
    expect(await messagesAbout(made.id)).toMatchObject([
      { kind: 'invitation', recipient: 'lena.sommer@example.org' },
    ])
    expect(await auditOf(made.id)).toEqual([
      {
        action: 'staff.invited',
        by: 'Siân Rees',
        details: {
          role: 'clinic_staff',
          permissionLevel: 2,
          permissions: ['canSendForms'],
          loginHoursRestricted: true,
          loginHours: hours,
        },
      },
    ])
  })

  it('is made once, however often it is asked for with the same key', async () => {
    const [input, sending] = [invitation(), { idempotencyKey: randomUUID() }]
    const answers = [
      await manager().callOk(staff.invite, input, sending),
      await manager().callOk(staff.invite, input, sending),
    ]
    expect(answers[1]).toEqual(answers[0])
    expect(await messagesAbout(answers[0]!.id)).toHaveLength(1)
  })

  it('is refused for an address on the staff already, however it is written; another clinic may invite it', async () => {
    const input = invitation({ email: 'twice@example.org' })
    await manager().callOk(staff.invite, input)
    const again = await manager().call(staff.invite, { ...input, email: 'TWICE@example.org' })
    expect([again.status, again.reason]).toEqual([409, 'email-on-staff'])
    const member = await manager().call(staff.invite, { ...input, email: testApp.clinicA.staff.leaver.email })
    expect(member.reason).toBe('email-on-staff')
    expect((await testApp.clinicB.as('manager').call(staff.invite, input)).status).toBe(200)
  })

  it('of two at once for one address makes one record', async () => {
    const input = invitation()
    const answers = await Promise.all([
      manager().call(staff.invite, input),
      owner().call(staff.invite, input),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it.each([
    ['an administrator', { role: 'clinic_admin' }],
    ['a flag that only others hold', { permissions: { canManageBilling: true } }],
  ])('gives nobody more than its sender holds: %s', async (_what, change) => {
    const input = invitation(change)
    const refused = await manager().call(staff.invite, input)
    expect([refused.status, refused.reason]).toEqual([403, 'above-own-rights'])
    const { total } = await manager().callOk(staff.list, { search: input.email, status: 'all' })
    expect(total).toBe(0)
    expect((await owner().call(staff.invite, input)).status).toBe(200)
  })

  it('asks for the GDC number of a dentist, and not of a nurse', async () => {
    const dentist = { jobTitle: 'Associate dentist', isClinician: true }
    const refused = await manager().call(staff.invite, invitation(dentist))
    expect([refused.status, refused.reason]).toEqual([400, 'gdc-number-needed'])
    const answers = [
      await manager().call(staff.invite, invitation({ ...dentist, gdcNumber: '123456' })),
      await manager().call(staff.invite, invitation({ ...dentist, isClinician: false })),
      await manager().call(staff.invite, invitation({ jobTitle: 'Dental nurse', isClinician: true })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]!.body.gdcNumber).toBe('123456')
  })

  it('is for those who manage staff and have proved lately who they are', async () => {
    expect((await testApp.clinicA.as('lead').call(staff.invite, invitation())).status).toBe(403)
    testApp.clock.advance(11 * minute_ms)
    const refused = await manager().call(staff.invite, invitation())
    testApp.clock.advance(-11 * minute_ms)
    expect([refused.status, refused.reason]).toEqual([403, 'requires-recent-login'])
  })

  it('says by field what cannot be', async () => {
    const hours = { monday: { enabled: true, start: '17:00', end: '08:30' } }
    const wrong = { email: 'nobody', firstName: ' ', gdcNumber: '12', permissionLevel: 5, loginHours: hours }
    const refused = await manager().call(staff.invite, invitation(wrong))
    expect(refused.code).toBe('invalid-argument')
    expect(refused.error!.details.fields!.map(({ field }) => field).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    )
  })
})

describe('an invitation sent again', () => {
  it('counts from now', async () => {
    const made = await manager().callOk(staff.invite, invitation())
    const soon = await manager().call(staff.resend, { staffId: made.id })
    expect([soon.status, soon.reason]).toEqual([409, 'sent-just-now'])
    testApp.clock.advance(6 * minute_ms)
    const again = await manager().callOk(staff.resend, { staffId: made.id })
    testApp.clock.advance(-6 * minute_ms)
    const later = Date.parse(again.invitation!.expiresAt) - Date.parse(made.invitation!.expiresAt)
    expect(later).toBeGreaterThanOrEqual(6 * minute_ms)
    expect(await messagesAbout(made.id)).toHaveLength(2)
    expect((await auditOf(made.id)).map(({ action }) => action)).toEqual([
      'staff.invited',
      'staff.invitation_resent',
    ])
  })

  it('is refused for those who have registered, have left, or are not here', async () => {
    const left = await owner().callOk(staff.invite, invitation())
    await owner().callOk(staff.deactivate, { staffId: left.id, takeoverId: null })
    const refusals = [
      [idOf('dentist'), 409, 'registered'],
      [left.id, 409, 'inactive'],
      [idOf('dentist', testApp.clinicB), 404, 'staff-not-found'],
      [randomUUID(), 404, 'staff-not-found'],
    ] as const
    for (const [staffId, status, reason] of refusals) {
      const answer = await manager().call(staff.resend, { staffId })
      expect([answer.status, answer.reason]).toEqual([status, reason])
    }
    expect(await messagesAbout(left.id)).toHaveLength(1)
    expect(await messagesAbout(idOf('dentist'))).toEqual([])
  })
})

describe('a flood of invitations', () => {
  it('is refused after as many as a day may have, new ones and repeated ones, and no other practice is held up', async () => {
    const clinic = await testApp.addClinic('Flooding Practice')
    const first = await clinic.as('owner').callOk(staff.invite, invitation())
    await testApp.owner.query(
      `insert into messages (clinic_id, kind, about_id, recipient, created_at)
       select clinic_id, kind, about_id, recipient, created_at from messages, generate_series(2, $2)
       where clinic_id = $1 and kind = 'invitation'`,
      [clinic.id, invitations_a_day_max],
    )
    const refused = await clinic.as('owner').call(staff.invite, invitation())
    expect([refused.status, refused.reason]).toEqual([429, 'too-many-invitations'])
    testApp.clock.advance(6 * minute_ms)
    const again = await clinic.as('owner').call(staff.resend, { staffId: first.id })
    testApp.clock.advance(-6 * minute_ms)
    expect(again.reason).toBe('too-many-invitations')
    expect((await manager().call(staff.invite, invitation())).status).toBe(200)
  })

  it('has no names that lead elsewhere', async () => {
    for (const firstName of ['Win £500 at https://evil.example', 'WWW.evil.example']) {
      const refused = await manager().call(staff.invite, invitation({ firstName }))
      expect(refused.error!.details.fields!.map(({ field }) => field)).toEqual(['firstName'])
    }
  })
})

describe('the message of an invitation', () => {
  const link = 'https://candour.example.org/register#token'

  /** Sends the last message about somebody with a link of the test's own; answers what went out. */
  async function deliver(staffId: string, inviteLink: () => Promise<string | null> = async () => link) {
    const { id } = (await messagesAbout(staffId)).at(-1)!
    return sendQueuedMail(
      testApp,
      { invitation: invitationComposer({ inviteLink }) },
      { clinicId: testApp.clinicA.id, messageId: id },
    )
  }

  it('greets by name, says whose it is and until when, and carries the link', async () => {
    const made = await manager().callOk(staff.invite, invitation())
    const [mail] = await deliver(made.id)
    expect(mail).toMatchObject({ to: made.email, fromName: 'Harbour Street' })
    expect(mail!.subject).toBe('Harbour Street: you have been added to the team')
    expect(mail!.text).toMatch(/^Hello Lena\n/)
    for (const said of [link, '01632 960417']) expect(mail!.text).toContain(said)
    const { rows } = await manager().callOk(staff.list, { search: made.email, status: 'invited' })
    expect(rows[0]!.invitation!.status).toBe('sent')
  })

  it('says the day on which the link ends in the zone of the clinic', async () => {
    const made = await manager().callOk(staff.invite, invitation())
    await testApp.owner.query(`update staff set invited_at = '2026-11-20T12:30:00Z' where id = $1`, [made.id])
    await testApp.owner.query(`update clinics set time_zone = 'Pacific/Auckland' where id = $1`, [
      testApp.clinicA.id,
    ])
    const [mail] = await deliver(made.id)
    await testApp.owner.query(`update clinics set time_zone = 'Europe/London' where id = $1`, [
      testApp.clinicA.id,
    ])
    expect(mail!.text).toContain('until 28 November 2026')
  })

  it.each([
    ['registered meanwhile', 'registered = true'],
    ['left meanwhile', `status = 'inactive'`],
  ])('is not sent to somebody who has %s', async (_what, change) => {
    const made = await manager().callOk(staff.invite, invitation())
    await testApp.owner.query(`update staff set ${change} where id = $1`, [made.id])
    const inviteLink = vi.fn<() => Promise<string | null>>()
    expect(await deliver(made.id, inviteLink)).toEqual([])
    expect(inviteLink).not.toHaveBeenCalled()
  })

  it('goes out with a link to the page where one registers, and with nothing else to follow', async () => {
    const made = await manager().callOk(staff.invite, invitation())
    await testApp.runJobs()
    const mails = (await testApp.mail()).filter(({ to }) => to === made.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text.match(/https?:[^\s"<]+/g)![0]).toMatch(/^http:\/\/localhost:3000\/register#[\w-]+$/)
  })

  it('is not sent without a link', async () => {
    const made = await manager().callOk(staff.invite, invitation())
    expect(await deliver(made.id, async () => null)).toEqual([])
  })
})

describe('a change', () => {
  /** What somebody is, as the form would send it back. */
  async function formOf(staffId: string, clinic = testApp.clinicA) {
    const member = await clinic.as('owner').callOk(staff.get, { staffId })
    const { firstName, lastName, jobTitle, isClinician, role, permissionLevel, permissions } = member
    const { loginHoursRestricted, loginHours, gdcNumber } = member
    return {
      staffId,
      ...{ firstName, lastName, jobTitle, isClinician, role, permissionLevel, permissions },
      ...{ loginHoursRestricted, loginHours, gdcNumber: gdcNumber ?? '' },
    }
  }

  it('is kept, is told by the log with the rights before and after, and holds from the next request', async () => {
    const clinic = await testApp.addClinic('Change Court')
    const staffId = clinic.staff.receptionist.staffId!
    expect((await clinic.as('receptionist').call(staff.list, {})).status).toBe(403)
    const form = await formOf(staffId, clinic)
    const change = {
      jobTitle: 'Reception lead',
      permissionLevel: 4,
      permissions: { canSendForms: true },
    } as const
    const changed = await clinic.as('owner').callOk(staff.update, { ...form, ...change })
    expect(changed).toMatchObject({ id: staffId, ...change, firstName: 'Sam' })
    expect((await clinic.as('receptionist').call(staff.list, {})).status).toBe(200)
    const before = {
      role: 'clinic_staff',
      permissionLevel: 1,
      permissions: [],
      loginHoursRestricted: false,
      loginHours: {},
    }
    const after = { ...before, permissionLevel: 4, permissions: ['canSendForms'] }
    expect(await auditOf(staffId)).toEqual([
      { action: 'staff.updated', by: 'Amara Okafor', details: { fields: ['jobTitle'], before, after } },
    ])
    await clinic.as('owner').callOk(staff.update, form)
    expect((await clinic.as('receptionist').call(staff.list, {})).status).toBe(403)
  })

  it('of names alone names no rights in the log', async () => {
    const clinic = await testApp.addClinic('Name Nook')
    const staffId = clinic.staff.nurse.staffId!
    await clinic.as('manager').callOk(staff.update, { ...(await formOf(staffId, clinic)), lastName: 'Nowak' })
    expect(await auditOf(staffId)).toEqual([
      { action: 'staff.updated', by: 'Siân Rees', details: { fields: ['lastName'] } },
    ])
  })

  it('of one’s own rights is for somebody else; one’s own name is not', async () => {
    const form = await formOf(idOf('manager'))
    const hours = { monday: { enabled: true, start: '08:30', end: '17:00' } }
    const changes = [
      { permissionLevel: 3 },
      { permissions: { canManageBilling: true } },
      { role: 'clinic_admin' },
      { loginHoursRestricted: true },
      { loginHours: hours },
      { isClinician: true, gdcNumber: '123456' },
    ] as const
    for (const change of changes) {
      const refused = await manager().call(staff.update, { ...form, ...change })
      expect([refused.status, refused.reason], JSON.stringify(change)).toEqual([403, 'own-rights'])
    }
    expect(await formOf(idOf('manager'))).toEqual(form)
    const renamed = await manager().call(staff.update, { ...form, firstName: 'Siân Mair' })
    expect(renamed.status).toBe(200)
    await manager().callOk(staff.update, form)
  })

  it('of somebody who holds more, or to more than one holds, is refused and changes nothing', async () => {
    const administrator = await formOf(idOf('owner'))
    const receptionist = await formOf(idOf('receptionist'))
    const tries = [
      { ...administrator, firstName: 'Renamed' },
      { ...administrator, role: 'clinic_staff', permissionLevel: 1 },
      { ...receptionist, role: 'clinic_admin' },
      { ...receptionist, permissions: { canManageBilling: true } },
    ] as const
    for (const attempt of tries) {
      const refused = await manager().call(staff.update, attempt)
      expect([refused.status, refused.reason]).toEqual([403, 'above-own-rights'])
    }
    expect(await formOf(idOf('owner'))).toEqual(administrator)
    expect(await formOf(idOf('receptionist'))).toEqual(receptionist)
    const { rows } = await testApp.owner.query<{ reasons: string[] }>(
      `select array_agg(details ->> 'reason') as reasons from audit_rows
       where clinic_id = $1 and action = 'staff.update_refused' and user_name = 'Siân Rees'`,
      [testApp.clinicA.id],
    )
    expect(rows[0]!.reasons).toEqual(expect.arrayContaining(['above-own-rights', 'own-rights']))
  })

  it('gives nobody the GDC number of somebody else, neither a colleague’s nor that of one who left', async () => {
    const numberOf = async (who: 'dentist' | 'leaver') => (await formOf(idOf(who))).gdcNumber
    const form = await formOf(idOf('manager'))
    for (const gdcNumber of [await numberOf('dentist'), await numberOf('leaver')]) {
      expect(gdcNumber).not.toBe('')
      const refused = await owner().call(staff.update, { ...form, isClinician: true, gdcNumber })
      expect([refused.status, refused.reason]).toEqual([409, 'gdc-number-taken'])
      const asked = { ...invitation({ isClinician: true, gdcNumber }), email: `${gdcNumber}@example.org` }
      const invited = await owner().call(staff.invite, asked)
      expect([invited.status, invited.reason]).toEqual([409, 'gdc-number-taken'])
    }
    expect(await formOf(idOf('manager'))).toEqual(form)
    // Their own stays theirs, and who comes back has it again.
    expect((await owner().call(staff.update, await formOf(idOf('dentist')))).status).toBe(200)
    const back = { lastName: 'Moss', isClinician: true, gdcNumber: await numberOf('leaver') }
    const again = await owner().call(staff.invite, { ...invitation(back), email: 'gil.again@example.org' })
    expect(again.error).toBeNull()
  })

  it('takes no GDC number from a dentist', async () => {
    const form = await formOf(idOf('lead'))
    const refused = await owner().call(staff.update, { ...form, gdcNumber: '' })
    expect([refused.status, refused.reason]).toEqual([400, 'gdc-number-needed'])
    const nurse = await formOf(idOf('nurse'))
    expect((await owner().call(staff.update, nurse)).status).toBe(200)
  })

  it('does not reach another clinic', async () => {
    const form = await formOf(idOf('receptionist'))
    const foreign = await testApp.clinicB.as('owner').call(staff.update, { ...form, firstName: 'Renamed' })
    expect([foreign.status, foreign.reason]).toEqual([404, 'staff-not-found'])
    for (const staffId of [form.staffId, randomUUID()]) {
      const read = await testApp.clinicB.as('owner').call(staff.get, { staffId })
      expect([read.status, read.reason]).toEqual([404, 'staff-not-found'])
    }
    expect(await formOf(form.staffId)).toEqual(form)
  })

  it('leaves a clinic its last administrator', async () => {
    const clinic = await testApp.addClinic('Last Lane')
    const form = await formOf(clinic.staff.owner.staffId!, clinic)
    const demoted = await clinic.as('owner').call(staff.update, { ...form, role: 'clinic_staff' })
    expect([demoted.status, demoted.reason]).toEqual([409, 'last-administrator'])
    // Neither somebody who was invited nor somebody who has left counts.
    const ada = await clinic.as('owner').callOk(staff.invite, invitation({ role: 'clinic_admin' }))
    const bea = await addAdministrator(clinic, 'bea')
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [bea.staffId])
    const still = await clinic.as('owner').call(staff.update, { ...form, role: 'clinic_staff' })
    expect(still.reason).toBe('last-administrator')
    expect(
      (await clinic.as('owner').call(staff.deactivate, { staffId: ada.id, takeoverId: null })).status,
    ).toBe(200)
    await addAdministrator(clinic, 'cleo')
    const own = await clinic.as('owner').call(staff.update, { ...form, role: 'clinic_staff' })
    expect(own.reason).toBe('own-rights')
  })

  it('of two administrators who demote each other at the same moment, one stays', async () => {
    const clinic = await testApp.addClinic('Race Row')
    const other = await addAdministrator(clinic, 'race')
    const [ownerForm, otherForm] = [
      await formOf(clinic.staff.owner.staffId!, clinic),
      await formOf(other.staffId!, clinic),
    ]
    const administrators = {
      text: `select from staff where clinic_id = $1 and role = 'clinic_admin' for update`,
      values: [clinic.id],
    }
    const answers = await whileRowsLocked(testApp, administrators, () => [
      clinic.as('owner').call(staff.update, { ...otherForm, role: 'clinic_staff' }),
      createTestCaller(testApp.app.http, other.cookie).call(staff.update, {
        ...ownerForm,
        role: 'clinic_staff',
      }),
    ])
    expect(answers.map(({ status }) => status === 200).toSorted()).toEqual([false, true])
    const { rows } = await testApp.owner.query<{ left: number }>(
      `select count(*)::int as left from staff where clinic_id = $1 and role = 'clinic_admin' and status = 'active'`,
      [clinic.id],
    )
    expect(rows[0]!.left).toBe(1)
  })
})

describe('a deactivation', () => {
  const session = (person: TestPerson) => createTestCaller(testApp.app.http, person.cookie)

  it('ends access with the next request, and activation gives it back', async () => {
    const clinic = await testApp.addClinic('Leave Lane')
    const { receptionist } = clinic.staff
    expect((await session(receptionist).call(contract.clinics.get, {})).status).toBe(200)
    const staffId = receptionist.staffId!
    const left = await clinic.as('manager').callOk(staff.deactivate, { staffId, takeoverId: null })
    expect(left.isActive).toBe(false)
    expect((await session(receptionist).call(contract.clinics.get, {})).status).toBe(401)
    const back = await clinic.as('manager').callOk(staff.activate, { staffId })
    expect(back.isActive).toBe(true)
    expect((await session(receptionist).call(contract.clinics.get, {})).status).toBe(200)
    expect((await auditOf(staffId)).map(({ action, details }) => [action, details])).toEqual([
      ['staff.deactivated', { pendingConsents: 0, takeoverId: null }],
      ['staff.activated', {}],
    ])
  })

  it('is refused for oneself, for those who hold more, for the last administrator, and for another clinic', async () => {
    const second = await addAdministrator(testApp.clinicB, 'second')
    const tries = [
      [testApp.clinicB.as('manager'), idOf('manager', testApp.clinicB), 403, 'own-rights'],
      [testApp.clinicB.as('manager'), second.staffId!, 403, 'above-own-rights'],
      [testApp.clinicA.as('owner'), idOf('owner'), 409, 'last-administrator'],
      [testApp.clinicB.as('owner'), idOf('receptionist'), 404, 'staff-not-found'],
      [testApp.clinicB.as('owner'), randomUUID(), 404, 'staff-not-found'],
    ] as const
    for (const [caller, staffId, status, reason] of tries) {
      const answer = await caller.call(staff.deactivate, { staffId, takeoverId: null })
      expect([answer.status, answer.reason]).toEqual([status, reason])
    }
    expect((await testApp.clinicA.as('receptionist').call(contract.clinics.get, {})).status).toBe(200)
    const left = await testApp.clinicB
      .as('owner')
      .callOk(staff.deactivate, { staffId: second.staffId!, takeoverId: null })
    const back = await testApp.clinicB.as('manager').call(staff.activate, { staffId: left.id })
    expect([back.status, back.reason]).toEqual([403, 'above-own-rights'])
    expect((await testApp.clinicA.as('owner').call(staff.activate, { staffId: left.id })).status).toBe(404)
  })
})

describe('whoever takes over', () => {
  let clinic: TestClinic
  beforeAll(async () => {
    clinic = await testApp.addClinic('Takeover Terrace')
  })
  const consentOf = (consentId: string) => clinic.as('lead').callOk(contract.consents.get, { consentId })
  const pendingOf = async (who: StaffName) =>
    (await clinic.as('manager').callOk(staff.get, { staffId: clinic.staff[who].staffId! })).pendingConsents

  it('gets what is pending, and nothing that is finished', async () => {
    const draft = await clinic.addDraft()
    const sent = await clinic.addSent()
    const viewed = await clinic.addViewed()
    const signed = await clinic.addSigned()
    const finalised = await clinic.addFinalised()
    const voided = await clinic.addDraft()
    await clinic
      .as('manager')
      .callOk(contract.consents.void, { consentId: voided.id, reason: 'Made in error' })
    const ofAnother = await clinic.addDraft({ clinicianId: clinic.staff.owner.staffId! })
    await testApp.runJobs()
    const untouched = [finalised.consentId, voided.id, ofAnother.id]
    const before = await Promise.all(untouched.map(consentOf))
    expect(await pendingOf('dentist')).toBe(4)

    const staffId = clinic.staff.dentist.staffId!
    const [lead, nobody] = [clinic.staff.lead.staffId!, randomUUID()]
    const wrong = [
      nobody,
      staffId,
      clinic.staff.receptionist.staffId!,
      clinic.staff.leaver.staffId!,
      idOf('lead'),
    ]
    const refusals = [
      ...(await Promise.all(
        wrong.map((takeoverId) => clinic.as('owner').call(staff.deactivate, { staffId, takeoverId })),
      )),
      await clinic.as('owner').call(staff.deactivate, { staffId, takeoverId: null }),
    ]
    expect(refusals.map(({ status, reason }) => [status, reason])).toEqual([
      ...wrong.map(() => [404, 'takeover-not-found']),
      [400, 'takeover-needed'],
    ])
    expect((await clinic.as('dentist').call(contract.clinics.get, {})).status).toBe(200)

    await clinic.as('owner').callOk(staff.deactivate, { staffId, takeoverId: lead })
    await testApp.runJobs()
    expect([await pendingOf('dentist'), await pendingOf('lead')]).toEqual([0, 4])
    const transferResults = await Promise.all(
      [draft.id, sent.consentId, viewed.consentId, signed.consentId].map(consentOf),
    )
    expect(transferResults.map(({ status }) => status)).toEqual(['draft', 'sent', 'viewed', 'signed'])
    for (const { clinician, events, chainIntact } of transferResults) {
      expect(clinician).toEqual({ id: lead, name: 'Priya Nair' })
      expect(events.at(-1)).toMatchObject({
        event: 'consent.reassigned',
        actor: 'Candour',
        details: { from: 'Tom Hughes', to: 'Priya Nair' },
      })
      expect(chainIntact).toBe(true)
    }
    // A draft was shown to nobody; what was sent still names the clinician whom the patient was told of.
    expect(transferResults.map(({ content }) => content.clinician.name)).toEqual([
      'Priya Nair',
      'Tom Hughes',
      'Tom Hughes',
      'Tom Hughes',
    ])
    expect(await Promise.all(untouched.map(consentOf))).toEqual(before)
    const listed = await clinic.as('lead').callOk(contract.consents.list, { clinicianId: lead })
    expect(listed.rows.map(({ id }) => id).toSorted()).toEqual(transferResults.map(({ id }) => id).toSorted())
    const audited = await auditOf(sent.consentId)
    expect(audited.filter(({ action }) => action === 'consent.reassigned')).toEqual([
      { action: 'consent.reassigned', by: null, details: { from: staffId, to: lead } },
    ])

    // Life goes on: the patient signs, the one who took over countersigns, and all of it still proves itself.
    await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed))
    for (const { consentId, contentHash } of [viewed, signed]) {
      await clinic.discuss({ consentId }, 'lead')
      await clinic
        .as('lead')
        .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Priya Nair' })
    }
    await testApp.runJobs()
    for (const { consentId } of [viewed, signed])
      expect(await consentOf(consentId)).toMatchObject({ status: 'finalised', chainIntact: true })
  })

  it('may leave in turn, and what they took over goes on to the next', async () => {
    const staffId = clinic.staff.lead.staffId!
    expect(await pendingOf('lead')).toBe(2)
    const refused = await clinic.as('owner').call(staff.deactivate, { staffId, takeoverId: null })
    expect([refused.reason, refused.error!.details.pendingConsents]).toEqual(['takeover-needed', 2])
    const takeoverId = clinic.staff.owner.staffId!
    await clinic.as('owner').callOk(staff.deactivate, { staffId, takeoverId })
    await testApp.runJobs()
    expect([await pendingOf('lead'), await pendingOf('owner')]).toEqual([0, 3])
  })

  it('who has left before the hand-over gets nothing, and a second choice can be made', async () => {
    const place = await testApp.addClinic('Gone Gardens')
    const sent = await place.addSent()
    const [dentist, lead, boss] = [place.staff.dentist, place.staff.lead, place.staff.owner].map(
      ({ staffId }) => staffId!,
    )
    const deactivate = (staffId: string, takeoverId: string | null) =>
      place.as('owner').callOk(staff.deactivate, { staffId, takeoverId })
    await deactivate(dentist!, lead!)
    await deactivate(lead!, null)
    await testApp.runJobs()
    const get = () => place.as('owner').callOk(contract.consents.get, { consentId: sent.consentId })
    expect((await get()).clinician.id).toBe(dentist)
    await deactivate(dentist!, boss!)
    await testApp.runJobs()
    expect((await get()).clinician.id).toBe(boss)
    expect((await get()).events.filter(({ event }) => event === 'consent.reassigned')).toHaveLength(1)
  })
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
