import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { discussion, oneTreatment, placeholders, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { get, send, recordDiscussion, attest, recordVerbal, recordRefusal, changePlan, confirm } =
  contract.consents
const dentist = () => testApp.clinicA.as('dentist')
const witness = { name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard the patient agree.' }
const eventsOf = async (consentId: string) =>
  (await dentist().callOk(get, { consentId })).events.map(({ event }) => event)

/** The item of the fixture's consents, changed. */
const items = (change: object = {}) =>
  oneTreatment({ templateId: testApp.clinicA.templateId, teeth: ['46'], placeholders, ...change }).items
const changed = (change: object = {}) => ({
  items: items(change),
  clinicianId: testApp.clinicA.staff.dentist.staffId!,
  why: 'Seen on the X-ray',
})

describe('the conversation', () => {
  it('stands in the record and in the chain, with who told of it', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const consent = await testApp.clinicA.discuss({ consentId })
    expect(consent.discussions).toMatchObject([{ ...discussion(), byName: 'Tom Hughes' }])
    expect(consent.events.at(-1)).toMatchObject({ event: 'consent.discussed', details: discussion() })
    expect(consent.chainIntact).toBe(true)
  })

  it('is refused when it has not happened yet, says nothing, or the consent has ended', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const ahead = new Date(testApp.clock.now().getTime() + day_ms).toISOString()
    const told = (change: object) =>
      dentist().call(recordDiscussion, { consentId, discussion: { ...discussion(), ...change } })
    expect((await told({ on: ahead })).reason).toBe('in-future')
    expect((await told({ note: 'ok' })).status).toBe(400)
    await testApp.clinicA.as('manager').callOk(contract.consents.void, { consentId, reason: 'Made in error' })
    expect((await told({})).reason).toBe('wrong-state')
    const foreign = testApp.clinicB
      .as('dentist')
      .call(recordDiscussion, { consentId, discussion: discussion() })
    expect((await foreign).reason).toBe('not-found')
  })

  it('names who interpreted', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const attestation = {
      role: 'interpreter',
      name: 'Ana Silva',
      capacity: 'Portuguese',
      statement: 'All of it.',
    } as const
    const { attestations } = await dentist().callOk(attest, { consentId, attestation })
    expect(attestations).toMatchObject([{ ...attestation, recordedBy: 'Tom Hughes' }])
  })
})

describe('agreeing by word of mouth', () => {
  /** A treatment that the library says may go ahead on a spoken yes. */
  const simple = async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id = 'composite-filling'`,
    )
    return rows[0]!.id
  }
  const verbal = (consentId: string, change: object = {}) =>
    dentist().call(recordVerbal, { consentId, discussion: discussion(), witnesses: [witness], ...change })

  it('fixes the text, keeps who heard it, and can be signed afterwards', async () => {
    const draft = await testApp.clinicA.addDraft({ templateId: await simple() })
    const { body, status } = await verbal(draft.id)
    expect([status, body.status]).toEqual([200, 'verbal'])
    expect(body.attestations).toMatchObject([{ ...witness, role: 'witness' }])
    expect(body.contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(body.validUntil).not.toBeNull()
    const opened = await testApp.clinicA.open({
      consentId: draft.id,
      patientId: '',
      contentHash: body.contentHash!,
    })
    const signed = await opened.patient.callOk(contract.signing.sign, signatureFor(opened))
    expect([signed.status, signed.chainIntact]).toEqual(['signed', true])
  })

  it('can be taken back by the patient, but not answered with a plain no', async () => {
    const draft = await testApp.clinicA.addDraft({ templateId: await simple() })
    const { body } = await verbal(draft.id)
    const consentId = draft.id
    const { patient } = await testApp.clinicA.open({
      consentId,
      patientId: '',
      contentHash: body.contentHash!,
    })
    const reason = 'I have thought again'
    const no = await patient.call(contract.signing.decline, { consentId, reason })
    expect(no.reason).toBe('wrong-state')
    const after = await patient.callOk(contract.signing.withdraw, { consentId, reason })
    expect([after.status, after.chainIntact]).toEqual(['withdrawn', true])
  })

  it('keeps the text that the patient was sent', async () => {
    const sent = await testApp.clinicA.addSent({ templateId: await simple() })
    const { body } = await verbal(sent.consentId)
    expect([body.status, body.contentHash, body.chainIntact]).toEqual(['verbal', sent.contentHash, true])
  })

  it('closes the older one that it replaces, whether that was answered or not', async () => {
    const templateId = await simple()
    const older = await testApp.clinicA.addSent({ templateId })
    const draft = await testApp.clinicA.addDraft({
      templateId,
      patientId: older.patientId,
      replaces: older.consentId,
    })
    expect((await verbal(draft.id)).status).toBe(200)
    expect((await dentist().callOk(get, { consentId: older.consentId })).status).toBe('superseded')
  })

  it('is recorded of a text that was sent, also when its template is out of use since', async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into templates (owner_clinic_id, name, treatment_type, treatment_subtype, current_version_id)
       select $1, 'Leaving', treatment_type, treatment_subtype, current_version_id from templates where id = $2
       returning id`,
      [testApp.clinicA.id, await simple()],
    )
    const sent = await testApp.clinicA.addSent({ templateId: rows[0]!.id })
    await testApp.owner.query(`update templates set status = 'inactive' where id = $1`, [rows[0]!.id])
    const { body } = await verbal(sent.consentId)
    expect([body.status, body.contentHash]).toEqual(['verbal', sent.contentHash])
  })

  it('is not enough where the treatment needs it in writing', async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where treatment_subtype in ('Intravenous Sedation (Midazolam)', 'Single Tooth Implant')
       and owner_clinic_id is null order by name limit 1`,
    )
    const draft = await testApp.clinicA.addDraft({
      templateId: rows[0]!.id,
      placeholders: { ...placeholders, sedationType: 'x' },
    })
    const answer = await verbal(draft.id)
    expect(['written-consent-required', 'placeholder-missing']).toContain(answer.reason)
    expect((await dentist().callOk(get, { consentId: draft.id })).status).toBe('draft')
  })
})

it('a refusal says what was told of it, and is no move of a consent that was given', async () => {
  const details = {
    reason: 'No X-ray',
    consequences: 'Decay may be missed.',
    safetyNet: 'Come back with pain.',
  }
  const { consentId } = await testApp.clinicA.addSent()
  const declined = await dentist().callOk(recordRefusal, { consentId, ...details })
  expect(declined).toMatchObject({ status: 'declined', reason: details.reason, chainIntact: true })
  expect(declined.events.at(-1)).toMatchObject({ event: 'consent.declined', details })
  const signed = await testApp.clinicA.addSigned()
  expect((await dentist().call(recordRefusal, { consentId: signed.consentId, ...details })).reason).toBe(
    'wrong-state',
  )
})

describe('a plan that changes after it was agreed to', () => {
  it('has to be confirmed again, in words of before and after, and counts no more once it is', async () => {
    const { consentId } = await testApp.clinicA.addSigned({ pricePence: 7350 })
    const after = await dentist().callOk(changePlan, {
      consentId,
      changed: changed({ teeth: ['47'], pricePence: 7350 }),
    })
    expect(after.changes).toEqual([
      {
        kind: 'tooth',
        before: 'Molar Root Canal: lower right first molar (46)',
        after: 'Molar Root Canal: lower right second molar (47)',
      },
    ])
    expect(after.reconfirmSince).not.toBeNull()
    const { changes } = after
    const confirmed = (input: object) =>
      dentist().call(confirm, { consentId, changes, witness: null, ...input })
    expect((await confirmed({})).reason).toBe('witness-required')
    expect((await confirmed({ changes: [], witness })).reason).toBe('stale-version')
    const { body } = await confirmed({ witness })
    expect(body).toMatchObject({ changes: [], reconfirmSince: null, chainIntact: true })
    expect(body.confirmedAt).not.toBeNull()
    expect(body.events.slice(-3).map(({ event }) => event)).toEqual([
      'consent.plan_changed',
      'consent.reconfirm_needed',
      'consent.confirmed',
    ])
    const again = await dentist().callOk(changePlan, {
      consentId,
      changed: changed({ teeth: ['47'], pricePence: 7350 }),
    })
    expect(again.reconfirmSince).toBeNull()
  })

  it('is another consent when it is another treatment', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id = 'composite-filling'`,
    )
    const { changes } = await dentist().callOk(changePlan, {
      consentId,
      changed: changed({ templateId: rows[0]!.id }),
    })
    expect(changes).toEqual([{ kind: 'treatment', before: 'Molar Root Canal', after: 'Composite Filling' }])
    expect((await dentist().call(confirm, { consentId, changes, witness })).reason).toBe(
      'new-consent-required',
    )
  })

  it('is nothing of a consent that nobody has given', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    expect((await dentist().call(changePlan, { consentId, changed: changed() })).reason).toBe('wrong-state')
    expect((await dentist().call(confirm, { consentId, changes: [], witness: null })).reason).toBe(
      'wrong-state',
    )
    expect(await eventsOf(consentId)).not.toContain('consent.plan_changed')
  })

  it('is shown in its list until it is confirmed', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    await dentist().callOk(changePlan, { consentId, changed: changed({ teeth: ['36'] }) })
    const listed = async () =>
      (await dentist().callOk(contract.consents.list, { view: 'reconfirm', pageSize: 100 })).rows.map(
        ({ id }) => id,
      )
    expect(await listed()).toContain(consentId)
    const { changes } = await dentist().callOk(get, { consentId })
    await dentist().callOk(confirm, { consentId, changes, witness })
    expect(await listed()).not.toContain(consentId)
  })
})

describe('several treatments', () => {
  const two = async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id in ('composite-filling', 'porcelain-crown') order by library_id`,
    )
    return rows.map(
      ({ id }) =>
        oneTreatment({ templateId: id, teeth: ['46'], placeholders, material: 'Porcelain' }).items[0]!,
    )
  }

  it('are one text and each is said yes or no to by itself', async () => {
    const draft = await testApp.clinicA.addDraft({ items: await two() })
    expect(draft.treatment).toBe('Composite Filling and Porcelain Crown')
    const sent = await dentist().callOk(send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    expect(sent.content.treatments!.map(({ title }) => title)).toEqual([
      'Composite Filling',
      'Porcelain Crown',
    ])
    const consent = { consentId: draft.id, patientId: draft.patient.id, contentHash: sent.contentHash! }
    const opened = await testApp.clinicA.open(consent)
    const sign = (declined: number[]) =>
      opened.patient.call(contract.signing.sign, { ...signatureFor(opened), declined })
    expect((await sign([0, 1])).reason).toBe('nothing-accepted')
    expect((await sign([2])).reason).toBe('nothing-accepted')
    const { body } = await sign([1])
    expect(body).toMatchObject({ status: 'signed', chainIntact: true, signature: { declined: [1] } })
  })

  it('stand in the order they were chosen, and another choice takes their place', async () => {
    const items = await two()
    const draft = await testApp.clinicA.addDraft({ items: items.toReversed() })
    expect(draft.plan.items.map(({ templateId }) => templateId)).toEqual(
      items.toReversed().map((item) => item.templateId),
    )
    const { plan, patient, clinician } = draft
    const input = { ...plan, patientId: patient.id, clinicianId: clinician.id, consentId: draft.id }
    const changedDraft = await dentist().callOk(contract.consents.update, { ...input, items: [items[0]!] })
    expect(changedDraft.plan.items).toHaveLength(1)
    expect(changedDraft.treatment).toBe('Composite Filling')
  })
})

it('what was sent last for a template is offered for the next, and nothing that was weighed for that patient', async () => {
  const option = { kind: 'treatment', benefit: '', risk: '', lasts: '', visits: '' } as const
  const offered = { ...option, title: 'Crown', notSuitable: '' }
  const unsuited = { ...option, title: 'Bridge', notSuitable: 'No tooth behind it' }
  const draft = await testApp.clinicA.addDraft({ material: 'Gutta-percha', pricePence: 9900 })
  const plan = {
    ...draft.plan,
    options: [{ ...offered, pricePence: 45_000 }, unsuited],
    recommended: 0,
    recommendedWhy: 'It lasts',
  }
  const ids = { patientId: draft.patient.id, clinicianId: draft.clinician.id, consentId: draft.id }
  await dentist().callOk(contract.consents.update, { ...ids, ...plan })
  await dentist().callOk(send, {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  // Begun later and never sent: half filled in.
  await testApp.clinicA.addDraft({ material: '', pricePence: null })
  const { item, options } = await dentist().callOk(contract.consents.prefill, {
    templateId: testApp.clinicA.templateId,
  })
  const { visits, crownWithin } = placeholders
  expect(item).toEqual({
    material: 'Gutta-percha',
    placeholders: { visits, crownWithin },
  })
  expect(options).toEqual([offered])
})
