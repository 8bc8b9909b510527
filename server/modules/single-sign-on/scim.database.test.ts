import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { provisioningScope } from '../../../contract/integration-scopes.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import pg from 'pg'

let testApp: TestApp
let key: string
let keyOfB: string

type Resource = {
  id: string
  userName?: string
  active?: boolean
  externalId?: string
  members?: { value: string }[]
  detail?: string
  scimType?: string
  totalResults?: number
  Resources?: Resource[]
}

beforeAll(async () => {
  testApp = await openTestApp()
  const { clinicA, clinicB } = testApp
  key = (await clinicA.addApiKey([provisioningScope])).secret
  keyOfB = (await clinicB.addApiKey([provisioningScope])).secret
  for (const [clinic, domain] of [
    [clinicA, 'a.example.org'],
    [clinicB, 'b.example.org'],
  ] as const)
    await testApp.owner.query(
      `insert into sign_in_domains (clinic_id, domain, token, verified_at, created_at) values ($1, $2, 'x', now(), now())`,
      [clinic.id, domain],
    )
  await testApp.owner.query(
    `insert into sign_in_connections (clinic_id, name, issuer, client_id, secret, trusts_emails, counts_second_factor,
       group_claim, group_levels, created_at, updated_at)
     values ($1, 'Account', 'https://login.example.org', 'c', 's', false, false, 'groups',
       '[{"group": "Dentists", "level": 3}]', now(), now())`,
    [clinicA.id],
  )
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function scim(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  bearer = key,
) {
  const answer = await testApp.anonymous().send({
    method,
    url: `/api/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body ? { 'content-type': 'application/scim+json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return {
    status: answer.status,
    body: answer.body as Resource,
    type: String(answer.headers['content-type']),
  }
}

let people = 0
const newName = (domain = 'a.example.org') => `joiner${++people}@${domain}`
const add = (userName: string, more: object = {}) => scim('POST', '/Users', { userName, ...more })

async function rowOf(id: string) {
  const { rows } = await testApp.owner.query('select * from staff where id = $1', [id])
  return rows[0] as Record<string, unknown>
}
const nobody = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311'

describe('joiners', () => {
  it('are staff of the lowest level, without an account until they sign in', async () => {
    const userName = newName()
    const { status, body, type } = await add(userName, {
      ...{ externalId: 'ext-1', name: { givenName: 'Nia', familyName: 'Owen' }, active: true },
    })
    expect([status, type]).toEqual([201, 'application/scim+json; charset=utf-8'])
    expect(body).toMatchObject({ userName, externalId: 'ext-1', active: true })
    expect(await rowOf(body.id)).toMatchObject({
      ...{ clinic_id: testApp.clinicA.id, email: userName, first_name: 'Nia', role: 'clinic_staff' },
      ...{ permission_level: 1, registered: false, user_id: null, permissions: {} },
    })
  })

  it('are found again by name and by the provider’s own id, and are not added twice', async () => {
    const userName = newName()
    const { body } = await add(userName, { externalId: `of ${userName}` })
    for (const filter of [`userName eq "${userName.toUpperCase()}"`, `externalId eq "of ${userName}"`]) {
      const found = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect(found.body.Resources?.map(({ id }) => id)).toEqual([body.id])
    }
    expect(await add(userName)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    const none = await scim(
      'GET',
      '/Users?filter=' + encodeURIComponent('userName eq "nobody@a.example.org"'),
    )
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] })
  })

  it('are listed page by page', async () => {
    const { body } = await scim('GET', '/Users?startIndex=2&count=3')
    expect(body.Resources).toHaveLength(3)
    expect(body.totalResults).toBeGreaterThan(4)
  })
})

describe('leavers', () => {
  it.each([
    ['PATCH', { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }],
    ['PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }],
    ['DELETE', undefined],
  ] as const)('lose their sessions at once by %s %j', async (method, body) => {
    const leaver = await testApp.clinicA.addColleague()
    expect((await testApp.as(leaver).call(contract.identity.session, {})).body.user).not.toBeNull()
    const ended = await scim(method, `/Users/${leaver.staffId}`, body)
    expect(ended.status).toBe(method === 'DELETE' ? 204 : 200)
    expect((await testApp.as(leaver).call(contract.identity.session, {})).body.user).toBeNull()
    const { rowCount } = await testApp.owner.query('select from auth.session where staff_id = $1', [
      leaver.staffId,
    ])
    expect(rowCount).toBe(0)
    expect(await rowOf(leaver.staffId!)).toMatchObject({ status: 'inactive' })
  })

  it('come back', async () => {
    const { body } = await add(newName(), { active: false })
    const back = await scim('PATCH', `/Users/${body.id}`, {
      Operations: [{ op: 'replace', path: 'active', value: true }],
    })
    expect(back.body.active).toBe(true)
  })

  it('are neither the owner nor the administrator of an emergency', async () => {
    const { owner, manager } = testApp.clinicA.staff
    await testApp.owner.query('update staff set is_owner = true where id = $1', [owner.staffId])
    await testApp.owner.query('update sign_in_connections set break_glass_id = $1', [manager.staffId])
    for (const { staffId } of [owner, manager])
      expect(await scim('DELETE', `/Users/${staffId}`)).toMatchObject({ status: 409 })
    expect((await testApp.as(owner).call(contract.identity.session, {})).body.user).not.toBeNull()
  })
})

describe('groups', () => {
  it('give their people the level of the practice, and take it away', async () => {
    const { body: one } = await add(newName())
    const { body: group } = await scim('POST', '/Groups', {
      displayName: 'Dentists',
      members: [{ value: one.id }],
    })
    expect(await rowOf(one.id)).toMatchObject({ permission_level: 3 })
    const { body: two } = await add(newName())
    await scim('PATCH', `/Groups/${group.id}`, {
      Operations: [{ op: 'Add', path: 'members', value: [{ value: two.id }] }],
    })
    expect(await rowOf(two.id)).toMatchObject({ permission_level: 3 })
    await scim('PATCH', `/Groups/${group.id}`, {
      Operations: [{ op: 'Remove', path: `members[value eq "${one.id}"]` }],
    })
    expect(await rowOf(one.id)).toMatchObject({ permission_level: 1 })
    expect((await scim('GET', `/Groups/${group.id}`)).body.members).toEqual([{ value: two.id }])
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect(await rowOf(two.id)).toMatchObject({ permission_level: 1 })
  })

  it('make nobody more than they are who is an administrator already', async () => {
    const { owner } = testApp.clinicA.staff
    const { body: group } = await scim('POST', '/Groups', {
      displayName: 'Dentists',
      members: [{ value: owner.staffId }],
    })
    expect(await rowOf(owner.staffId!)).toMatchObject({ role: 'clinic_admin', permission_level: 4 })
    await scim('DELETE', `/Groups/${group.id}`)
  })
})

describe('what a key for staff accounts cannot do', () => {
  it('be a key of another kind, be missing, or have ended', async () => {
    const { secret: reader } = await testApp.clinicA.addApiKey(['system/Consent.read'])
    expect((await scim('GET', '/Users', undefined, reader)).status).toBe(403)
    expect((await scim('GET', '/Users', undefined, 'cand_unknown')).status).toBe(401)
    const { keyId, secret } = await testApp.clinicA.addApiKey([provisioningScope])
    await testApp.clinicA.as('owner').callOk(contract.integrations.revokeKey, { keyId })
    expect((await scim('GET', '/Users', undefined, secret)).status).toBe(401)
  })

  it('read patients or consents', async () => {
    for (const path of ['Consent', 'DocumentReference']) {
      const answer = await testApp
        .anonymous()
        .send({ method: 'GET', url: `/api/fhir/${path}`, headers: { authorization: `Bearer ${key}` } })
      expect(answer.status).toBe(403)
    }
  })

  it('be made by anybody but an administrator', async () => {
    const { manager } = testApp.clinicA.staff
    await testApp.owner.query(
      `update staff set permissions = permissions || '{"canManageBilling": true}' where id = $1`,
      [manager.staffId],
    )
    const asked = { name: 'SCIM', scopes: [provisioningScope], days: 30 } as const
    const answer = await testApp
      .as(manager)
      .call(contract.integrations.createKey, { ...asked, scopes: [...asked.scopes] })
    expect(answer.reason).toBe('administrators-only')
    expect(
      (
        await testApp.clinicA
          .as('owner')
          .call(contract.integrations.createKey, { ...asked, scopes: [...asked.scopes] })
      ).status,
    ).toBe(200)
  })

  it('see or change staff of another practice, whom it does not know', async () => {
    const { staffId } = testApp.clinicA.staff.dentist
    const change = { Operations: [{ op: 'replace', path: 'active', value: false }] }
    for (const id of [staffId, nobody]) {
      expect((await scim('GET', `/Users/${id}`, undefined, keyOfB)).status).toBe(404)
      expect((await scim('PATCH', `/Users/${id}`, change, keyOfB)).status).toBe(404)
      expect((await scim('DELETE', `/Users/${id}`, undefined, keyOfB)).status).toBe(404)
    }
    const { email } = testApp.clinicA.staff.dentist
    const found = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
      undefined,
      keyOfB,
    )
    expect(found.body.totalResults).toBe(0)
    expect(await rowOf(staffId!)).toMatchObject({ status: 'active' })
  })

  it('put staff of another practice into a group, or see its groups', async () => {
    const { staffId } = testApp.clinicA.staff.dentist
    const foreign = { displayName: 'Theirs', members: [{ value: staffId }] }
    expect(await scim('POST', '/Groups', foreign, keyOfB)).toMatchObject({ status: 400 })
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Ours' })
    expect((await scim('GET', `/Groups/${group.id}`, undefined, keyOfB)).status).toBe(404)
    expect((await scim('DELETE', `/Groups/${group.id}`, undefined, keyOfB)).status).toBe(404)
    expect((await scim('GET', '/Groups', undefined, keyOfB)).body.totalResults).toBe(0)
  })

  it('give a role, a right, a password or a level by naming it', async () => {
    const rights = {
      ...{ roles: [{ value: 'clinic_admin', primary: true }], userType: 'super_admin', password: 'secret' },
      ...{ role: 'clinic_admin', permissions: { canManageStaff: true }, permissionLevel: 4, isOwner: true },
    }
    const { body } = await add(newName(), rights)
    await scim('PATCH', `/Users/${body.id}`, {
      Operations: [
        { op: 'add', path: 'roles', value: [{ value: 'clinic_admin' }] },
        { op: 'replace', value: rights },
      ],
    })
    expect(await rowOf(body.id)).toMatchObject({
      ...{ role: 'clinic_staff', permission_level: 1, permissions: {}, is_owner: false, user_id: null },
    })
  })

  it('write a role, a right or an account though its code were wrong: the database refuses', async () => {
    const login = new pg.Client(testApp.logins.app)
    await login.connect()
    try {
      const ask = rawQuery(login)
      const scope = { role: 'candour_integration', clinicId: testApp.clinicA.id } as const
      for (const change of [
        `update staff set role = 'clinic_admin'`,
        `update staff set permissions = '{}'`,
        `update staff set user_id = 'x'`,
        `update staff set is_owner = true`,
        `update staff set email = 'x'`,
        'delete from staff',
        'select secret from sign_in_connections',
        'update sign_in_connections set is_forced = false',
        'update sign_in_domains set verified_at = now()',
      ])
        await expect(ask(scope, change), change).rejects.toThrow('permission denied')
      const foreign = `update staff set status = 'inactive' where clinic_id = $1 returning id`
      expect(await ask(scope, foreign, [testApp.clinicB.id])).toEqual([])
    } finally {
      await login.end()
    }
  })

  it('add addresses of other domains, or give somebody another address', async () => {
    expect(await add('x@b.example.org')).toMatchObject({ status: 409 })
    expect((await add('no address')).status).toBe(409)
    const { body } = await add(newName())
    const { status } = await scim('PATCH', `/Users/${body.id}`, {
      Operations: [{ op: 'replace', path: 'userName', value: newName() }],
    })
    expect(status).toBe(409)
  })

  it.each([
    'userName co "a"',
    'userName eq "a" or id pr',
    `userName eq "a' or 1=1"; drop`,
    'password eq "x"',
  ])('search by %s', async (filter) => {
    expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
      ...{ status: 400, body: { scimType: 'invalidFilter' } },
    })
  })

  it.each([
    [
      'too many members',
      { displayName: 'Big', members: Array.from({ length: 1001 }, () => ({ value: nobody })) },
    ],
    ['ids that are none', { displayName: 'Odd', members: [{ value: "x' or 1=1" }] }],
    ['no name', { members: [] }],
  ])('send a group with %s', async (_what, body) => {
    expect((await scim('POST', '/Groups', body)).status).toBe(400)
  })

  it('say things that are not understood', async () => {
    const { body } = await add(newName())
    for (const operation of [
      { op: 'move', path: 'active', value: true },
      { op: 'replace', path: 'active', value: 'perhaps' },
      { op: 'replace', value: 'text' },
    ])
      expect((await scim('PATCH', `/Users/${body.id}`, { Operations: [operation] })).status).toBe(400)
  })
})

describe('what is written down', () => {
  it('names the key, and what was done or refused', async () => {
    await add('x@b.example.org')
    const { body } = await add(newName())
    await scim('DELETE', `/Users/${body.id}`)
    const { rows } = await testApp.owner.query(
      `select action, user_role, clinic_id from audit_rows where action like 'scim.%' order by sequence desc limit 3`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['scim.user_ended', 'scim.user_added', 'scim.refused'])
    expect(rows[0]).toMatchObject({ user_role: 'integration', clinic_id: testApp.clinicA.id })
  })
})
