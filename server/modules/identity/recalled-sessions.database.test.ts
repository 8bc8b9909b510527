import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { isUnconfirmed } from '../../platform/database/caller-memory.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { buildRequest } from '../../testing/test-caller.ts'
import { createSessionReader, identityAuthenticators } from './identity-authenticators.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SetupTokens } from './setup-token.ts'

/** Every error that the database answers with, on whichever connection: each stands in its log. */
const refused: string[] = []
type Emitter = { emit(event: string, ...rest: unknown[]): boolean }
const connections = pg.Connection.prototype as unknown as Emitter
const { emit } = connections

let testApp: TestApp
let database: Database
beforeAll(async () => {
  connections.emit = function watched(event, ...rest) {
    if (event === 'errorMessage') refused.push((rest[0] as Error).message)
    return emit.call(this, event, ...rest)
  }
  testApp = await openTestApp()
  database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
})
beforeEach(() => void (refused.length = 0))
afterAll(async () => {
  connections.emit = emit
  await database.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type TestClinic = TestApp['clinicA']

/** Somebody's list of patients, as a screen asks for it by itself. */
async function lookUnattended({ staff }: TestClinic): Promise<number> {
  const asked = buildRequest(contract.patients.list, {})
  const answer = await testApp
    .as(staff.dentist)
    .send({ ...asked, headers: { ...asked.headers, 'x-unattended': '1' } })
  return answer.status
}

async function tokenOf({ staff }: TestClinic): Promise<string> {
  const { rows } = await testApp.owner.query<{ token: string }>(
    'select token from auth.session where staff_id = $1',
    [staff.dentist.staffId],
  )
  return rows[0]!.token
}

/** What another instance does of a session that is used there. */
const touchElsewhere = async (clinic: TestClinic) =>
  testApp.owner.query(`update auth.session set seen_at = seen_at + interval '1 second' where token = $1`, [
    await tokenOf(clinic),
  ])

it('turns nobody away for who they were: a practice that goes on is open again at once', async () => {
  const { clinicB } = testApp
  const set = (status: string) =>
    testApp.owner.query('update clinics set status = $2 where id = $1', [clinicB.id, status])
  expect([await lookUnattended(clinicB), await lookUnattended(clinicB)]).toEqual([200, 200])
  await set('suspended')
  expect([await lookUnattended(clinicB), await lookUnattended(clinicB)]).toEqual([401, 401])
  await set('active')
  expect(await lookUnattended(clinicB)).toBe(200)
})

it('asks nothing that the database refuses where another instance has touched the session', async () => {
  const { clinicA } = testApp
  expect([await lookUnattended(clinicA), await lookUnattended(clinicA)]).toEqual([200, 200])
  await touchElsewhere(clinicA)
  expect(await lookUnattended(clinicA)).toBe(200)
  expect(refused).toEqual([])
})

it('forgets what a session was once it has noted that it is used', async () => {
  const { clinicA, clock } = testApp
  const token = await tokenOf(clinicA)
  const cookies = { sessionToken: () => token } as unknown as SessionCookies
  const readSession = createSessionReader(database, clock, cookies)
  const { clinic } = identityAuthenticators({
    readSession,
    clock,
    setupTokens: null as unknown as SetupTokens,
  })
  const visit = { requestId: 'r', ip: 'unknown', userAgent: 'unknown', sessionId: null }
  const asked = {
    ...{ cookie: '', authorization: '', setupToken: null, params: {}, mayRecall: true },
    visit: { ...visit, language: 'en', timezone: 'UTC' } as const,
  }
  const isRecalled = async (unattended: boolean) => isUnconfirmed((await clinic({ ...asked, unattended }))!)
  expect([await isRecalled(true), await isRecalled(true)]).toEqual([false, true])
  clock.advance(2 * 60_000)
  expect(await isRecalled(false)).toBe(false)
  expect([await isRecalled(true), await isRecalled(true)]).toEqual([false, true])
})
