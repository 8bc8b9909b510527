import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { oneTreatment, placeholders, signatureFor, type OneTreatment } from '../../testing/test-clinic.ts'
import { testStaff, type StaffName } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { create, update, send, get, finalise, list, counts } = contract.consents
const dentist = () => testApp.clinicA.as('dentist')

const draftInput = async (change: OneTreatment = {}) =>
  oneTreatment({
    patientId: await testApp.clinicA.addPatient(),
    templateId: testApp.clinicA.templateId,
    clinicianId: testApp.clinicA.staff.dentist.staffId!,
    teeth: ['46'],
    diagnosis: 'Infected nerve',
    placeholders,
    ...change,
  })

const usesOf = async () =>
  (await dentist().callOk(contract.templates.get, { templateId: testApp.clinicA.templateId })).usageCount

describe('making a consent out', () => {
  it('gives a draft with its text, naming what is still missing', async () => {
    const consent = await dentist().callOk(create, await draftInput({ placeholders: { price: '£73.50' } }))
    expect(consent).toMatchObject({
      status: 'draft',
      teeth: ['46'],
      contentHash: null,
      signature: null,
      documents: [],
    })
    expect(consent.missing).toEqual(expect.arrayContaining(['visits', 'prognosis', 'crownWithin']))
    expect(consent.missing).not.toContain('price')
    expect(consent.events.map(({ event }) => event)).toEqual(['consent.created'])
    expect(consent.content.patient.name).toBe('Mrs Eleanor Whitcombe')
  })

  it('counts one use of its template, once even when sent twice', async () => {
    const before = await usesOf()
    const [input, key] = [await draftInput(), { idempotencyKey: randomUUID() }]
    const first = await dentist().callOk(create, input, key)
    expect(await dentist().callOk(create, input, key)).toEqual(first)
    expect(await usesOf()).toBe(before + 1)
  })

  const unknown = randomUUID()
  const cases: [string, () => object, number, string][] = [
    ['an unknown patient', () => ({ patientId: unknown }), 404, 'patient-not-found'],
    ['an unknown template', () => ({ templateId: unknown }), 404, 'template-not-found'],
    [
      'a clinician who is none',
      () => ({ clinicianId: testApp.clinicA.staff.receptionist.staffId }),
      404,
      'clinician-not-found',
    ],
    [
      'a clinician who left',
      () => ({ clinicianId: testApp.clinicA.staff.leaver.staffId }),
      404,
      'clinician-not-found',
    ],
    ['a replaced consent that is not there', () => ({ replaces: unknown }), 404, 'replaced-not-found'],
    ['a tooth that is none', () => ({ teeth: ['49'] }), 400, 'invalid-input'],
    [
      'a placeholder that is none',
      () => ({ placeholders: { patientName: 'Somebody else' } }),
      400,
      'invalid-input',
    ],
    ['an id that is none', () => ({ patientId: 'x' }), 400, 'invalid-input'],
  ]
  it.each(cases)('is refused for %s, and counts no use', async (_name, change, status, reason) => {
    const before = await usesOf()
    const answer = await dentist().call(create, await draftInput(change()))
    expect([answer.status, answer.reason]).toEqual([status, reason])
    expect(await usesOf()).toBe(before)
  })

  it('is refused for an inactive template', async () => {
    const templateId = randomUUID()
    await testApp.owner.query(
      `insert into templates (id, owner_clinic_id, name, treatment_type, status, current_version_id)
       select $1, $2, 'Old', 'Endodontics', 'inactive', current_version_id from templates where id = $3`,
      [templateId, testApp.clinicA.id, testApp.clinicA.templateId],
    )
    expect((await dentist().call(create, await draftInput({ templateId }))).reason).toBe('template-not-found')
  })
})

describe('changing a draft', () => {
  it('changes every part of it, each tooth once', async () => {
    const draft = await testApp.clinicA.addDraft()
    const input = await draftInput({ teeth: ['36', '37', '36'], diagnosis: 'Abscess' })
    const changed = await dentist().callOk(update, { ...input, consentId: draft.id })
    expect(changed).toMatchObject({
      teeth: ['36', '37'],
      plan: { diagnosis: 'Abscess' },
      patient: { id: input.patientId },
    })
    expect(changed.content.sections.map(({ content }) => content).join()).toContain('(36)')
  })

  it('is refused once it is sent, and for parts that are not there', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const input = await draftInput()
    expect((await dentist().call(update, { ...input, consentId })).reason).toBe('wrong-state')
    const draft = await testApp.clinicA.addDraft()
    const answer = await dentist().call(update, { ...input, consentId: draft.id, patientId: randomUUID() })
    expect(answer.reason).toBe('patient-not-found')
    expect((await dentist().call(update, { ...input, consentId: randomUUID() })).reason).toBe('not-found')
  })
})

describe('sending', () => {
  it('answers what the consent is from then on, though it was read before', async () => {
    const draft = await testApp.clinicA.addDraft()
    const sent = await dentist().callOk(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    const { actions: _actions, ...read } = await dentist().callOk(get, { consentId: draft.id })
    expect(sent).toEqual(read)
    expect([sent.chainIntact, sent.events.at(-1)!.event]).toEqual([true, 'consent.sent'])
  })

  it('freezes the text and its hash, and gives it thirty days', async () => {
    const draft = await testApp.clinicA.addDraft()
    const sent = await dentist().callOk(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    expect(sent).toMatchObject({ status: 'sent', missing: [] })
    expect(sent.contentHash).toBe(sha256(toCanonicalText(sent.content)))
    const days = (Date.parse(sent.expiresAt!) - Date.parse(sent.sentAt!)) / 86_400_000
    expect(days).toBe(30)
    expect(JSON.stringify(sent.content)).not.toMatch(/\{\{|\[\w+\]/)
    // What PostgreSQL gives back hashes to the same: key order and number forms do not matter.
    const { rows } = await testApp.owner.query('select content, content_hash from consents where id = $1', [
      draft.id,
    ])
    expect(sha256(toCanonicalText(rows[0].content))).toBe(rows[0].content_hash)
  })

  it('by e-mail queues a message that carries a link', async () => {
    const draft = await testApp.clinicA.addDraft({
      patientId: await testApp.clinicA.addPatient({ email: 'eleanor@example.org' }),
    })
    await dentist().callOk(send, { consentId: draft.id, by: 'email', unaskedAcknowledged: true })
    await testApp.runJobs()
    const mail = (await testApp.mail()).filter(({ to }) => to === 'eleanor@example.org')
    expect(mail).toHaveLength(1)
    expect(mail[0]!.link).toContain('/sign-consent/')
    // Nothing of the treatment or the birth date travels by e-mail.
    expect(mail[0]!.text).not.toMatch(/root canal|nerve|1961|Whitcombe/i)
  })

  const noTooth = { teeth: [] }
  const cases: [string, object, object, string][] = [
    ['without the tooth its template needs', noTooth, {}, 'tooth-required'],
    ['without the diagnosis its template needs', { diagnosis: '' }, {}, 'diagnosis-required'],
    [
      'with a placeholder that has no value',
      { placeholders: { ...placeholders, price: '', visits: '  ' } },
      {},
      'placeholder-missing',
    ],
    ['by e-mail to nobody', {}, { email: '' }, 'no-email'],
  ]
  it.each(cases)('is refused %s', async (_name, change, patient, reason) => {
    const draft = await testApp.clinicA.addDraft({
      patientId: await testApp.clinicA.addPatient(patient),
      ...change,
    })
    const answer = await dentist().call(send, { consentId: draft.id, by: 'email', unaskedAcknowledged: true })
    expect([answer.status, answer.reason]).toEqual([400, reason])
    const after = await dentist().callOk(get, { consentId: draft.id })
    expect(after).toMatchObject({ status: 'draft', contentHash: null })
    expect(after.events).toHaveLength(1)
  })

  it('says which placeholders have no value', async () => {
    const draft = await testApp.clinicA.addDraft({
      placeholders: { ...placeholders, price: '', visits: '  ' },
    })
    const { error } = await dentist().call(send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
    })
    expect((error!.details.missing as string[]).toSorted()).toEqual(['price', 'visits'])
  })

  it('is refused while the template still tells its writer what to write', async () => {
    const clinic = await testApp.addClinic('Half Written')
    const write = (content: string) =>
      testApp.owner.query(
        `update template_versions set wording = jsonb_set(wording, '{sections,0,content}', to_jsonb($2::text))
         where template_id = $1`,
        [clinic.templateId, content],
      )
    await write('<p>A crown. [Say what cannot be <strong>undone</strong>.]</p>')
    const draft = await clinic.addDraft()
    const sendIt = () =>
      clinic.as('dentist').call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    expect((await sendIt()).reason).toBe('prompts-left')
    await write('<p>A crown [also called a cap] for tooth [46]. [Sic]</p>')
    expect((await sendIt()).status).toBe(200)
  })

  it('is refused while its text names a placeholder that nobody knows', async () => {
    const clinic = await testApp.addClinic('Odd Words')
    await testApp.owner.query(
      `update template_versions set wording = jsonb_set(wording, '{sections,0,content}', '"<p>{{nonsense}}</p>"') where template_id = $1`,
      [clinic.templateId],
    )
    const draft = await clinic.addDraft()
    expect(draft.content.sections[0]!.content).toBe('<p>[nonsense]</p>')
    const { reason, error } = await clinic
      .as('dentist')
      .call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    expect([reason, error!.details.missing]).toEqual(['placeholder-missing', ['nonsense']])
  })

  it('is refused for an archived patient', async () => {
    const draft = await testApp.clinicA.addDraft()
    await dentist().callOk(contract.patients.archive, { patientId: draft.patient.id })
    const answer = await dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    expect([answer.status, answer.reason]).toEqual([409, 'patient-archived'])
  })

  it('twice with one key sends once', async () => {
    const draft = await testApp.clinicA.addDraft()
    const key = { idempotencyKey: randomUUID() }
    const [one, two] = await Promise.all([
      dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true }, key),
      dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true }, key),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.body).toEqual(one.body)
    expect(one.body.events.map(({ event }) => event)).toEqual(['consent.created', 'consent.sent'])
  })
})

describe('frozen text', () => {
  it('shows what was typed as text, never as markup', async () => {
    const draft = await testApp.clinicA.addDraft({
      diagnosis: '<script>alert(1)</script>',
      placeholders: { ...placeholders, reason: `<img src=x onerror="x">` },
    })
    const { content } = await dentist().callOk(send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
    })
    const html = content.sections.map((section) => section.content).join('\n')
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('&lt;img src=x onerror=&quot;x&quot;&gt;')
  })

  it('stays when template, patient, clinician and practice change', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addSent()
    const before = await dentist().callOk(get, { consentId })
    const versionId = randomUUID()
    await testApp.owner.query(
      `insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
       select $1, template_id, 2, '2', heading, jsonb_set(wording, '{sections,0,content}', '"<p>All new.</p>"'), 'x', 'test', 'New' from template_versions
       where template_id = $2`,
      [versionId, testApp.clinicA.templateId],
    )
    const draft = await testApp.clinicA.addDraft()
    await testApp.owner.query('update templates set current_version_id = $1 where id = $2', [
      versionId,
      testApp.clinicA.templateId,
    ])
    await testApp.owner.query(`update patients set last_name = 'Newname' where clinic_id = $1`, [
      testApp.clinicA.id,
    ])
    await testApp.owner.query(`update clinics set phone = '020 0000 0000' where id = $1`, [
      testApp.clinicA.id,
    ])
    const after = await dentist().callOk(get, { consentId })
    expect(after.content).toEqual(before.content)
    expect(after.contentHash).toBe(contentHash)
    // A draft keeps the wording it was made from, until somebody saves it again.
    const kept = await dentist().callOk(get, { consentId: draft.id })
    expect(kept.content.sections[0]!.content).not.toContain('All new.')
    const input = await draftInput({ patientId: draft.patient.id })
    const saved = await dentist().callOk(update, { ...input, consentId: draft.id })
    expect(saved.content.sections[0]!.content).toContain('All new.')
    await testApp.owner.query(`update patients set last_name = 'Whitcombe' where clinic_id = $1`, [
      testApp.clinicA.id,
    ])
  })
})

describe('what was frozen before sections had videos', () => {
  it('is read as it was hashed', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    await testApp.owner.query(
      `update consents set content = jsonb_set(content, '{sections}',
         (select jsonb_agg(s - 'media') from jsonb_array_elements(content -> 'sections') s)) where id = $1`,
      [consentId],
    )
    const { content } = await dentist().callOk(get, { consentId })
    expect(content.sections.map((section) => Object.keys(section).toSorted())).toEqual(
      content.sections.map(() => ['content', 'id', 'title']),
    )
  })
})

describe('pictures and figures', () => {
  it('are frozen as they were shown, and prove themselves by the hash', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addSent()
    const { content, chainIntact } = await dentist().callOk(get, { consentId })
    expect(chainIntact).toBe(true)
    expect(content.pictures).toMatchObject([
      {
        id: 'root-canal-steps',
        sectionTitle: 'Treatment Description',
        alt: expect.stringContaining('A thin file') as string,
        svg: expect.stringMatching(/^<svg /) as string,
      },
    ])
    expect(content.risks.flatMap(({ figure }) => figure ?? [])).toEqual([{ from: 16, to: 22, of: 100 }])
    expect(contentHash).toBe(sha256(toCanonicalText(content)))
    await testApp.owner.query(
      `update consents set content = jsonb_set(content, '{pictures,0,svg}', '"<svg/>"') where id = $1`,
      [consentId],
    )
    expect((await dentist().callOk(get, { consentId })).chainIntact).toBe(false)
  })

  it('stand in the first section where none has the title they are made for', async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason)
       select template_id, 30, '30', heading, jsonb_set(wording, '{sections,0,title}', '"What we do"'), 'y', 'test', 'New'
       from template_versions where template_id = $1 order by number limit 1 returning id`,
      [testApp.clinicA.templateId],
    )
    const change = 'update templates set current_version_id = $1 where id = $2 returning current_version_id'
    const before = await dentist().callOk(contract.templates.get, { templateId: testApp.clinicA.templateId })
    await testApp.owner.query(change, [rows[0]!.id, testApp.clinicA.templateId])
    const draft = await testApp.clinicA.addDraft()
    await testApp.owner.query(change, [before.versionId, testApp.clinicA.templateId])
    expect(draft.content.pictures!.map(({ sectionTitle }) => sectionTitle)).toEqual(['What we do'])
  })

  it('are none in what was frozen before there were any, which is read as it was hashed', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    await testApp.owner.query(
      `update consents set content = content - 'pictures' || jsonb_build_object('risks',
         (select jsonb_agg(r - 'figure') from jsonb_array_elements(content -> 'risks') r)) where id = $1`,
      [consentId],
    )
    const { content } = await dentist().callOk(get, { consentId })
    expect(content).not.toHaveProperty('pictures')
    for (const risk of content.risks) expect(risk).not.toHaveProperty('figure')
  })
})

describe('countersigning', () => {
  const asName = (who: StaffName, consent: { consentId: string; contentHash: string }) =>
    testApp.clinicA.as(who).call(finalise, {
      consentId: consent.consentId,
      contentHash: consent.contentHash,
      name: testStaff[who].name.join(' '),
    })

  it('needs the conversation on record', async () => {
    const consent = await testApp.clinicA.addSigned()
    expect((await asName('dentist', consent)).reason).toBe('discussion-missing')
    await testApp.clinicA.discuss(consent)
    expect((await asName('dentist', consent)).body.status).toBe('finalised')
  })

  it('is for a clinician with a GDC number: a receptionist, nurse or manager without one is refused', async () => {
    const consent = await testApp.clinicA.addSigned()
    await testApp.clinicA.discuss(consent)
    for (const who of ['receptionist', 'nurse', 'manager'] as const) {
      const answer = await asName(who, consent)
      expect([answer.status, answer.reason], who).toEqual([403, 'not-registered'])
    }
    const { rows } = await testApp.owner.query(
      `select distinct action from audit_rows where details->>'reason' = 'not-registered'`,
    )
    expect(rows).toEqual([{ action: 'consent.finalise_refused' }])
    const done = await asName('owner', consent)
    expect(done.body).toMatchObject({ status: 'finalised', countersignature: { gdcNumber: '204417' } })
  })

  it('is refused for another text than was signed, and before it is signed', async () => {
    const consent = await testApp.clinicA.addSigned()
    expect((await asName('dentist', { ...consent, contentHash: '0'.repeat(64) })).reason).toBe(
      'stale-version',
    )
    expect((await asName('dentist', await testApp.clinicA.addViewed())).reason).toBe('wrong-state')
  })

  it('is in the name of the clinician who is signed in, however they type it, and in no other', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addSigned()
    await testApp.clinicA.discuss({ consentId })
    const typed = (name: string) => dentist().call(finalise, { consentId, contentHash, name })
    for (const other of ['Amara Okafor', 'T Hughes', 'Dr Tom Hughes']) {
      const answer = await typed(other)
      expect([answer.status, answer.reason], other).toEqual([400, 'name-differs'])
    }
    expect((await dentist().callOk(get, { consentId })).status).toBe('signed')
    const { body } = await typed(' tom  HUGHES ')
    expect(body.countersignature).toMatchObject({ name: 'Tom Hughes', gdcNumber: '248163' })
    expect(body.events.at(-1)!.details).toMatchObject({ name: 'Tom Hughes' })
  })

  it('by two at the same moment is done once', async () => {
    const consent = await testApp.clinicA.addSigned()
    await testApp.clinicA.discuss(consent)
    const answers = await Promise.all([
      asName('dentist', consent),
      asName('lead', consent),
      asName('owner', consent),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { rows } = await testApp.owner.query('select id from countersignatures where consent_id = $1', [
      consent.consentId,
    ])
    expect(rows).toHaveLength(1)
    const { events, chainIntact } = await dentist().callOk(get, consent)
    expect(events.filter(({ event }) => event === 'consent.finalised')).toHaveLength(1)
    expect(chainIntact).toBe(true)
  })
})

describe('voiding', () => {
  it('keeps the reason, and needs overrideConsents', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const input = { consentId, reason: 'Made out to the wrong patient' }
    expect((await dentist().call(contract.consents.void, input)).code).toBe('permission-denied')
    expect(
      (await testApp.clinicA.as('manager').call(contract.consents.void, { consentId, reason: ' ' })).reason,
    ).toBe('invalid-input')
    expect(await testApp.clinicA.as('manager').callOk(contract.consents.void, input)).toMatchObject({
      status: 'voided',
      reason: input.reason,
    })
  })
})

describe('a consent that replaces another', () => {
  it("is not made to replace another patient's", async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const answer = await dentist().call(create, { ...(await draftInput()), replaces: consentId })
    expect([answer.status, answer.reason]).toEqual([404, 'replaced-not-found'])
  })

  it('leaves the older one alone when its draft was made out to somebody else since', async () => {
    const { consentId, patientId } = await testApp.clinicA.addSent()
    const draft = await testApp.clinicA.addDraft({ patientId, replaces: consentId })
    await dentist().callOk(update, { ...(await draftInput()), consentId: draft.id })
    await dentist().callOk(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
    expect((await dentist().callOk(get, { consentId })).status).toBe('sent')
  })
})

describe('a consent that was signed and is replaced', () => {
  it.each(['addSigned', 'addFinalised'] as const)(
    'stands until the newer one is signed (%s)',
    async (add) => {
      const older = await testApp.clinicA[add]()
      const statusOf = async () => (await dentist().callOk(get, older)).status
      const given = await statusOf()
      const newer = await testApp.clinicA.addViewed({ patientId: older.patientId, replaces: older.consentId })
      await testApp.runJobs()
      expect(await statusOf()).toBe(given)
      await newer.patient.callOk(contract.signing.sign, signatureFor(newer))
      await testApp.runJobs()
      const { status, events, chainIntact } = await dentist().callOk(get, older)
      expect([status, chainIntact]).toEqual(['superseded', true])
      const last = events.findLast(({ event }) => event === 'consent.superseded')
      expect(last).toMatchObject({ actor: 'Candour', details: { by: newer.consentId } })
      const { rows } = await testApp.owner.query(
        `select user_role from audit_rows where action = 'consent.superseded' and subject = $1`,
        [older.consentId],
      )
      expect(rows).toEqual([{ user_role: 'system' }])
    },
  )

  it('stands when the newer one is declined', async () => {
    const older = await testApp.clinicA.addSigned()
    const newer = await testApp.clinicA.addViewed({ patientId: older.patientId, replaces: older.consentId })
    await newer.patient.callOk(contract.signing.decline, { consentId: newer.consentId, reason: 'Not now' })
    await testApp.runJobs()
    expect((await dentist().callOk(get, older)).status).toBe('signed')
  })
})

describe('the time of an event', () => {
  it('is never before the one it follows, whenever its request read the clock', async () => {
    const consent = await testApp.clinicA.addViewed()
    testApp.clock.advance(-60_000)
    await consent.patient.callOk(contract.signing.sign, signatureFor(consent))
    testApp.clock.advance(60_000)
    const { events, chainIntact } = await dentist().callOk(get, consent)
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(chainIntact).toBe(true)
  })
})

describe('the record', () => {
  const ofEvents = 'update consent_events set'
  const ofConsent = 'update consents set'
  const ofSignature = 'update signatures set'
  const zeros = `repeat('0', 64)`

  it.each([
    ['an event was altered', `${ofEvents} actor = 'Somebody' where number = 2 and consent_id = $1`],
    [
      'an event was moved in time',
      `${ofEvents} at = at - interval '1 day' where number = 4 and consent_id = $1`,
    ],
    ['an event was removed', 'delete from consent_events where number = 2 and consent_id = $1'],
    ['the first event was removed', 'delete from consent_events where number = 1 and consent_id = $1'],
    ['the last event was removed', 'delete from consent_events where number = 7 and consent_id = $1'],
    ['all events were removed', 'delete from consent_events where consent_id = $1'],
    ['the status was altered', `${ofConsent} status = 'signed' where id = $1`],
    [
      'the text was altered',
      `${ofConsent} content = jsonb_set(content, '{diagnosis}', '"None"') where id = $1`,
    ],
    ['the hash of the text was altered', `${ofConsent} content_hash = ${zeros} where id = $1`],
    ['the signature is of another text', `${ofSignature} content_hash = ${zeros} where consent_id = $1`],
    [
      'another mark was put in',
      `${ofSignature} mark = '{"kind": "typed", "typed": "Somebody"}' where consent_id = $1`,
    ],
    ['the hash of the mark was altered', `${ofSignature} mark_hash = ${zeros} where consent_id = $1`],
    ['the signer was altered', `${ofSignature} name = 'Somebody' where consent_id = $1`],
    ['the statements were altered', `${ofSignature} statements = '["I agree."]' where consent_id = $1`],
    ['the signature was removed', 'delete from signatures where consent_id = $1'],
    ['the countersigner was altered', `update countersignatures set name = 'Somebody' where consent_id = $1`],
    ['the countersignature was removed', 'delete from countersignatures where consent_id = $1'],
    [
      'a document was replaced',
      `update document_versions set sha256 = ${zeros} where number = 1 and consent_id = $1`,
    ],
    ['a document was removed', 'delete from document_versions where number = 2 and consent_id = $1'],
  ])('is not intact when %s', async (_name, change) => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    const readers = [
      () => dentist().callOk(get, consent),
      () => consent.patient.callOk(contract.signing.read, consent),
    ]
    for (const read of readers) expect((await read()).chainIntact).toBe(true)
    expect((await testApp.owner.query(change, [consent.consentId])).rowCount).toBeGreaterThan(0)
    for (const read of readers) expect((await read()).chainIntact).toBe(false)
  })

  /** Holds up who reads a record at its documents, which come after most of its parts. */
  async function holdUp<T>(read: () => Promise<T>): Promise<Promise<T>[]> {
    await testApp.owner.query('begin')
    await testApp.owner.query('lock table document_versions in access exclusive mode')
    const reading = read()
    for (let waiting = 0; waiting < 1;) {
      const { rows } = await testApp.owner.query(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0].waiting
    }
    // In a list, since a promise that is answered is waited for.
    return [reading]
  }

  it('does not change while staff read it, part by part', async () => {
    const consent = await testApp.clinicA.addSigned()
    const [reading] = await holdUp(() => dentist().callOk(get, consent))
    const change = testApp.owner.query('select from consents where id = $1 for update nowait', [
      consent.consentId,
    ])
    await expect(change).rejects.toMatchObject({ code: '55P03' })
    await testApp.owner.query('rollback')
    expect((await reading)!.chainIntact).toBe(true)
  })

  it('is read by the patient as it is at one moment, whatever happens meanwhile', async () => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    const read = async () => {
      const { chainIntact, documents } = await consent.patient.callOk(contract.signing.read, consent)
      return { chainIntact, documents: documents.length }
    }
    const before = await read()
    const [reading] = await holdUp(read)
    await testApp.owner.query(`${ofEvents} details = '{"altered": true}' where consent_id = $1`, [
      consent.consentId,
    ])
    await testApp.owner.query(`delete from document_versions where consent_id = $1`, [consent.consentId])
    await testApp.owner.query('commit')
    const after = { chainIntact: false, documents: 0 }
    expect(before).toEqual({ chainIntact: true, documents: 2 })
    expect(await read()).toEqual(after)
    expect([before, after]).toContainEqual(await reading)
  })
})

describe('lists', () => {
  it('count and show by view, patient, clinician and search', async () => {
    const clinic = await testApp.addClinic('List Lane')
    const sent = await clinic.addSent({
      patientId: await clinic.addPatient({ firstName: 'Zbigniew', lastName: 'Wójcik' }),
    })
    const signed = await clinic.addSigned()
    await clinic.addDraft()
    const asks = (input: object) => clinic.as('dentist').callOk(list, input)
    expect((await asks({})).counts).toEqual({
      all: 3,
      drafts: 1,
      'not-opened': 1,
      undelivered: 0,
      questions: 0,
      expiring: 0,
      'look-again': 0,
      reconfirm: 0,
      awaiting: 1,
      'to-countersign': 1,
      signed: 1,
      declined: 0,
      withdrawn: 0,
    })
    expect((await asks({ view: 'awaiting' })).rows.map(({ id }) => id)).toEqual([sent.consentId])
    expect((await asks({ view: 'to-countersign' })).rows.map(({ id }) => id)).toEqual([signed.consentId])
    expect((await asks({ search: 'zbig root' })).rows.map(({ id }) => id)).toEqual([sent.consentId])
    expect((await asks({ search: '100%' })).total).toBe(0)
    expect((await asks({ patientId: signed.patientId })).total).toBe(1)
    expect((await asks({ pageSize: 1, page: 2 })).rows).toHaveLength(1)
    const counted = await clinic.as('receptionist').callOk(counts, {})
    expect(counted).toMatchObject({
      byStatus: { draft: 1, sent: 1, signed: 1, voided: 0 },
      notOpened: 1,
      toCountersign: 1,
      signedThisWeek: 1,
      demoHistory: null,
    })
    expect(
      await clinic.as('dentist').callOk(contract.consents.listOfPatient, { patientId: sent.patientId }),
    ).toHaveLength(1)
  })
})
