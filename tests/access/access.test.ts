import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestCaller,
  nextIpAddress,
  type TestResponse,
  type TestCaller,
} from '../../server/testing/test-caller.ts'
import type { TestClinic } from '../../server/testing/test-clinic.ts'
import { testStaff, type StaffName, type TestStaff } from '../../server/testing/test-people.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { createPlatformIds, createAccessFixture, ownIdsOf, type AccessFixture } from './access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from './declared-operations.ts'
import { routesOf } from './route-list.ts'
import { isGranted } from './permission-matrix.ts'

let testApp: TestApp
let suspended: TestClinic
let fixtureA: AccessFixture
let fixtureB: AccessFixture
/** Keys of other programs, with every scope. */
let keys: { ofA: TestCaller; ofB: TestCaller }

const everyId = [...new Set(declaredOperations.flatMap(({ ids }) => ids))]

beforeAll(async () => {
  testApp = await openTestApp()
  fixtureA = await createAccessFixture(testApp.clinicA, everyId)
  fixtureB = await createAccessFixture(testApp.clinicB, everyId)
  const withKey = async (clinic: TestClinic) =>
    createTestCaller(testApp.app.http, '', (await clinic.addApiKey()).secret)
  keys = { ofA: await withKey(testApp.clinicA), ofB: await withKey(testApp.clinicB) }
  // Suspended only now, so that its people hold real sessions that must have ended.
  suspended = await testApp.addClinic('Closed Down')
  await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [suspended.id])
  everybody = await openEverybody()
})

afterAll(async () => {
  await testApp.close()
})

const send = (caller: TestCaller, request: InjectOptions): Promise<TestResponse<unknown>> =>
  caller.send(request, { from: nextIpAddress(), idempotencyKey: crypto.randomUUID() })

const outcome = ({ status, code }: TestResponse<unknown>): string =>
  code ? `${status} ${code}` : String(status)

/** All of an answer but what is another each time: the request's number, the hour, and the id that was asked for. */
const wholeResponse = ({ status, headers, raw }: TestResponse<unknown>, id: string): string => {
  const { date: _date, ...told } = headers
  const requestId = String(headers['x-request-id'])
  return JSON.stringify([status, told, raw.toString()])
    .replaceAll(requestId, ':request')
    .replaceAll(id, ':id')
}

/** What nobody has, written as something that somebody has. */
const differentId = (id: string): string =>
  /^[\da-f]{8}-/.test(id)
    ? crypto.randomUUID()
    : id.replaceAll(/[\da-f]/g, () => crypto.randomUUID().charAt(0))

/** Opened by an API key. */
const isForPrograms = (access: string) => access === 'integration' || access === 'program'

const staffNames = Object.keys(testStaff) as StaffName[]
const staffOf = (name: StaffName): TestStaff => testStaff[name]
const isActive = (name: StaffName): boolean => staffOf(name).status !== 'inactive'

/** Which of the clinic's staff the operation is for, by section 6. */
const permitted = ({ access, anyOf }: DeclaredOperation): StaffName[] =>
  access === 'clinic'
    ? staffNames.filter((name) => isActive(name) && (anyOf.length === 0 || isGranted(staffOf(name), anyOf)))
    : []

/** One of them; a clinician with a GDC number where the operation asks for one besides. */
const memberFor = (declared: DeclaredOperation): StaffName => {
  const second = 'not-registered' in declared.meta.refusals ? 'lead' : 'manager'
  const asked = ['dentist', second, 'owner'] as const
  return asked.find((name) => permitted(declared).includes(name))!
}

/** Everybody whom an operation may not be for, by a name that says who they are. Nothing that is refused ends their session. */
let everybody: Record<string, TestCaller>

async function openEverybody(): Promise<Record<string, TestCaller>> {
  const { clinicA, clinicB } = testApp
  const people: Record<string, TestCaller> = {
    nobody: testApp.anonymous(),
    'somebody with a link, the birth date not proved': createTestCaller(
      testApp.app.http,
      `candour.consent.${fixtureA.ids.consentId}=${fixtureA.ids.accessToken}`,
    ),
    'patient of consentId': await fixtureA.patientOf(fixtureA.ids.consentId!),
    'patient of viewedId': await fixtureA.patientOf(fixtureA.ids.viewedId!),
    'patient of signedId': await fixtureA.patientOf(fixtureA.ids.signedId!),
    'patient of paperId': await fixtureA.patientOf(fixtureA.ids.paperId!),
    'supporter of supporterId': await fixtureA.supporterOf(fixtureA.ids.supporterId!),
    'supporter of picturedSupporterId': await fixtureA.supporterOf(fixtureA.ids.picturedSupporterId!),
    'supporter of clinic B': await fixtureB.supporterOf(fixtureB.ids.supporterId!),
    'patient of sharedId': await fixtureA.patientOf(fixtureA.ids.sharedId!),
    'patient on their own page': await fixtureA.patientAtHome(),
    'patient of clinic B': await fixtureB.patientOf(fixtureB.ids.viewedId!),
    'account without a clinic': testApp.as(testApp.stranger),
    'super admin': testApp.as(testApp.superAdmin),
    'staff of a suspended clinic': suspended.as('owner'),
    'staff of clinic B': clinicB.as('owner'),
    'group administrator': await fixtureA.groupAdministrator(),
    'group auditor': (await clinicA.addGroupOf('group_auditor')).caller,
    'program with a key of A': keys.ofA,
    'program with a key of B': keys.ofB,
  }
  for (const name of staffNames) people[`${name} of clinic A`] = clinicA.as(name)
  return people
}

/** The one patient an operation is for: of the consent that it names, else whoever is on their own page. */
function patientFor({ meta }: DeclaredOperation): string {
  const { consentId } = meta.example as { consentId?: string }
  return consentId ? `patient of ${consentId.slice(1)}` : 'patient on their own page'
}

/** What the caller is to be told, from who they are and what the operation names; null when they are let in. */
function expectedRefusal(declared: DeclaredOperation, who: string): string | null {
  const { access } = declared
  const member = /^(\w+) of clinic A$/.exec(who)?.[1] as StaffName | undefined
  const isOfGroup = who.startsWith('group ')
  const isStaff = isOfGroup || who === 'staff of clinic B' || (member !== undefined && isActive(member))
  const isAdmin = who === 'super admin'
  if (access === 'patient') {
    return who === patientFor(declared) ? null : '401 unauthenticated'
  }
  if (access === 'supporter') {
    const { supporterId } = declared.meta.example as { supporterId: string }
    return who === `supporter of ${supporterId.slice(1)}` ? null : '401 unauthenticated'
  }
  const isProgram = who.startsWith('program')
  if (isForPrograms(access)) return isProgram ? null : '401 unauthenticated'
  if (access === 'account')
    return isStaff || isAdmin || who === 'account without a clinic' ? null : '401 unauthenticated'
  // With the set-up token, which nobody here has, anybody may.
  if (access === 'setup') return isAdmin ? null : '401 unauthenticated'
  // Nobody signs in as a provider: it signs what it posts.
  if (access === 'provider') return '401 unauthenticated'
  // Whoever is signed in is told that it is not for them. What an auditor may not do of it, the operation itself says.
  if (access === 'group' && isOfGroup) return null
  if (access === 'group' && who === 'account without a clinic') return '403 permission-denied'
  if (!isStaff && !isAdmin) return '401 unauthenticated'
  if (access === 'group') return '403 permission-denied'
  if (access === 'admin') return isAdmin ? null : '403 permission-denied'
  if (isAdmin) return '403 permission-denied'
  return !member || permitted(declared).includes(member) ? null : '403 permission-denied'
}

/** Input nobody could have meant, in every place where input is read: all of it must stay unread. */
function invalidRequestFor({ kind, method, path }: DeclaredOperation): InjectOptions[] {
  const url = path.replaceAll(/:\w+/g, 'nonsense')
  if (kind === 'stream')
    return [{ method: 'GET', url: `${url}?page=minus&search[]=x`, payloadAsStream: true }]
  if (method === 'GET') return [{ method, url: `${url}?page=minus&pageSize=0&search[]=x` }]
  const json = { 'content-type': 'application/json' }
  return [
    { method: method as 'POST', url, headers: json, payload: '{"half": ' },
    { method: method as 'POST', url, headers: json, payload: '[null]' },
    { method: method as 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'hello' },
  ]
}

const clinicOperations = declaredOperations.filter(({ access }) => access !== 'anyone' && access !== 'link')

let accountCount = 0
/** Somebody signed in whom no other test knows: these operations end sessions and delete accounts. */
const newAccount = {
  'somebody of a clinic': () => testApp.clinicA.addColleague(),
  'a super admin': () =>
    testApp.people.addUser('Rowan Pemberton', `admin${++accountCount}@candour.example.org`, 'super_admin'),
  'an account without a clinic': () =>
    testApp.people.addUser('Nils Berg', `nils${++accountCount}@example.org`),
}

/** A person of their own, and ids that are theirs, in place of the scene's. */
async function inputForOwner(
  ids: Record<string, string>,
): Promise<{ caller: TestCaller; ids: Record<string, string> }> {
  const { staffId, ...person } = await newAccount['somebody of a clinic']()
  const caller = testApp.as(person)
  return { caller, ids: { ...ids, staffId: staffId!, ...(await ownIdsOf(caller)) } }
}

/** A day belongs to nobody: each practice has its own of that date. What the platform publishes is for every practice. */
const sharedNames = new Set(['digestDay', 'platformVersionId', 'acceptableVersionId', 'endedQuarter'])

/** What locks the session it is asked with: somebody's whom no other test needs. */
const locksSession = new Set(['kiosks.handOver'])

/** Let in: it was done, or the operation itself refused it, by a refusal of its own. */
const isAuthorized = ({ reason, error }: TestResponse<unknown>, { meta }: DeclaredOperation): boolean =>
  error === null || (reason !== null && Object.hasOwn(meta.refusals, reason))

describe.each(clinicOperations.map((declared) => [declared.name, declared] as const))(
  '%s',
  (_name, declared) => {
    const { access, ids, meta } = declared

    it('refuses everybody it does not name, and before it reads what they sent', async () => {
      const own = declared.request(fillExample(meta.example, fixtureA.ids))
      const told: Record<string, string[]> = {}
      const expected: Record<string, string[]> = {}
      const invalid = invalidRequestFor(declared)
      for (const [who, caller] of Object.entries(everybody)) {
        const refusal = expectedRefusal(declared, who)
        if (refusal === null) continue
        // Each sends what it should, and one kind of garbage: all kinds are sent, by many people each.
        const garbage = invalid[Object.keys(told).length % invalid.length]!
        const answers = await Promise.all([own, garbage].map((request) => send(caller, request)))
        told[who] = answers.map(outcome)
        expected[who] = answers.map(() => refusal)
      }
      expect(Object.keys(told).length).toBeGreaterThan(5)
      expect(told).toEqual(expected)
    })

    const named: [string, () => Promise<TestCaller> | TestCaller][] =
      access === 'account'
        ? Object.entries(newAccount).map(([who, make]) => [who, async () => testApp.as(await make())])
        : access === 'admin' || access === 'setup'
          ? [['super admin', () => testApp.as(testApp.superAdmin)]]
          : access === 'group'
            ? [['a group administrator', () => fixtureA.groupAdministrator()]]
            : isForPrograms(access)
              ? [['a program with a key', () => keys.ofA]]
              : permitted(declared).map((name) => [name, () => testApp.clinicA.as(name)])

    it.each(named)('lets in %s, who is then told what is wrong with the input', async (_who, caller) => {
      const answers = await Promise.all(
        invalidRequestFor(declared).map(async (garbage) => send(await caller(), garbage)),
      )
      for (const { status } of answers) expect([200, 400, 404]).toContain(status)
    })

    // How providers sign, and that they are answered then: server/modules/messages/message-webhooks.test.ts.
    it.skipIf(access === 'provider')('answers the person it names', async () => {
      // What is only read needs nothing of its own; of the platform's, a record may be open already, and a practice is in
      // the group whose scene was made last.
      const isOfGroup = access === 'group' && ids.length > 0
      const isShared = declared.method === 'GET' && access !== 'admin' && !isOfGroup
      const scene = isShared ? fixtureA : await createAccessFixture(testApp.clinicA, ids)
      if (access === 'account' || access === 'setup') {
        const own = await inputForOwner(scene.ids)
        const caller = access === 'account' ? own.caller : testApp.as(testApp.superAdmin)
        const answer = await send(caller, declared.request(fillExample(meta.example, own.ids)))
        expect(isAuthorized(answer, declared), JSON.stringify(answer.error)).toBe(true)
        // What the example names is there, and theirs.
        if (ids.length > 0) expect(answer.status).toBe(200)
        return
      }
      const ownIds =
        access === 'admin'
          ? await createPlatformIds(testApp.as(testApp.superAdmin), ids, {
              scene: scene.ids,
              runJobs: testApp.runJobs,
            })
          : scene.ids
      const input = fillExample(meta.example, { ...scene.ids, ...ownIds })
      if (declared.kind === 'file') await testApp.runJobs()
      const caller = isForPrograms(access)
        ? keys.ofA
        : access === 'group'
          ? await scene.groupAdministrator()
          : access === 'supporter'
            ? await scene.supporterOf(String(input.supporterId))
            : access === 'patient'
              ? await (input.consentId ? scene.patientOf(String(input.consentId)) : scene.patientAtHome())
              : access === 'admin'
                ? testApp.as(testApp.superAdmin)
                : locksSession.has(declared.name)
                  ? testApp.as(await testApp.clinicA.addColleague())
                  : testApp.clinicA.as(memberFor(declared))
      const answer = await send(caller, declared.request(input))
      expect([200, 201, 204, 302, 409], JSON.stringify(answer.error)).toContain(answer.status)
    })

    const tenantIds =
      access === 'clinic' || access === 'group' || isForPrograms(access)
        ? ids.filter((name) => !sharedNames.has(name))
        : []
    const ofB = async () =>
      access === 'group'
        ? fixtureB.groupAdministrator()
        : isForPrograms(access)
          ? keys.ofB
          : testApp.clinicB.as('owner')
    if (tenantIds.length === 0) return

    it('does not know any id of another clinic: it is answered as one that nobody has', async () => {
      const told: Record<string, string[]> = {}
      for (const foreign of tenantIds) {
        const asked = [fixtureA.ids[foreign]!, crypto.randomUUID()]
        const answers = await Promise.all(
          asked.map(async (id) => {
            const scene = { ...fixtureB.ids, [foreign]: id }
            return send(await ofB(), declared.request(fillExample(meta.example, scene)))
          }),
        )
        told[foreign] = answers.map(outcome)
        const [one, other] = answers.map((answer, place) => wholeResponse(answer, asked[place]!))
        expect(one, foreign).toBe(other)
      }
      // The version that a save was made from is only compared with the current one.
      const isCompared = (name: string): boolean =>
        /versionId$/i.test(name) && 'changed-meanwhile' in meta.refusals
      const unknown = (name: string): string => (isCompared(name) ? '409 aborted' : '404 not-found')
      expect(told).toEqual(
        Object.fromEntries(tenantIds.map((name) => [name, [unknown(name), unknown(name)]])),
      )
    })
  },
)

const personalOperations = declaredOperations.filter(
  ({ access, ids }) => access === 'account' && ids.length > 0,
)

it.each(personalOperations.map((declared) => [declared.name, declared] as const))(
  '%s does not know what belongs to somebody else',
  async (_name, declared) => {
    const own = await inputForOwner(fixtureA.ids)
    for (const foreign of declared.ids) {
      const mixed = { ...own.ids, [foreign]: fixtureB.ids[foreign]! }
      const answer = await send(own.caller, declared.request(fillExample(declared.meta.example, mixed)))
      expect(outcome(answer)).toBe('404 not-found')
      const nobodys = differentId(fixtureB.ids[foreign]!)
      const unknown = { ...own.ids, [foreign]: nobodys }
      const other = await send(own.caller, declared.request(fillExample(declared.meta.example, unknown)))
      expect(wholeResponse(answer, fixtureB.ids[foreign]!)).toBe(wholeResponse(other, nobodys))
    }
  },
)

const linkOperations = declaredOperations.filter(({ access }) => access === 'link')

describe.each(linkOperations.map((declared) => [declared.name, declared] as const))(
  '%s, for whoever holds a live link',
  (_name, declared) => {
    it('answers the same to every dead link, whatever was sent with it', async () => {
      const { clinicA } = testApp
      const consent = await clinicA.addSent()
      const [expired, revoked] = [await clinicA.addLink(consent), await clinicA.addLink(consent)]
      await testApp.owner.query(`update links set expires_at = now() - interval '1 second' where id = $1`, [
        expired.linkId,
      ])
      await testApp.owner.query(`update links set revoked_at = now() where id = $1`, [revoked.linkId])
      const tokens = [expired.token, revoked.token, 'a'.repeat(43), 'nonsense']
      const requests = tokens.map((accessToken) =>
        declared.request(fillExample(declared.meta.example, { ...fixtureA.ids, accessToken })),
      )
      const garbage = requests.map((request) => ({
        ...request,
        headers: { 'content-type': 'application/json' },
        payload: '{"half": ',
      }))
      const sent = declared.method === 'GET' ? requests : [...requests, ...garbage]
      const answers = await Promise.all(sent.map((request) => send(testApp.anonymous(), request)))
      expect(answers.map(outcome)).toEqual(sent.map(() => '404 not-found'))
      const told = answers.map((answer, place) => wholeResponse(answer, tokens[place % tokens.length]!))
      expect(new Set(told).size, told.join('\n')).toBe(1)
    })

    it('answers whoever holds a live one', async () => {
      const { ids } = await createAccessFixture(testApp.clinicA, declared.ids)
      const answer = await send(
        testApp.anonymous(),
        declared.request(fillExample(declared.meta.example, ids)),
      )
      expect(answer.error).toBeNull()
    })
  },
)

const publicOperations = declaredOperations.filter(({ access }) => access === 'anyone')

it.each(publicOperations.map((declared) => [declared.name, declared] as const))(
  '%s is for anyone',
  async (_name, declared) => {
    const answer = await send(
      testApp.anonymous(),
      declared.request(fillExample(declared.meta.example, fixtureA.ids)),
    )
    // A wrong password or a dead link is refused by the operation itself, for a reason it declares, not at the door.
    expect(answer.reason).not.toBe('unauthenticated')
    expect([null, ...Object.keys(declared.meta.refusals)], outcome(answer)).toContain(answer.reason)
  },
)

it('shows no row of clinic A in any list of clinic B', async () => {
  const lists = declaredOperations.filter(
    ({ access, method, ids }) => access === 'clinic' && method === 'GET' && ids.length === 0,
  )
  expect(lists.length).toBeGreaterThan(4)
  const shared = new Set(Object.values(fixtureB.ids))
  for (const declared of lists) {
    const { ...input } = fillExample(declared.meta.example, fixtureB.ids)
    const { raw } = await send(testApp.clinicB.as('owner'), declared.request({ ...input, search: '' }))
    const shown = [testApp.clinicA.id, ...Object.values(fixtureA.ids)].filter(
      (id) => !shared.has(id) && raw.includes(id),
    )
    expect(shown, declared.name).toEqual([])
  }
})

it('filters by ids of clinic A find nothing in clinic B', async () => {
  const list = declaredOperations.find(({ name }) => name === 'consents.list')!
  for (const filter of [{ patientId: fixtureA.ids.patientId }, { clinicianId: fixtureA.ids.staffId }]) {
    const answer = await send(testApp.clinicB.as('owner'), list.request(filter))
    expect(answer.body).toMatchObject({ rows: [], total: 0 })
  }
})

it('has no route that is not declared, and no declaration without a route', () => {
  const declared = declaredOperations.map(({ method, path }) => `${method} ${path}`)
  const undeclared = [
    'GET /.well-known/security.txt',
    'GET /healthz',
    'GET /readyz',
    'GET /api/openapi.json',
    'GET /api/reference',
    'GET /api/v1/clients/bruno.zip',
    'GET /api/v1/clients/typescript.zip',
    'GET /api/v1/openapi.json',
    'GET /api/v1/reference',
  ]
  const routes = routesOf(testApp.app.http).filter((route) => !route.startsWith('HEAD '))
  expect(routes.toSorted()).toEqual([...declared, ...undeclared].toSorted())
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
