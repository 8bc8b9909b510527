import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { attestation_minutes, pin_attempts_max } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { oneTreatment, placeholders, signatureFor } from '../../testing/test-clinic.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

beforeEach(async () => {
  await testApp.owner.query('delete from rate_limits')
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { get, recordAddendum, withdraw } = { ...contract.consents, withdraw: contract.signing.withdraw }
const { attest } = contract.identity
const clinic = () => testApp.clinicA
const dentist = () => clinic().as('dentist')

/** What the dentist records, who heard it, without the second person. */
const plan = (change: object = {}) => ({
  ...oneTreatment({ templateId: clinic().templateId, teeth: ['46'], placeholders }),
  found: 'The tooth is cracked below the gum',
  note: 'Told what was found, what taking it out means, and the other ways to go.',
  understanding: 'explained-back' as const,
  heard: true as const,
  wordingConfirmed: true,
  ...change,
})

/** Records a change with the second person's attestation for that very request. */
async function record(consentId: string, change: object = {}) {
  const idempotencyKey = randomUUID()
  const attestation = await clinic().attestFor(idempotencyKey)
  const input = { ...plan(), attestation, ...change, consentId }
  return dentist().call(recordAddendum, input, { idempotencyKey })
}

describe('an addendum', () => {
  it('is agreed to aloud before two, each by their own account, and stands with the consent that it adds to', async () => {
    const { consentId: parentId } = await clinic().addFinalised()
    const { body, status } = await record(parentId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'verbal', kind: 'addendum', parentId, chainIntact: true })
    expect(body.plan.diagnosis).toBe('The tooth is cracked below the gum')
    expect(body.attestations.map(({ name, capacity, recordedBy }) => [name, capacity, recordedBy])).toEqual([
      ['Tom Hughes', 'Dentist', 'Tom Hughes'],
      ['Priya Nair', 'Dentist', 'Priya Nair'],
    ])
    expect(body.discussions).toMatchObject([{ mode: 'in-person', understanding: 'explained-back' }])
    const said = body.events.find(({ event }) => event === 'consent.verbal')?.details
    expect(said).toMatchObject({ witnesses: [{ by: 'session' }, { by: 'pin' }] })
    await testApp.runJobs()
    const parent = await dentist().callOk(get, { consentId: parentId })
    expect(parent.addenda).toMatchObject([{ id: body.id, status: 'verbal', teeth: ['46'] }])
    expect(parent.events.map(({ event }) => event)).toContain('consent.addendum_agreed')
    expect([parent.status, parent.chainIntact]).toEqual(['finalised', true])
  })

  it('is signed afterwards, on the practice’s tablet or by a link', async () => {
    const { consentId: parentId, patientId } = await clinic().addSigned()
    const { id: consentId, contentHash } = await clinic().addAddendum({ consentId: parentId })
    const colleague = testApp.as(await clinic().addColleague())
    const kiosk = await colleague.call(contract.kiosks.handOver, { consentIds: [consentId] })
    expect(kiosk.status).toBe(200)
    const opened = await clinic().open({ consentId, patientId, contentHash: contentHash! })
    const signed = await opened.patient.callOk(contract.signing.sign, signatureFor(opened))
    expect([signed.status, signed.chainIntact]).toEqual(['signed', true])
  })

  it('is in the audit log, and so is who attested', async () => {
    const { consentId: parentId } = await clinic().addSigned()
    const { id } = await clinic().addAddendum({ consentId: parentId })
    const { rows } = await testApp.owner.query<{ details: object }>(
      `select details from audit_rows where subject = $1 and action = 'consent.addendum_recorded'`,
      [id],
    )
    expect(rows).toMatchObject([{ details: { addsTo: parentId } }])
    const proofs = await testApp.owner.query(
      `select 1 from audit_rows where subject = $1 and action = 'staff.attested'`,
      [clinic().staff.lead.staffId],
    )
    expect(proofs.rows.length).toBeGreaterThan(0)
  })

  it('stands on the board with its appointment, is under way with what it adds to, and done with it', async () => {
    const { consentId: parentId, patientId } = await clinic().addSigned()
    await clinic().discuss({ consentId: parentId })
    const { id: appointmentId } = await clinic().addAppointment({ patientId, consentIds: [parentId] })
    const reason = 'Seen today, all is in order'
    await clinic().as('owner').callOk(contract.appointments.start, { appointmentId, override: { reason } })
    const addendum = await clinic().addAddendum({ consentId: parentId })
    expect((await dentist().callOk(get, { consentId: addendum.id })).startedAt).not.toBeNull()
    const done = await dentist().callOk(contract.appointments.finish, { appointmentId })
    expect(done.addenda).toMatchObject([{ id: addendum.id, status: 'verbal' }])
    const after = await dentist().callOk(get, { consentId: addendum.id })
    expect(after.events.map(({ event }) => event)).toContain('consent.treatment_done')
  })

  it('adds to what is signed and not taken back, and to no other addendum', async () => {
    const sent = await clinic().addSent()
    expect((await record(sent.consentId)).reason).toBe('not-signed')
    const draft = await clinic().addDraft()
    expect((await record(draft.id)).reason).toBe('not-signed')
    const signed = await clinic().addSigned()
    const addendum = await clinic().addAddendum(signed)
    expect((await record(addendum.id)).reason).toBe('not-signed')
    await signed.patient.callOk(withdraw, { consentId: signed.consentId, reason: 'I have thought again' })
    expect((await record(signed.consentId)).reason).toBe('not-signed')
    expect((await record(randomUUID())).reason).toBe('not-found')
  })

  it('takes a treatment of the practice on a tooth, with what its text asks for', async () => {
    const { consentId } = await clinic().addSigned()
    const { templateId } = clinic()
    const other = (change: object) => record(consentId, oneTreatment({ templateId, placeholders, ...change }))
    expect((await other({})).reason).toBe('tooth-required')
    expect((await other({ teeth: ['46'], placeholders: {} })).reason).toBe('placeholder-missing')
    expect((await other({ teeth: ['46'], templateId: testApp.clinicB.templateId })).reason).toBe(
      'template-not-found',
    )
    expect((await record(consentId, { understanding: 'not-yet' })).status).toBe(400)
    expect((await record(consentId, { heard: false })).status).toBe(400)
    const { addenda } = await dentist().callOk(get, { consentId })
    expect(addenda).toEqual([])
  })

  it('is known to no other practice, and recorded once', async () => {
    const { consentId } = await clinic().addSigned()
    const idempotencyKey = randomUUID()
    const input = { ...plan(), consentId, attestation: await clinic().attestFor(idempotencyKey) }
    const foreign = testApp.clinicB.as('dentist').call(recordAddendum, input, { idempotencyKey })
    expect((await foreign).reason).toBe('not-found')
    const [first, again] = [
      await dentist().callOk(recordAddendum, input, { idempotencyKey }),
      await dentist().callOk(recordAddendum, input, { idempotencyKey }),
    ]
    expect(again.id).toBe(first.id)
  })
})

describe('the second person', () => {
  it('attests one request of one colleague, for minutes', async () => {
    const { consentId } = await clinic().addSigned()
    const key = randomUUID()
    const attestation = await clinic().attestFor(key)
    const input = { ...plan(), consentId, attestation }
    const withKey = (idempotencyKey: string, change: object = {}) =>
      dentist().call(recordAddendum, { ...input, ...change }, { idempotencyKey })
    expect((await withKey(randomUUID())).reason).toBe('attestation-missing')
    expect((await withKey(key, { attestation: `a${attestation}` })).reason).toBe('attestation-missing')
    const owner = clinic().as('owner').call(recordAddendum, input, { idempotencyKey: key })
    expect((await owner).reason).toBe('attestation-missing')
    testApp.clock.advance(attestation_minutes * minute_ms + 1)
    expect((await withKey(key)).reason).toBe('attestation-missing')
  })

  it('is somebody else of the practice who may sign in there, by their own PIN or password', async () => {
    const { staff } = clinic()
    await clinic().setPin('nurse', '2580')
    await clinic().setPin('dentist', '2580')
    await clinic().setPin('leaver', '2580')
    await testApp.clinicB.setPin('nurse', '2580')
    const tried = (login: string, proof: object = { by: 'pin', pin: '2580' }) =>
      dentist().call(attest, { login, proof, requestKey: randomUUID() } as never)
    expect((await tried(staff.nurse.email)).status).toBe(200)
    expect((await tried(staff.nurse.email.toUpperCase())).status).toBe(200)
    expect((await tried(staff.dentist.email)).reason).toBe('own-attestation')
    expect((await tried(staff.leaver.email)).reason).toBe('wrong-credential')
    expect((await tried(testApp.clinicB.staff.nurse.email)).reason).toBe('wrong-credential')
    expect((await tried('nobody@example.org')).reason).toBe('wrong-credential')
    expect((await tried(staff.nurse.email, { by: 'pin', pin: '9146' })).reason).toBe('wrong-credential')
    const password = { by: 'password', password: 'not theirs at all' }
    expect((await tried(staff.nurse.email, password)).reason).toBe('wrong-credential')
    expect((await dentist().send({ method: 'GET', url: '/api/session' })).body).toMatchObject({
      user: { displayName: 'Tom Hughes' },
    })
  })

  it('has few tries on one browser, as at the lock of a screen', async () => {
    await clinic().setPin('nurse', '2580')
    const tried = (pin: string) =>
      dentist().call(attest, {
        login: clinic().staff.nurse.email,
        proof: { by: 'pin', pin },
        requestKey: randomUUID(),
      })
    for (let at = 0; at < pin_attempts_max; at++)
      expect((await tried('9146')).reason).toBe('wrong-credential')
    expect((await tried('2580')).reason).toBe('too-many-requests')
  })
})
