import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { retentionYears } from '../../contract/retention-rules.ts'
import { verifyChains } from '../../server/backup/chain-verification.ts'
import { writeAudit } from '../../server/modules/audit/index.ts'
import { createJobRunners } from '../../server/platform/jobs/job-runner.ts'
import type { TestCaller } from '../../server/testing/test-caller.ts'
import type { OpenedConsent } from '../../server/testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations, fillExample } from '../access/declared-operations.ts'
import { createAccessFixture } from '../access/access-fixture.ts'

// What an administrator might do who owns the practice, holds every right in it, and wants what happened not to have
// happened. What belongs to another practice is tried in tenant-fuzzing.test.ts.

let testApp: TestApp
let administrator: TestCaller
let signed: OpenedConsent
beforeAll(async () => {
  testApp = await openTestApp()
  administrator = testApp.clinicA.as('owner')
  signed = await testApp.clinicA.addFinalised()
  await testApp.runJobs()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function rowsAbout(tables: readonly string[], consentId: string): Promise<object[][]> {
  const found: object[][] = []
  for (const table of tables) {
    const column = table === 'consents' ? 'id' : 'consent_id'
    const { rows } = await testApp.owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where ${column} = $1 order by t::text`,
      [consentId],
    )
    found.push(rows.map(({ row }) => row))
  }
  return found
}

/** What was signed, and that it was: of the consent itself, its wording and what names who signed. */
const evidenceOf = async (consentId: string) => {
  const [[consent], signatures, countersignatures, versions] = (await rowsAbout(
    ['consents', 'signatures', 'countersignatures', 'document_versions'],
    consentId,
  )) as [Record<string, unknown>[], object[], object[], object[]]
  const { content, content_hash, signed_at, finalised_at, patient_id } = consent!
  const frozen = { content, content_hash, signed_at, finalised_at, patient_id }
  return { frozen, signatures, countersignatures, versions }
}
const eventsOf = async (consentId: string) => (await rowsAbout(['consent_events'], consentId))[0]!

describe('what was signed', () => {
  it('is the same after every operation there is, asked with its number by an administrator', async () => {
    const before = [await evidenceOf(signed.consentId), await eventsOf(signed.consentId)] as const
    const aboutConsents = declaredOperations.filter(
      ({ access, method, meta }) =>
        access === 'clinic' && method !== 'GET' && JSON.stringify(meta.example).includes('"consentId"'),
    )
    expect(aboutConsents.length).toBeGreaterThan(20)
    const names = [...new Set(aboutConsents.flatMap((declared) => declared.ids))]
    const { ids } = await createAccessFixture(testApp.clinicA, names)
    for (const { request, meta } of aboutConsents) {
      const input = { ...fillExample(meta.example, ids), consentId: signed.consentId }
      const hostile = { ...input, content: {}, contentHash: '0'.repeat(64), status: 'draft', signedAt: null }
      for (const asked of [input, hostile])
        await administrator.send(request(asked), { idempotencyKey: randomUUID() })
    }
    await testApp.runJobs()
    const after = await evidenceOf(signed.consentId)
    expect({ ...after, versions: after.versions.slice(0, before[0].versions.length) }).toEqual(before[0])
    // What was done besides stands behind what was there, and names who did it.
    const events = await eventsOf(signed.consentId)
    expect(events).toEqual(expect.arrayContaining(before[1]))
  })
})

describe('how long a record is kept', () => {
  it('is not shortened below what the nation asks for', async () => {
    const {
      version,
      nation: _nation,
      ...policies
    } = await administrator.callOk(contract.clinicSettings.policies, {})
    const shorter = { years: retentionYears.england - 1, childUntilAge: null }
    const refused = await administrator.call(contract.clinicSettings.changePolicies, {
      ...policies,
      ...{ version, retention: shorter },
    })
    expect(refused).toMatchObject({ status: 400, reason: 'shorter-than-law' })
  })

  it('is not shortened by another nation, except while the practice is new', async () => {
    const move = async (clinic: TestApp['clinicA']) => {
      const { version, ...profile } = await clinic.as('owner').callOk(contract.clinicSettings.profile, {})
      const moved = { ...profile, version, nation: 'northern-ireland' } as const
      return clinic.as('owner').call(contract.clinicSettings.changeProfile, moved)
    }
    await testApp.owner.query(`update clinics set created_at = now() - interval '31 days' where id = $1`, [
      testApp.clinicA.id,
    ])
    expect(await move(testApp.clinicA)).toMatchObject({ status: 409, reason: 'nation-keeps-longer' })
    expect((await move(testApp.clinicB)).error).toBeNull()
  })

  it('is not over for somebody who is said to be old, to have left long ago and to have died long ago', async () => {
    const { patientId } = await testApp.clinicA.addSigned()
    const propose = async () =>
      (await administrator.call(contract.destructions.propose, { patientId, reason: 'Nobody needs it' }))
        .reason
    expect(await propose()).toBe('not-due')
    await administrator.call(contract.patients.recordLeaving, { patientId, on: '1999-01-01' })
    expect(await propose()).toBe('not-due')
    await administrator.call(contract.patients.recordDeath, { patientId, on: '1999-01-01' })
    expect(await propose()).toBe('not-due')
  })

  it('ends by two people: nobody confirms what they proposed themselves, under whatever name', async () => {
    const patientId = await testApp.clinicA.addDue()
    const { id: destructionId } = await administrator.callOk(contract.destructions.propose, {
      patientId,
      reason: 'Its time is over',
    })
    const confirm = async () =>
      (await administrator.call(contract.destructions.confirm, { destructionId })).reason
    expect(await confirm()).toBe('same-person')
    const { staffId } = testApp.clinicA.staff.owner
    const me = await administrator.callOk(contract.staff.get, { staffId: staffId! })
    const { firstName, jobTitle, isClinician, gdcNumber, role, permissionLevel, permissions } = me
    const { loginHoursRestricted, loginHours } = me
    await administrator.callOk(contract.staff.update, {
      ...{ staffId: staffId!, firstName, lastName: 'Somebody Else', jobTitle, isClinician },
      ...{ gdcNumber: gdcNumber ?? '', role, permissionLevel, permissions, loginHoursRestricted, loginHours },
    })
    expect(await confirm()).toBe('same-person')
  })
})

describe('the audit log', () => {
  it('is written by no operation, and names who acted whatever they say that they are', async () => {
    const writes = declaredOperations.filter(({ path, method }) => /\/audit\b/.test(path) && method !== 'GET')
    expect(writes.map(({ name }) => name)).toEqual([])
    const colleague = testApp.clinicA.staff.dentist
    const reason = `Said in another’s name ${randomUUID()}`
    const patientId = await testApp.clinicA.addPatient()
    const forged = {
      ...{ actor: colleague.userId, userId: colleague.userId, staffId: colleague.staffId, by: 'Tom Hughes' },
      ...{ clinicId: testApp.clinicB.id, at: '2001-01-01T00:00:00Z', action: 'patient.updated' },
    }
    await administrator.send(
      {
        method: 'POST',
        url: `/api/clinic/patients/${patientId}/notes`,
        payload: { text: reason, ...forged },
      },
      {
        idempotencyKey: randomUUID(),
        from: '198.51.100.7',
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-user-id': colleague.userId },
      },
    )
    const { rows } = await testApp.owner.query<Record<string, unknown>>(
      'select clinic_id, user_id, user_name, ip, at from audit_rows where subject = $1 order by sequence desc limit 1',
      [patientId],
    )
    expect(rows[0]).toMatchObject({
      clinic_id: testApp.clinicA.id,
      user_id: testApp.clinicA.staff.owner.userId,
    })
    expect(JSON.stringify(rows[0])).not.toMatch(/203\.0\.113\.9|2001-01-01|Tom Hughes/)
  })

  it('holds each of these acts, and its chain is whole', async () => {
    await testApp.sealAuditLog()
    const { database } = testApp.app
    const { runJob, runSweep } = createJobRunners({
      ...{ database, clock: testApp.clock, writeAudit },
      insertJobs: async () => {},
    })
    expect(await verifyChains({ runJob, runSweep })).toMatchObject({ brokenLogs: [], brokenConsents: [] })
    const { rows } = await testApp.owner.query<{ action: string }>(
      'select distinct action from audit_rows where clinic_id = $1 and user_id = $2',
      [testApp.clinicA.id, testApp.clinicA.staff.owner.userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['record.destruction_refused', 'staff.updated', 'patient.left']),
    )
  })
})

describe('a colleague', () => {
  it('is not signed in as: no operation of a practice sets another’s address, password, PIN or factor', async () => {
    const { dentist } = testApp.clinicA.staff
    const account = async () => {
      const { rows } = await testApp.owner.query<Record<string, unknown>>(
        `select to_jsonb(u) as account, to_jsonb(a) as password from auth."user" u
         left join auth.account a on a.user_id = u.id where u.id = $1`,
        [dentist.userId],
      )
      return rows
    }
    const before = await account()
    const member = await administrator.callOk(contract.staff.get, { staffId: dentist.staffId! })
    const hostile = {
      ...member,
      email: 'mine@evil.example',
      password: 'seventeen lilac umbrellas',
      pin: '1234',
    }
    for (const { request, meta } of declaredOperations.filter(
      ({ access, path, method }) => access === 'clinic' && path.includes('/staff') && method !== 'GET',
    )) {
      const named = JSON.stringify(meta.example).match(/":(\w+)"/g) ?? []
      const ids = Object.fromEntries(named.map((text) => [text.slice(2, -1), dentist.staffId!]))
      const input = { ...hostile, ...fillExample(meta.example, ids), staffId: dentist.staffId }
      await administrator.send(request({ ...input, email: hostile.email }), { idempotencyKey: randomUUID() })
    }
    expect(await account()).toEqual(before)
  })
})
