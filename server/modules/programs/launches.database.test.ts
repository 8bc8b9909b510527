import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { integrationScopes, type KeyScope } from '../../../contract/integration-scopes.ts'
import { launch_minutes } from '../../../contract/limits.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { minute_ms } from '../../platform/clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { programs, launches } = contract

let testApp: TestApp
let program: TestCaller
let patientId: string
let staffId: string
beforeAll(async () => {
  testApp = await openTestApp()
  program = withKey((await testApp.clinicA.addApiKey()).secret)
  patientId = await testApp.clinicA.addPatient()
  staffId = testApp.clinicA.staff.dentist.staffId!
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withKey = (key: string): TestCaller => createTestCaller(testApp.app.http, '', key)
const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1)
const launchAtPatient = async (caller = program): Promise<string> =>
  tokenOf(await caller.callOk(programs.createLaunch, { open: 'patient', patientId, staffId }))
const dentist = () => testApp.clinicA.as('dentist')
const pathOf = async (asked: Parameters<typeof program.callOk<typeof programs.createLaunch>>[1]) => {
  const token = tokenOf(await program.callOk(programs.createLaunch, asked))
  return (await dentist().callOk(launches.open, { token })).path
}

describe('a launch leads', () => {
  it('to a patient, whom the program names as it does everywhere', async () => {
    expect(await pathOf({ open: 'patient', patientId, staffId })).toBe(`/clinic/patients/${patientId}`)
  })

  it('to the board on the day of an appointment', async () => {
    const identifier = `demo|${randomUUID()}`
    const booking = { identifier, patientId, clinicianId: staffId, day: '2026-01-05', time: '10:10' }
    await program.callOk(programs.saveAppointment, { ...booking, farDayConfirmed: true })
    const asked = { open: 'appointment', appointmentIdentifier: identifier, staffId } as const
    expect(await pathOf(asked)).toBe(`/clinic?day=2026-01-05&who=${staffId}`)
  })

  it('to a new consent of the patient, with the treatment where it is known', async () => {
    const { templateId } = testApp.clinicA
    const start = `/clinic/consents/new?patient=${patientId}`
    expect(await pathOf({ open: 'consent', patientId, staffId })).toBe(start)
    expect(await pathOf({ open: 'consent', patientId, staffId, templateId })).toBe(
      `${start}&template=${templateId}`,
    )
    const code = `L-${randomUUID()}`
    const unmapped = await program.call(programs.createLaunch, { open: 'consent', patientId, staffId, code })
    expect(unmapped.reason).toBe('code-unmapped')
    const map = { code, label: '', templateId }
    await testApp.clinicA.as('owner').callOk(contract.programDecisions.saveCode, map)
    expect(await pathOf({ open: 'consent', patientId, staffId, code })).toBe(
      `${start}&template=${templateId}`,
    )
  })

  it('for whoever has the e-mail address, in whatever case', async () => {
    const staffEmail = testApp.clinicA.staff.dentist.email.toUpperCase()
    expect(await pathOf({ open: 'patient', patientId, staffEmail })).toBe(`/clinic/patients/${patientId}`)
  })
})

describe('a launch is refused', () => {
  const refused = async (caller: TestCaller, token: string) =>
    (await caller.call(launches.open, { token })).reason

  it('when it is opened again, and when two open it at once only one is let through', async () => {
    const token = await launchAtPatient()
    const opened = await Promise.all([1, 2].map(() => dentist().call(launches.open, { token })))
    expect(opened.map(({ reason }) => reason).toSorted()).toEqual(['launch-over', null].toSorted())
    expect(await refused(dentist(), token)).toBe('launch-over')
  })

  it('to another person, and is still there for the one it was made for', async () => {
    const token = await launchAtPatient()
    expect(await refused(testApp.clinicA.as('owner'), token)).toBe('launch-of-another')
    expect(await refused(dentist(), token)).toBeNull()
  })

  it('to somebody of another practice, who is not told that there is one', async () => {
    const token = await launchAtPatient()
    expect(await refused(testApp.clinicB.as('owner'), token)).toBe('launch-over')
    expect(await refused(dentist(), token)).toBeNull()
  })

  it('to whoever is not signed in', async () => {
    const token = await launchAtPatient()
    expect((await testApp.anonymous().call(launches.open, { token })).status).toBe(401)
    expect((await program.call(launches.open, { token })).status).toBe(401)
  })

  it('once its minutes are over', async () => {
    const token = await launchAtPatient()
    testApp.clock.advance(launch_minutes * minute_ms)
    expect(await refused(dentist(), token)).toBe('launch-over')
    testApp.clock.advance(-launch_minutes * minute_ms)
  })

  it('when a character of it was changed', async () => {
    const token = await launchAtPatient()
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    expect(await refused(dentist(), changed)).toBe('launch-over')
  })

  it('when its key was revoked meanwhile', async () => {
    const { keyId, secret } = await testApp.clinicA.addApiKey()
    const token = await launchAtPatient(withKey(secret))
    await testApp.clinicA.as('owner').callOk(contract.integrations.revokeKey, { keyId })
    expect(await refused(dentist(), token)).toBe('launch-over')
    const again = { open: 'patient', patientId, staffId } as const
    expect((await withKey(secret).call(programs.createLaunch, again)).status).toBe(401)
  })
})

describe('a program cannot', () => {
  const asked = () => ({ open: 'patient', patientId, staffId }) as const
  const reasonOf = async (caller: TestCaller, change: object) =>
    (await caller.call(programs.createLaunch, { ...asked(), ...change })).reason

  it('make a launch without the scope', async () => {
    const scopes = integrationScopes.filter((scope) => scope !== 'launches:create') as KeyScope[]
    const caller = withKey((await testApp.clinicA.addApiKey(scopes)).secret)
    expect((await caller.call(programs.createLaunch, asked())).status).toBe(403)
  })

  it('lead to a patient of another practice, or for somebody of one', async () => {
    const patientOfB = await testApp.clinicB.addPatient()
    const staffOfB = testApp.clinicB.staff.dentist.staffId!
    expect(await reasonOf(program, { patientId: patientOfB })).toBe('patient-not-found')
    expect(await reasonOf(program, { staffId: staffOfB })).toBe('staff-not-found')
    const keyOfB = withKey((await testApp.clinicB.addApiKey()).secret)
    expect(await reasonOf(keyOfB, {})).toBe('staff-not-found')
    expect(await reasonOf(keyOfB, { staffId: staffOfB })).toBe('patient-not-found')
  })

  it('lead anywhere else: no address is taken from it', async () => {
    const answer = await program.send({
      method: 'POST',
      url: '/api/v1/launches',
      payload: { ...asked(), path: 'https://elsewhere.example/', url: '//elsewhere.example' },
    })
    const token = tokenOf(answer.body as { url: string })
    expect(await dentist().callOk(launches.open, { token })).toEqual({
      path: `/clinic/patients/${patientId}`,
    })
  })

  it('use a token as a session or a key', async () => {
    const token = await launchAtPatient()
    const asSession = await testApp.anonymous().send({
      ...{ method: 'GET', url: `/api/clinic/patients/${patientId}` },
      headers: { authorization: `Bearer ${token}`, cookie: `candour.session=${token}` },
    })
    expect(asSession.status).toBe(401)
    expect((await withKey(token).call(programs.createLaunch, asked())).status).toBe(401)
  })
})

describe('of a launch', () => {
  it('a hash is kept, and the log names the key and the person', async () => {
    const token = await launchAtPatient()
    const kept = await testApp.owner.query<{ row: string; id: string }>(
      `select launches::text as row, id from launches where staff_id = $1 order by created_at desc`,
      [staffId],
    )
    expect(kept.rows.map(({ row }) => row).join('\n')).not.toContain(token)
    const before = kept.rows.map(({ id }) => id)
    await dentist().callOk(launches.open, { token })
    const { rows } = await testApp.owner.query<{ action: string; user_name: string; details: object }>(
      `select action, user_name, details from audit_rows
       where subject = any($1) and action like 'launch.%' order by at desc limit 2`,
      [before],
    )
    expect(rows.map(({ action }) => action)).toEqual(['launch.opened', 'launch.created'])
    expect(rows[1]!.user_name).toBe('Practice system')
    expect(rows[0]!.details).toMatchObject({ key: 'Practice system' })
    expect(rows[1]!.details).toMatchObject({ open: 'patient', staffId })
  })
})
