import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { additionalConsentKeys } from '../../../contract/additional-consents.ts'
import { contract } from '../../../contract/index.ts'
import { matter_entries_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import {
  paperInputFor,
  signatureFor,
  type OpenedConsent,
  type TestConsent,
} from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { appointments, consents, matters, reminders, signing, tasks } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const read = ({ consentId }: { consentId: string }) => dentist().callOk(consents.get, { consentId })
const listMatters = ({ consentId }: { consentId: string }) => dentist().callOk(matters.list, { consentId })
const trumpet = { prompt: 'work', text: 'I play the trumpet' } as const
const hope = { prompt: 'hope', text: '' } as const
type StatedMatters = readonly { prompt: 'hope' | 'work' | 'cost'; text: string }[]

const stateMatters = (
  { consentId, patient }: OpenedConsent,
  told: StatedMatters = [trumpet, hope],
  isNothing = false,
) => patient.callOk(matters.tell, { consentId, told: [...told], isNothing })
const eventsOf = async (consent: { consentId: string }) =>
  (await read(consent)).events.map(({ event }) => event).filter((event) => event.startsWith('matter.'))

const options = [
  { title: 'Crown', kind: 'treatment', benefit: 'Holds the tooth', risk: 'May chip', pricePence: 45000 },
  { title: 'Leave it', kind: 'no-treatment', benefit: 'Nothing is done', risk: 'May break' },
].map((option) => ({
  ...{ benefit: '', risk: '', lasts: '', visits: '', pricePence: null, band: null, notSuitable: '' },
  ...option,
  kind: option.kind as 'treatment' | 'no-treatment',
}))
const addWithOptions = () =>
  testApp.clinicA.addViewed({ options, recommended: 0, recommendedWhy: 'It lasts longest' })

/** A consent whose patient told what matters, signed, with the conversation on record: ready to be countersigned. */
async function addStatedAndSigned() {
  const viewed = await testApp.clinicA.addViewed()
  const { matters: told } = await stateMatters(viewed)
  await viewed.patient.callOk(signing.sign, signatureFor(viewed))
  await testApp.clinicA.discuss(viewed)
  return { ...viewed, told }
}
const finalise = ({ consentId, contentHash }: OpenedConsent) =>
  dentist().call(consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })

describe('what matters to a patient', () => {
  it('is told, ticked or in words, seen by both sides, and stands in the chain', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const own = await stateMatters(viewed)
    expect(own.matters).toMatchObject([
      { prompt: 'work', text: 'I play the trumpet', answer: null },
      { prompt: 'hope', text: '', answer: null },
    ])
    expect(await listMatters(viewed)).toEqual(own)
    expect(await viewed.patient.callOk(matters.listOwn, { consentId: viewed.consentId })).toEqual(own)
    expect(await eventsOf(viewed)).toEqual(['matter.told', 'matter.told'])
    const consent = await read(viewed)
    expect(consent.chainIntact).toBe(true)
    expect(JSON.stringify(consent.events)).not.toContain('trumpet')
  })

  it('told twice is told once; what is changed or left out is written as that', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const first = await stateMatters(viewed)
    expect(await stateMatters(viewed)).toEqual(first)
    const changed = await stateMatters(viewed, [{ prompt: 'work', text: 'I sing' }])
    expect(changed.matters.map(({ prompt, text }) => [prompt, text])).toEqual([['work', 'I sing']])
    expect(await eventsOf(viewed)).toEqual(['matter.told', 'matter.told', 'matter.dropped', 'matter.told'])
    const nothing = await stateMatters(viewed, [], true)
    expect(nothing).toMatchObject({ matters: [], isNothing: true })
    expect(await stateMatters(viewed, [], true)).toEqual(nothing)
    expect((await stateMatters(viewed, [trumpet])).isNothing).toBe(false)
    expect((await read(viewed)).chainIntact).toBe(true)
  })

  it('shows the patient what the practice noted before', async () => {
    const draft = await testApp.clinicA.addDraft()
    const noted = { consentId: draft.id, patientId: draft.patient.id, contentHash: '' }
    await testApp.clinicA.discuss(noted)
    await dentist().callOk(consents.send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    const { patient } = await testApp.clinicA.open(noted)
    const { whatMatters } = (await read(noted)).discussions[0]!
    expect(whatMatters).not.toBe('')
    expect((await patient.callOk(matters.listOwn, noted)).noted).toBe(whatMatters)
  })

  it('is changed no more once it is signed, and keeps within its bounds', async () => {
    const signed = await testApp.clinicA.addSigned()
    const late = await signed.patient.call(matters.tell, {
      consentId: signed.consentId,
      told: [trumpet],
      isNothing: false,
    })
    expect([late.status, late.reason]).toEqual([409, 'wrong-state'])
    const viewed = await testApp.clinicA.addViewed()
    await stateMatters(viewed, [hope])
    await testApp.owner.query(
      `insert into matter_entries (clinic_id, consent_id, number, kind, hash, at)
       select clinic_id, consent_id, 100 + g, 'thinking', hash, at
       from matter_entries, generate_series(1, $2) g where consent_id = $1`,
      [viewed.consentId, matter_entries_max],
    )
    const much = { consentId: viewed.consentId, told: [trumpet], isNothing: false }
    expect((await viewed.patient.call(matters.tell, much)).reason).toBe('too-many')
  })

  it('belongs to one consent of one clinic', async () => {
    const [one, other] = [await testApp.clinicA.addViewed(), await testApp.clinicB.addViewed()]
    const told = { consentId: other.consentId, told: [trumpet], isNothing: false }
    expect((await one.patient.call(matters.tell, told)).status).toBe(401)
    expect((await dentist().call(matters.list, { consentId: other.consentId })).status).toBe(404)
    const { matters: made } = await stateMatters(one)
    const answer = {
      consentId: other.consentId,
      matterId: made[0]!.id,
      mode: 'message',
      text: 'Yes',
    } as const
    expect((await testApp.clinicB.as('dentist').call(matters.answer, answer)).reason).toBe('not-found')
  })

  it('comes with the signature where it was not sent before, once', async () => {
    const viewed = await addWithOptions()
    const said = { matters: { told: [trumpet], isNothing: false }, leaning: 1, additional: [] }
    const body = { ...signatureFor(viewed), said }
    const sending = { idempotencyKey: crypto.randomUUID() }
    const first = await viewed.patient.call(signing.sign, body, sending)
    expect((await viewed.patient.call(signing.sign, body, sending)).body).toEqual(first.body)
    expect(first.body).toMatchObject({ status: 'signed', chainIntact: true })
    const { consentId } = viewed
    expect(await viewed.patient.callOk(signing.read, { consentId })).toMatchObject(first.body)
    expect(await listMatters(viewed)).toMatchObject({
      matters: [{ prompt: 'work' }],
      leaning: { option: 1, title: 'Leave it' },
    })
    const events = (await read(viewed)).events.map(({ event }) => event)
    expect(events.slice(-3)).toEqual(['matter.told', 'matter.leaned', 'consent.signed'])
    expect((await read(viewed)).chainIntact).toBe(true)
  })

  it('altered behind our back breaks the chain', async () => {
    const viewed = await testApp.clinicA.addViewed()
    await stateMatters(viewed)
    await testApp.owner.query(
      `update matter_entries set text = 'Nothing' where consent_id = $1 and number = 1`,
      [viewed.consentId],
    )
    expect((await read(viewed)).chainIntact).toBe(false)
    expect((await viewed.patient.callOk(signing.read, { consentId: viewed.consentId })).chainIntact).toBe(
      false,
    )
  })
})

describe('countersigning', () => {
  it('is refused until each has an answer or was talked about, and says how many wait', async () => {
    const told = await addStatedAndSigned()
    const refused = await finalise(told)
    expect([refused.status, refused.reason]).toEqual([409, 'matters-unanswered'])
    expect(refused.error!.details).toMatchObject({ open: 2 })
    const [work, hoped] = told.told
    const answering = { consentId: told.consentId, matterId: work!.id }
    await dentist().callOk(matters.answer, { ...answering, mode: 'message', text: 'Wait two weeks to play.' })
    expect((await finalise(told)).error!.details).toMatchObject({ open: 1 })
    const on = new Date(testApp.clock.now().getTime() - 60 * minute_ms).toISOString()
    const after = await dentist().callOk(matters.answer, {
      ...{ consentId: told.consentId, matterId: hoped!.id, mode: 'phone', on },
    })
    expect(after.matters.map(({ answer }) => answer)).toMatchObject([
      { mode: 'message', text: 'Wait two weeks to play.', by: 'Tom Hughes', on: null },
      { mode: 'phone', text: '', on },
    ])
    expect((await finalise(told)).status).toBe(200)
    expect((await read(told)).chainIntact).toBe(true)
  })

  it('needs words for an answer in writing, and a time that has passed for one by word of mouth', async () => {
    const { consentId, told } = await addStatedAndSigned()
    const answer = (change: object) =>
      dentist().call(matters.answer, { consentId, matterId: told[0]!.id, mode: 'in-person', ...change })
    const later = new Date(testApp.clock.now().getTime() + 60 * minute_ms).toISOString()
    expect((await answer({})).reason).toBe('time-missing')
    expect((await answer({ on: later })).reason).toBe('in-future')
    expect((await answer({ mode: 'message' })).reason).toBe('text-missing')
    expect((await answer({ matterId: crypto.randomUUID() })).reason).toBe('not-found')
    expect((await listMatters({ consentId })).matters[0]!.answer).toBeNull()
  })

  it('asks anew for an answer where the patient has changed what they told', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const [work] = (await stateMatters(viewed, [trumpet])).matters
    const answering = {
      consentId: viewed.consentId,
      matterId: work!.id,
      mode: 'message',
      text: 'Yes',
    } as const
    await dentist().callOk(matters.answer, answering)
    await stateMatters(viewed, [{ prompt: 'work', text: 'I sing' }])
    expect((await listMatters(viewed)).matters[0]!.answer).toBeNull()
    expect((await dentist().call(matters.answer, answering)).reason).toBe('stale-version')
  })

  it('sends a written answer as a link without a word of it', async () => {
    const patientId = await testApp.clinicA.addPatient({ email: 'ella@example.org' })
    const viewed = await testApp.clinicA.addViewed({ patientId })
    const [work] = (await stateMatters(viewed)).matters
    const answering = { consentId: viewed.consentId, matterId: work!.id, mode: 'message' } as const
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    await dentist().callOk(matters.answer, { ...answering, text: 'The trumpet can wait.' })
    await testApp.runJobs()
    const [mail, ...more] = (await testApp.mail()).slice(before)
    expect(more).toEqual([])
    expect(mail!.text).toContain('/sign-consent/')
    expect(mail!.subject + mail!.text).not.toMatch(/trumpet|molar/i)
  })
})

describe('the practice', () => {
  const openTasks = async ({ consentId }: { consentId: string }) =>
    (await dentist().callOk(tasks.listOfConsent, { consentId }))
      .filter(({ status }) => status === 'open')
      .map(({ kind }) => kind)

  it('has one task while something waits, and none once it is answered', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { matters: told } = await stateMatters(viewed)
    await testApp.runJobs()
    expect(await openTasks(viewed)).toEqual(['matter'])
    for (const { id: matterId } of told) {
      await dentist().callOk(matters.answer, {
        ...{ consentId: viewed.consentId, matterId, mode: 'message', text: 'Yes.' },
      })
    }
    await testApp.runJobs()
    expect(await openTasks(viewed)).toEqual([])
  })

  it('sees on the day board that it waits', async () => {
    const viewed = await testApp.clinicA.addViewed()
    await stateMatters(viewed)
    const { consentId, patientId } = viewed
    const { id } = await testApp.clinicA.addAppointment({ consentIds: [consentId], patientId })
    const board = await dentist().callOk(appointments.day, { clinician: 'all' })
    const { readiness } = board.appointments.find((booked) => booked.id === id)!
    const questions = readiness.conditions.find(({ name }) => name === 'questions')!
    expect([questions.state, questions.words]).toEqual([
      'missing',
      'Not answered yet: about “what matters to them”',
    ])
  })

  it('is asked to call, when it suits, once for each wish', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const wish = { consentId, times: ['morning', 'evening', 'morning'], text: 'Not on Tuesdays' } as const
    const asked = await patient.callOk(matters.askCall, { ...wish, times: [...wish.times] })
    expect(asked.call).toMatchObject({ times: ['morning', 'evening'], text: 'Not on Tuesdays' })
    await testApp.runJobs()
    await testApp.runJobs()
    expect(await openTasks({ consentId })).toEqual(['talk'])
    expect((await patient.call(matters.askCall, { consentId, times: [], text: '' })).status).toBe(400)
  })
})

describe('a choice', () => {
  it('is leant to, changed and left, and only to what the text offers', async () => {
    const viewed = await addWithOptions()
    const { consentId, patient } = viewed
    expect((await patient.callOk(matters.lean, { consentId, option: 1 })).leaning).toMatchObject({
      option: 1,
    })
    expect((await patient.callOk(matters.lean, { consentId, option: 0 })).leaning).toMatchObject({
      title: 'Crown',
    })
    expect((await patient.callOk(matters.lean, { consentId, option: null })).leaning).toBeNull()
    expect((await patient.call(matters.lean, { consentId, option: 2 })).reason).toBe('option-not-found')
    expect(await eventsOf(viewed)).toEqual(['matter.leaned', 'matter.leaned', 'matter.leaned'])
    const said = { leaning: 3, additional: [] }
    expect((await patient.call(signing.sign, { ...signatureFor(viewed), said })).reason).toBe(
      'option-not-found',
    )
    expect((await read(viewed)).status).toBe('viewed')
  })

  it('may wait: the patient is reminded when they asked to be, and not twice', async () => {
    const patientId = await testApp.clinicA.addPatient({ email: 'thinks@example.org' })
    const viewed = await testApp.clinicA.addViewed({ patientId })
    const { consentId, patient } = viewed
    const next = async () => (await dentist().callOk(reminders.list, { consentIds: consentId }))[0]
    await testApp.runJobs()
    expect((await next())?.nextAt ?? null).toBeNull()
    const asked = await patient.callOk(matters.think, { consentId, remindDays: 7 })
    expect(asked.thinking).toMatchObject({ remindDays: 7 })
    await testApp.runJobs()
    const at = Date.parse((await next())!.nextAt!)
    expect((at - testApp.clock.now().getTime()) / day_ms).toBeGreaterThan(6)
    expect((at - testApp.clock.now().getTime()) / day_ms).toBeLessThan(8)
    await patient.callOk(matters.think, { consentId, remindDays: null })
    await testApp.runJobs()
    expect((await next())!.nextAt).toBeNull()
  })
})

describe('what is asked besides the treatment', () => {
  it('is nothing, until the practice says so, and is frozen with the text', async () => {
    const before = await testApp.clinicA.addViewed()
    expect((await read(before)).content.additionalConsents).toBeUndefined()
    await testApp.clinicA.askBesides(...additionalConsentKeys)
    const asked = await testApp.clinicA.addViewed()
    await testApp.clinicA.askBesides()
    const { content } = await read(asked)
    expect(content.additionalConsents!.map(({ key }) => key)).toEqual(additionalConsentKeys)
    expect(content.additionalConsents![0]!.translations).toHaveProperty('cy')
  })

  it('is answered yes, no or not at all, and no answer stops the signature', async () => {
    await testApp.clinicA.askBesides('photos-teaching', 'photos-publication', 'share-referrer')
    const viewed = await testApp.clinicA.addViewed()
    await testApp.clinicA.askBesides()
    const additional = [
      { key: 'photos-teaching', answer: 'yes' },
      { key: 'photos-publication', answer: 'no' },
      // Not asked by this text: nothing of it is kept.
      { key: 'photos-social-media', answer: 'yes' },
    ] as const
    const said = { additional: [...additional] }
    await viewed.patient.callOk(signing.sign, { ...signatureFor(viewed), said })
    expect((await listMatters(viewed)).additional.map(({ key, answer }) => [key, answer])).toEqual([
      ['photos-teaching', 'yes'],
      ['photos-publication', 'no'],
    ])
    expect(await eventsOf(viewed)).toEqual(['matter.allowed', 'matter.refused'])
    expect((await read(viewed)).chainIntact).toBe(true)
  })

  it('is taken back by itself, by patient or staff, once; the treatment stays agreed to', async () => {
    const key = 'photos-teaching'
    const [own, told] = [await testApp.clinicA.addAllowed(), await testApp.clinicA.addAllowed()]
    const after = await own.patient.callOk(matters.takeBack, { consentId: own.consentId, key })
    expect(after.additional).toMatchObject([{ key, answer: 'withdrawn' }])
    const again = await own.patient.call(matters.takeBack, { consentId: own.consentId, key })
    expect(again.reason).toBe('not-given')
    const recorded = { consentId: told.consentId, key, reason: 'Said so by phone' } as const
    await dentist().callOk(matters.recordTakenBack, recorded)
    for (const consent of [own, told])
      expect(await read(consent)).toMatchObject({ status: 'signed', chainIntact: true })
    const ofPatient = await dentist().callOk(matters.additionalOfPatient, { patientId: own.patientId })
    expect(ofPatient).toMatchObject([{ key, answer: 'withdrawn', title: 'Photographs for teaching' }])
  })

  const asked = ['photos-teaching', 'photos-publication', 'share-referrer'] as const
  async function sendAsking() {
    await testApp.clinicA.askBesides(...asked)
    const sent = await testApp.clinicA.addSent()
    await testApp.clinicA.askBesides()
    return sent
  }
  const takeIn = (sent: TestConsent, additional: { key: (typeof asked)[number]; answer: string }[]) =>
    dentist().call(contract.paper.takeIn, {
      ...paperInputFor(sent, testApp.clock.now()),
      additional: additional as never,
    })
  const onPaper = [
    { key: asked[0], answer: 'yes' },
    { key: asked[1], answer: 'no' },
    { key: asked[2], answer: 'blank' },
  ]

  it('is written down from a paper: ticked yes, no, or left blank, by whom, and stands with the rest', async () => {
    const sent = await sendAsking()
    expect((await takeIn(sent, onPaper)).status).toBe(200)
    const consent = await read(sent)
    expect(consent).toMatchObject({ status: 'signed', chainIntact: true })
    expect(await eventsOf(sent)).toEqual(['matter.allowed', 'matter.refused', 'matter.blank'])
    expect(consent.events.map(({ what }) => what)).toContain('An additional consent was given on the paper')
    const { additional } = await listMatters(sent)
    const given = { how: 'paper', by: 'Tom Hughes', at: consent.signature!.at }
    expect(additional).toMatchObject(onPaper.map((one) => ({ ...one, ...given })))
    const { patient } = await testApp.clinicA.open(sent)
    const own = await patient.callOk(matters.listOwn, { consentId: sent.consentId })
    expect(own.additional).toEqual(additional)
    expect((await patient.callOk(signing.read, { consentId: sent.consentId })).chainIntact).toBe(true)
    const after = await patient.callOk(matters.takeBack, { consentId: sent.consentId, key: asked[0] })
    expect(after.additional[0]).toMatchObject({ answer: 'withdrawn' })
    expect((await patient.call(matters.takeBack, { consentId: sent.consentId, key: asked[2] })).reason).toBe(
      'not-given',
    )
  })

  it('is not passed over on a paper, nor told twice; what the text does not ask is not kept', async () => {
    const sent = await sendAsking()
    for (const additional of [[], onPaper.slice(1), [...onPaper, onPaper[0]!]]) {
      const refused = await takeIn(sent, additional)
      expect([refused.status, refused.reason]).toEqual([400, 'additional-missing'])
    }
    expect(await eventsOf(sent)).toEqual([])
    const plain = await testApp.clinicA.addSent()
    expect((await takeIn(plain, onPaper)).status).toBe(200)
    expect((await listMatters(plain)).additional).toEqual([])
  })

  it('is said aloud with the treatment, and anew when that is signed on a screen', async () => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from templates where library_id = 'composite-filling'`,
    )
    await testApp.clinicA.askBesides('photos-teaching', 'share-referrer')
    const draft = await testApp.clinicA.addDraft({ templateId: rows[0]!.id })
    const on = new Date(testApp.clock.now().getTime() - 5 * minute_ms).toISOString()
    const verbal = await dentist().callOk(consents.recordVerbal, {
      consentId: draft.id,
      discussion: {
        ...{ on, mode: 'in-person', note: 'Talked through at the chair', whatMatters: '' },
        understanding: 'explained-back',
      },
      witnesses: [{ name: 'Ann Friend', capacity: 'Nurse', statement: 'I heard her say yes.' }],
      wordingConfirmed: true,
      additional: [{ key: 'photos-teaching', answer: 'yes' }],
    })
    await testApp.clinicA.askBesides()
    expect(verbal).toMatchObject({ status: 'verbal', chainIntact: true })
    const consent = { consentId: draft.id, patientId: draft.patient.id, contentHash: verbal.contentHash! }
    const said = { key: 'photos-teaching', answer: 'yes' } as const
    expect((await listMatters(consent)).additional).toMatchObject([
      { ...said, how: 'verbal', by: 'Tom Hughes', at: on },
    ])
    const { patient } = await testApp.clinicA.open(consent)
    const opened = { ...(await patient.callOk(signing.read, consent)), ...consent }
    const body = { ...signatureFor(opened as never), said: { additional: [said] } }
    await patient.callOk(signing.sign, body)
    expect(await eventsOf(consent)).toEqual(['matter.allowed', 'matter.allowed'])
    expect((await listMatters(consent)).additional).toMatchObject([{ ...said, how: 'screen', by: '' }])
    expect((await read(consent)).chainIntact).toBe(true)
  })

  it('is written by staff of nothing that was signed on a screen, whatever the code says', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const as = rawQuery(app)
    const write = (mode: string) =>
      as(
        { role: 'candour_clinic', clinicId: testApp.clinicA.id },
        `insert into matter_entries (clinic_id, consent_id, number, kind, about, mode, talked_at, staff_id, by_name, hash, at)
         select clinic_id, id, 1, 'allowed', 'photos-teaching', $2, now(), clinician_id, 'Tom', 'x', now()
         from consents where id = $1`,
        [consentId, mode],
      )
    await expect(write('paper')).rejects.toThrow('This was not given so')
    await expect(write('verbal')).rejects.toThrow('This was not given so')
    await app.end()
  })
})
