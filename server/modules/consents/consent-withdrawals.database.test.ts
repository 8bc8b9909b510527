import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { checkFile } from '../../../verification/file-check.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'
import { rawQuery, type ScopeRole } from '../../testing/raw-query.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { oneTreatment, placeholders, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { consents, signing, appointments, aftercare, integrations } = contract

let testApp: TestApp
let templateIds: string[]

beforeAll(async () => {
  testApp = await openTestApp()
  const { rows } = await testApp.owner.query<{ id: string }>(
    `select id from templates where library_id in ('composite-filling', 'porcelain-crown', 'tooth-extraction-simple')
     order by library_id`,
  )
  templateIds = rows.map(({ id }) => id).slice(0, 2)
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const get = (consentId: string) => dentist().callOk(consents.get, { consentId })
const [filling, crown] = [0, 1]

/** A consent to a filling and a crown, at these teeth. */
const items = (teeth: [string, string] = ['46', '46'], ids = templateIds) =>
  ids.map(
    (templateId, place) =>
      oneTreatment({ templateId, teeth: [teeth[place]!], placeholders, material: 'Porcelain' }).items[0]!,
  )

async function addOpened(plan = items()): Promise<OpenedConsent> {
  const draft = await testApp.clinicA.addDraft({ items: plan })
  const sent = await dentist().callOk(consents.send, {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  return testApp.clinicA.open({
    consentId: draft.id,
    patientId: draft.patient.id,
    contentHash: sent.contentHash!,
  })
}

async function addAgreed(plan = items(), declined: number[] = []): Promise<OpenedConsent> {
  const opened = await addOpened(plan)
  await opened.patient.callOk(signing.sign, { ...signatureFor(opened), declined })
  return opened
}

const reason = 'I would rather wait with the crown'
const withdraw = ({ consentId, patient }: OpenedConsent, treatments: number[]) =>
  patient.call(signing.withdraw, { consentId, reason, treatments })

describe('one treatment of several', () => {
  it('is taken back by the patient, and the others stand', async () => {
    const consent = await addAgreed()
    const { body, status } = await withdraw(consent, [crown])
    expect([status, body.status, body.chainIntact]).toEqual([200, 'signed', true])
    expect(body.withdrawals).toMatchObject([{ places: [crown], by: 'Patient', reason }])
    const seen = await get(consent.consentId)
    expect(seen).toMatchObject({ status: 'signed', reason: null, chainIntact: true })
    expect(seen.withdrawals).toEqual(body.withdrawals)
    expect(seen.events.at(-1)).toMatchObject({
      event: 'consent.treatments_withdrawn',
      what: 'Withdrawn: Porcelain Crown',
      details: {
        withdrawn: [crown],
        treatments: ['Porcelain Crown'],
        standing: ['Composite Filling'],
        reason,
      },
    })
    const { rows } = await testApp.owner.query<{ action: string }>(
      `select action from audit_rows where subject = $1 and action like 'consent.%withdrawn'`,
      [consent.consentId],
    )
    expect(rows).toEqual([{ action: 'consent.treatments_withdrawn' }])
  })

  it('is put on record by staff who were told of it, and the consent can still be countersigned', async () => {
    const { consentId } = await addAgreed()
    const told = { consentId, reason: 'Phoned us', treatments: [crown] }
    const after = await dentist().callOk(consents.recordWithdrawal, told)
    expect(after).toMatchObject({
      status: 'signed',
      withdrawals: [{ places: [crown], by: 'Tom Hughes', reason: 'Phoned us' }],
    })
    await testApp.clinicA.discuss({ consentId })
    const contentHash = after.contentHash!
    const finalised = await dentist().callOk(consents.finalise, {
      consentId,
      contentHash,
      name: 'Tom Hughes',
    })
    expect(finalised).toMatchObject({ status: 'finalised', chainIntact: true })
    const again = await dentist().call(consents.recordWithdrawal, told)
    expect(again.reason).toBe('not-agreed')
  })

  it('is refused where it was never agreed to, was taken back already, or is none of the text', async () => {
    const declined = await addAgreed(items(), [crown])
    expect((await withdraw(declined, [crown])).reason).toBe('not-agreed')
    expect((await withdraw(declined, [7])).reason).toBe('not-agreed')
    expect((await withdraw(declined, [])).code).toBe('invalid-argument')
    expect((await withdraw(await addOpened(), [crown])).reason).toBe('wrong-state')
    const consent = await addAgreed()
    const answers = await Promise.all([withdraw(consent, [crown]), withdraw(consent, [crown])])
    expect(answers.map((answer) => answer.reason ?? 'done').toSorted()).toEqual(['done', 'not-agreed'])
  })

  it('that is the last which stands takes back the consent, and so do all at once', async () => {
    const consent = await addAgreed()
    await withdraw(consent, [filling])
    const { body } = await withdraw(consent, [crown])
    expect([body.status, body.chainIntact]).toEqual(['withdrawn', true])
    expect((await withdraw(await addAgreed(), [crown, filling])).body.status).toBe('withdrawn')
    expect((await withdraw(await addAgreed(items(), [crown]), [filling])).body.status).toBe('withdrawn')
    expect((await withdraw(await testApp.clinicA.addSigned(), [0])).body.status).toBe('withdrawn')
  })

  it('says nothing any more once the patient has signed anew', async () => {
    const draft = await testApp.clinicA.addDraft({
      items: items(['46', '36'], [templateIds[0]!, templateIds[0]!]),
    })
    const spoken = await dentist().callOk(consents.recordVerbal, {
      consentId: draft.id,
      discussion: {
        on: testApp.clock.now().toISOString(),
        ...{ mode: 'in-person', note: 'Talked through both teeth.', whatMatters: '' },
        understanding: 'explained-back',
      },
      witnesses: [{ name: 'Nia Parry', capacity: 'Dental nurse', statement: 'I heard the patient agree.' }],
      wordingConfirmed: true,
    })
    const opened = await testApp.clinicA.open({
      ...{ consentId: draft.id, patientId: '', contentHash: spoken.contentHash! },
    })
    const part = await withdraw(opened, [1])
    expect([part.body.status, part.body.withdrawals.length]).toEqual(['verbal', 1])
    const signed = await opened.patient.callOk(signing.sign, signatureFor(opened))
    expect(signed).toMatchObject({ status: 'signed', withdrawals: [], chainIntact: true })
  })
})

describe('what follows from a part taken back', () => {
  const treatment = (place: number, tooth: string) => ({
    ...{ templateId: templateIds[place]!, teeth: [tooth], area: null, pricePence: null },
  })

  it('turns the light of an appointment for it, which no reason starts; that of the other stays', async () => {
    const consent = await addAgreed()
    const { patientId, consentId } = consent
    await testApp.clinicA.discuss(consent)
    const book = (place: number) =>
      testApp.clinicA.addAppointment({
        patientId,
        time: `1${place}:00`,
        treatments: [treatment(place, '46')],
        consentIds: [consentId],
      })
    const [one, other] = [await book(filling), await book(crown)]
    await withdraw(consent, [crown])
    const day = await dentist().callOk(appointments.day, { clinician: 'all' })
    const seen = (id: string) => day.appointments.find((each) => each.id === id)!
    expect(seen(one.id)).toMatchObject({ isRefused: false })
    expect(seen(one.id).readiness.conditions).toContainEqual({ name: 'consent', state: 'met', words: '' })
    expect(seen(other.id)).toMatchObject({ isRefused: true, readiness: { light: 'not-ready' } })
    expect(seen(other.id).readiness.conditions).toContainEqual({
      ...{ name: 'consent', state: 'missing' },
      words: 'The patient withdrew consent to Porcelain Crown',
      missing: { code: 'refused', consentId: consent.consentId },
    })
    const override = { reason: 'It was planned for today' }
    const started = await testApp.clinicA
      .as('owner')
      .call(appointments.start, { appointmentId: other.id, override })
    expect(started.reason).toBe('patient-refused')
  })

  it('keeps the same treatment at another tooth apart', async () => {
    const consent = await addAgreed(items(['46', '36'], [templateIds[0]!, templateIds[0]!]))
    await withdraw(consent, [1])
    const { patientId, consentId } = consent
    const book = (tooth: string, time: string) =>
      testApp.clinicA.addAppointment({
        ...{ patientId, time, consentIds: [consentId], treatments: [treatment(0, tooth)] },
      })
    expect([(await book('46', '15:00')).isRefused, (await book('36', '16:00')).isRefused]).toEqual([
      false,
      true,
    ])
  })

  it('is not recorded as carried out', async () => {
    const consent = await addAgreed()
    await withdraw(consent, [crown])
    const { consentId } = consent
    const record = (places: number[]) => dentist().call(aftercare.recordDone, { consentId, places })
    expect((await record([crown])).reason).toBe('not-agreed')
    expect((await record([filling])).status).toBe(200)
  })

  it('is told to other programs, in FHIR and in the note for the practice system', async () => {
    const consent = await addAgreed()
    await withdraw(consent, [crown])
    const program = createTestCaller(testApp.app.http, '', (await testApp.clinicA.addApiKey()).secret)
    const { body } = await program.get(`/api/fhir/Consent/${consent.consentId}`)
    expect(validateFhirResource(body as object)).toEqual([])
    expect(body).toMatchObject({
      status: 'active',
      provision: { provision: [{ type: 'deny', code: [{ text: 'Porcelain Crown' }] }] },
    })
    expect(JSON.stringify(body)).toContain('Withdrawn since')
    const answers = await program.get(`/api/fhir/QuestionnaireResponse/${consent.consentId}`)
    expect(validateFhirResource(answers.body as object)).toEqual([])
    expect(JSON.stringify(answers.body)).toContain(reason)
    const { text } = await dentist().callOk(integrations.clinicalNote, { consentId: consent.consentId })
    expect(text).toContain('Porcelain Crown (I would rather wait with the crown)')
  })

  it('stands in an annex of its own, in the bundle, and the sweep finds one that is missing', async () => {
    const consent = await addAgreed()
    await testApp.runJobs()
    await withdraw(consent, [crown])
    await testApp.owner.query(`delete from pgboss.job where data->>'consentId' = $1`, [consent.consentId])
    const later_ms = 11 * minute_ms
    testApp.clock.advance(later_ms)
    await testApp.app.sweep('documents.unsealed')
    testApp.clock.advance(-later_ms)
    await testApp.runJobs()
    const { documents, chainIntact } = await get(consent.consentId)
    expect([documents.map(({ kind }) => kind), chainIntact]).toEqual([['signed', 'annex'], true])
    const base = `/api/clinic/consents/${consent.consentId}`
    const file = path.join(testApp.config.dataDir, 'part.pdf')
    await writeFile(file, (await dentist().get(`${base}/documents/${documents[1]!.id}`)).raw)
    const words = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).stdout
    for (const said of [
      'Part of the consent withdrawn',
      'Withdrawn',
      'Porcelain Crown',
      'Still valid',
      'Composite Filling',
      reason,
    ])
      expect(words).toContain(said)
    const bundle = Uint8Array.from((await dentist().get(`${base}/evidence`)).raw)
    const verdict = await checkFile(bundle)
    expect(verdict.findings).toEqual([])
    expect(Buffer.from(bundle).toString('utf8')).toContain('consent.treatments_withdrawn')
  })
})

describe('the chain', () => {
  it('takes such an event only of what stands, by the patient or the practice', async () => {
    const { consentId } = await addAgreed(items(), [])
    const declined = await addAgreed(items(), [crown])
    const waiting = await addOpened()
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const query = rawQuery(app)
    const add = (role: ScopeRole, of: string, withdrawn: unknown) =>
      query(
        { role, clinicId: testApp.clinicA.id, consentIds: [of] },
        `insert into consent_events (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
         select clinic_id, consent_id, number + 1, 'consent.treatments_withdrawn', now(), 'X', 'X', 'X', $2::jsonb, hash, repeat('0', 64)
         from consent_events where consent_id = $1 order by number desc limit 1`,
        [of, JSON.stringify({ withdrawn })],
      )
    try {
      for (const role of ['candour_patient', 'candour_clinic'] as const) {
        await expect(add(role, consentId, [0])).resolves.toEqual([])
        for (const wrong of [[], [2], [-1], [0, 1], ['0'], [null], 0, null])
          await expect(add(role, consentId, wrong), JSON.stringify(wrong)).rejects.toThrow('did not happen')
        await expect(add(role, declined.consentId, [crown])).rejects.toThrow('did not happen')
        await expect(add(role, declined.consentId, [filling])).rejects.toThrow('did not happen')
        await expect(add(role, waiting.consentId, [filling])).rejects.toThrow('did not happen')
      }
    } finally {
      await app.end()
    }
  })
})
