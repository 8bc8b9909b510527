import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { clinical_note_length_max, language_model_questions_an_hour_max } from '../../../contract/limits.ts'
import { openMockLanguageModel, type MockLanguageModel } from '../../testing/mock-language-model.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { clinicalNotes } = contract

let testApp: TestApp
let peer: MockLanguageModel
let withModel: App
let patientId: string
let clinicianId: string

beforeAll(async () => {
  ;[testApp, peer] = await Promise.all([openTestApp(), openMockLanguageModel()])
  withModel = await testApp.openSecondInstance({
    languageModel: {
      off: false,
      provider: 'openai-compatible',
      model: 'small',
      baseUrl: peer.baseUrl,
      apiKey: '',
    },
  })
  clinicianId = testApp.clinicA.staff.dentist.staffId!
  const patient = await dentist().callOk(contract.patients.create, {
    firstName: 'Eleanor',
    lastName: 'Whitcombe',
    dateOfBirth: '1961-03-14',
    phone: '020 7946 0018',
    address: '12 Orchard Lane, Bath',
  })
  patientId = patient.id
})

afterAll(async () => {
  await withModel.close()
  await peer.close()
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const callerWithModel = (): TestCaller => createTestCaller(withModel.http, dentist().cookie)

const emptyAnswer = { treatments: [], factors: [], diagnosis: null, placeholders: [] }
const note = 'Mrs Whitcombe: UL6 irreversible pulpitis, RCT then crown, on apixaban, nervous. £850, 2 visits'

async function auditRows(action: string) {
  const { rows } = await testApp.owner.query<{ details: object; subject: string }>(
    'select details, subject from audit_rows where action = $1 order by sequence',
    [action],
  )
  return rows
}

describe('a note that is read', () => {
  it('says treatments with the templates for them, diagnosis and factors, each with its words', async () => {
    const reading = await dentist().callOk(clinicalNotes.read, { patientId, note })
    const [rootCanal, crown] = reading.proposals
    expect(rootCanal).toMatchObject({ subtype: 'Molar Root Canal', teeth: ['26'], why: 'a molar' })
    expect(rootCanal!.offers[0]).toMatchObject({
      subtype: 'Molar Root Canal',
      templates: [{ requiresTooth: true, isOwn: false }],
    })
    expect(crown).toMatchObject({ subtype: 'Crown on a Root-Treated Tooth', teeth: ['26'] })
    expect(reading.diagnosis).toContain('irreversible pulpitis')
    expect(reading.facts.map(({ factor, answer, label }) => [factor, answer, label])).toEqual([
      ['doac', 'yes', expect.stringContaining('Direct oral anticoagulant')],
      ['anxiety', 'yes', expect.stringContaining('Dental fear')],
    ])
    expect(reading).toMatchObject({ price: { text: '£850' }, visits: { text: '2 visits' }, conflicts: [] })
    expect(reading.unknown.map(({ words }) => words)).toEqual(['Whitcombe'])
    expect(reading.outgoing).toBeNull()
  })

  it('has the practice’s own template first', async () => {
    const shipped = await dentist().callOk(clinicalNotes.read, { patientId, note: 'UL6 comp' })
    const templateId = shipped.proposals[0]!.offers[0]!.templates[0]!.id
    const own = await testApp.clinicA.as('manager').callOk(contract.templates.duplicate, { templateId })
    await testApp.clinicA
      .as('manager')
      .callOk(contract.templates.setStatus, { templateId: own.id, status: 'active' })
    const { proposals } = await dentist().callOk(clinicalNotes.read, { patientId, note: 'UL6 comp' })
    expect(proposals[0]!.offers[0]!.templates).toMatchObject([
      { id: own.id, isOwn: true },
      { id: templateId },
    ])
    const elsewhere = await testApp.clinicB
      .as('dentist')
      .call(clinicalNotes.read, { patientId, note: 'UL6 comp' })
    expect(elsewhere.reason).toBe('patient-not-found')
  })

  it.each([
    ['empty', ' \n '],
    ['too long', 'x'.repeat(clinical_note_length_max + 1)],
  ])('is refused %s', async (_what, typed) => {
    const { code } = await dentist().call(clinicalNotes.read, { patientId, note: typed })
    expect(code).toBe('invalid-argument')
  })

  it('leaves no word of it behind', async () => {
    const words = 'Zanzibarian pulpitis UL6'
    await dentist().callOk(clinicalNotes.read, { patientId, note: words })
    peer.replyWith({ says: emptyAnswer })
    await callerWithModel().callOk(clinicalNotes.suggest, { patientId, note: words })
    expect(testApp.logged.join(' ')).not.toContain('Zanzibarian')
    const { rows } = await testApp.owner.query<{ found: string }>(
      `select string_agg(details::text, ' ') as found from audit_rows`,
    )
    expect(rows[0]!.found).not.toContain('Zanzibarian')
  })
})

describe('a language model', () => {
  beforeEach(() => peer.replyWith({ says: emptyAnswer }))

  it('is not asked where none is set up', async () => {
    const { reason } = await dentist().call(clinicalNotes.suggest, { patientId, note })
    expect(reason).toBe('model-off')
    expect(peer.requests).toEqual([])
  })

  it('gets the note without what tells who the patient is, exactly as it is shown before', async () => {
    const typed = 'Eleanor (dob 14/3/61, 020 7946 0018, 12 Orchard Lane BA1 2QH): UL6 RCT, d/w Dr Nair'
    const { outgoing } = await callerWithModel().callOk(clinicalNotes.read, { patientId, note: typed })
    await callerWithModel().callOk(clinicalNotes.suggest, { patientId, note: typed })
    const [asked] = peer.requests
    expect(asked!.body.messages.at(-1)!.content).toBe(outgoing!.text)
    expect(outgoing).toMatchObject({ model: 'small' })
    expect(outgoing!.text).toContain('UL6 RCT')
    for (const word of ['Eleanor', '14/3/61', '7946', 'Orchard', 'BA1', 'Nair', patientId, 'Harbour'])
      expect(asked!.text).not.toContain(word)
  })

  it('suggests what the rules did not read, resting on words of the note', async () => {
    peer.replyWith({
      says: {
        ...emptyAnswer,
        treatments: [
          { subtype: 'Composite Filling', words: 'a white one' },
          { subtype: 'Zirconia Crown', words: 'not in the note' },
        ],
        factors: [
          { factor: 'doac', answer: 'no', words: 'apixaban' },
          { factor: 'sleep-apnoea', answer: 'yes', words: 'snores' },
        ],
      },
    })
    const typed = 'UL6 a white one, on apixaban, snores'
    const { outcome, suggestions } = await callerWithModel().callOk(clinicalNotes.suggest, {
      patientId,
      note: typed,
    })
    expect(outcome).toBe('answered')
    expect(suggestions).toMatchObject([
      { about: 'treatment', subtype: 'Composite Filling', from: 4, to: 15, words: 'a white one' },
      { about: 'factor', factor: 'sleep-apnoea', answer: 'yes', words: 'snores' },
    ])
    const [first] = suggestions
    expect(first!.about === 'treatment' && first!.templates.length).toBeGreaterThan(0)
  })

  it('that fails leaves the reading as it was, and is written down as asked', async () => {
    const before = (await auditRows('clinical_note.model_asked')).length
    peer.replyWith({ status: 429 })
    expect(await callerWithModel().callOk(clinicalNotes.suggest, { patientId, note })).toEqual({
      outcome: 'busy',
      suggestions: [],
    })
    const rows = await auditRows('clinical_note.model_asked')
    expect(rows).toHaveLength(before + 1)
    expect(rows.at(-1)).toMatchObject({ subject: patientId, details: { model: 'small', removed: 1 } })
  })

  it('is asked only so often by one person, and others still may', async () => {
    const manager = createTestCaller(withModel.http, testApp.clinicA.as('manager').cookie)
    for (let asked = 0; asked < language_model_questions_an_hour_max; asked += 1)
      await manager.callOk(clinicalNotes.suggest, { patientId, note: 'UL6' })
    peer.replyWith({ says: emptyAnswer })
    const { outcome } = await manager.callOk(clinicalNotes.suggest, { patientId, note: 'UL6' })
    expect(outcome).toBe('too-often')
    expect(peer.requests).toEqual([])
    expect((await callerWithModel().callOk(clinicalNotes.suggest, { patientId, note: 'UL6' })).outcome).toBe(
      'answered',
    )
  })
})

describe('what is accepted of a note', () => {
  const settled = async (more: object = {}, typed = note) => {
    const { proposals } = await dentist().callOk(clinicalNotes.read, { patientId, note })
    const treatments = proposals.map(({ offers, teeth }) => ({
      templateId: offers[0]!.templates[0]!.id,
      teeth,
    }))
    return dentist().call(clinicalNotes.settle, {
      ...{ patientId, clinicianId, note: typed, treatments, price: '£850', visits: '2 visits' },
      ...more,
    })
  }
  const apixaban = { from: note.indexOf('apixaban'), to: note.indexOf('apixaban') + 8 }
  const fact = { factor: 'doac', answer: 'yes' as const, spans: [apixaban], foundBy: 'rules' as const }

  test('becomes the details of a consent that can be made as it is, and facts with their words', async () => {
    const { body } = await settled({
      diagnosis: 'Inflamed nerve',
      facts: [{ ...fact, fields: { drug: 'apixaban' } }],
    })
    expect(body.facts).toMatchObject([{ factor: 'doac', words: 'apixaban', fields: { drug: 'apixaban' } }])
    expect(body.consent.items).toHaveLength(2)
    const made = await dentist().callOk(contract.consents.create, body.consent)
    expect(made).toMatchObject({ status: 'draft', teeth: ['26'], plan: { diagnosis: 'Inflamed nerve' } })
    expect(made.missing).not.toContain('price')
    expect(made.plan.items).toMatchObject([{ pricePence: 85_000 }, { pricePence: 85_000 }])
    const banded = await settled({ price: 'NHS band 2' })
    expect(banded.body.consent.items).toMatchObject([
      { pricePence: null, band: 'band-2', placeholders: {} },
      { pricePence: null, band: 'band-2' },
    ])
  })

  test.each<[string, object, string]>([
    ['a fact that is no factor', { facts: [{ ...fact, factor: 'tired' }] }, 'fact-unknown'],
    ['a field that the factor has not', { facts: [{ ...fact, fields: { inrValue: '2' } }] }, 'fact-unknown'],
    ['a price that is none', { price: 'about £850' }, 'price-unreadable'],
    ['a fact without words', { facts: [{ ...fact, spans: [{ from: 4000, to: 4004 }] }] }, 'fact-not-in-note'],
    [
      'a clinician who is none',
      { clinicianId: '00000000-0000-4000-8000-000000000000' },
      'clinician-not-found',
    ],
    ['a patient of nobody', { patientId: '00000000-0000-4000-8000-000000000000' }, 'patient-not-found'],
    [
      'a template that is not there',
      { treatments: [{ templateId: '00000000-0000-4000-8000-000000000000' }] },
      'template-not-found',
    ],
  ])('is refused with %s', async (_what, more, reason) => {
    expect((await settled(more)).reason).toBe(reason)
  })

  test('is refused while the note says two things at once, until somebody says which', async () => {
    const typed = 'UL6 irreversible pulpitis, RCT tooth 16'
    const refused = await settled({}, typed)
    expect(refused.reason).toBe('conflict-open')
    expect(refused.error?.message).toContain('UL6 and 16 are on different sides')
    expect((await settled({ settled: ['16 26'] }, typed)).status).toBe(200)
  })

  test('is written down without its words', async () => {
    await settled({ facts: [fact] })
    const rows = await auditRows('clinical_note.accepted')
    expect(rows.at(-1)).toMatchObject({ subject: patientId, details: { treatments: 2, facts: 1 } })
    expect(JSON.stringify(rows)).not.toContain('apixaban')
  })
})
