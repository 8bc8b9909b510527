import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { assessments, inOneWeek, decisions } from '../../testing/test-capacity.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { discussion, paperInputFor, signatureFor, type TestConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { capacity, consents, paper, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const dentist = () => testApp.clinicA.as('dentist')
const get = (consentId: string) => dentist().callOk(consents.get, { consentId })
const assess = (consentId: string, told: (typeof assessments)[keyof typeof assessments], change = {}) =>
  dentist().call(capacity.assess, { ...told, ...change, consentId })
const decide = (
  { consentId, contentHash }: TestConsent,
  told: (typeof decisions)[keyof typeof decisions] = decisions.goAhead,
  change = {},
) => dentist().call(capacity.decide, { consentId, contentHash, ...told, ...change })

/** The practice follows the law of another nation while this is done. */
async function inNation<T>(nation: Nation, work: () => Promise<T>): Promise<T> {
  const set = (to: Nation) =>
    testApp.owner.query('update clinics set nation = $2 where id = $1', [testApp.clinicA.id, to])
  await set(nation)
  try {
    return await work()
  } finally {
    await set('england')
  }
}

const yearsAgo = (years: number, days = 0) =>
  dateInTimeZone(new Date(Date.UTC(new Date().getUTCFullYear() - years, 0, 1 + days)))

describe('the form', () => {
  it.each<[Nation, string]>([
    ['england', 'mental-capacity-act'],
    ['wales', 'mental-capacity-act'],
    ['scotland', 'adults-with-incapacity'],
    ['northern-ireland', 'northern-ireland'],
  ])('in %s is %s', async (nation, form) => {
    const { consentId } = await testApp.clinicA.addSent()
    const found = await inNation(nation, () => dentist().callOk(capacity.get, { consentId }))
    expect(found).toMatchObject({ nation, form, assessments: [], decisions: [] })
  })

  it('is not there for a child', async () => {
    const patientId = await testApp.clinicA.addPatient({ dateOfBirth: yearsAgo(12) })
    const { consentId } = await testApp.clinicA.addSent({ patientId })
    expect(await dentist().callOk(capacity.get, { consentId })).toMatchObject({ form: null })
    expect((await assess(consentId, assessments.has)).reason).toBe('under-16')
  })

  it('is not there for another practice', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    expect((await testApp.clinicB.as('dentist').call(capacity.get, { consentId })).reason).toBe('not-found')
  })
})

describe('an assessment', () => {
  it('is kept in the words of its day, with who made it, and linked into the chain', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const { body } = await assess(consentId, assessments.lacks)
    expect(body.assessments).toHaveLength(1)
    expect(body.assessments[0]).toMatchObject({
      ...{ number: 1, result: 'lacks', form: 'mental-capacity-act', by: 'Tom Hughes', gdcNumber: '248163' },
      ...{ post: 'Dentist', again: '', law: 'Mental Capacity Act 2005', place: 'Surgery 2' },
    })
    const abilities = body.assessments[0]!.told.find(({ title }) => title.startsWith('Can the patient'))!
    expect(abilities.lines.map(({ answer }) => answer)).toEqual(['Yes', 'Yes', 'No', 'Yes'])
    const { events, chainIntact } = await get(consentId)
    const { hash } = body.assessments[0]!
    expect(events.at(-1)).toMatchObject({
      event: 'capacity.assessed',
      actor: 'Tom Hughes',
      details: { number: 1, result: 'lacks', hash },
    })
    expect(JSON.stringify(events)).not.toContain('Dementia')
    expect(chainIntact).toBe(true)
  })

  it('is made again beside the first, with the reason', async () => {
    const { consentId } = await testApp.clinicA.addIncapable()
    expect((await assess(consentId, assessments.has)).reason).toBe('reason-missing')
    const { body } = await assess(consentId, assessments.has, { again: 'She had slept, and knew it all.' })
    expect(body.assessments.map(({ number, result }) => [number, result])).toEqual([
      [2, 'has'],
      [1, 'lacks'],
    ])
    expect((await get(consentId)).chainIntact).toBe(true)
  })

  it.each([
    ['not finished', { answers: { ...assessments.has.answers, outcome: { chosen: [] } } }, 'form-unfinished'],
    [
      'without evidence',
      { answers: { ...assessments.has.answers, weigh: { chosen: ['yes'] } } },
      'form-unfinished',
    ],
    [
      'against itself',
      { answers: { ...assessments.has.answers, outcome: assessments.lacks.answers['outcome']! } },
      'does-not-stand',
    ],
    [
      'with an answer nobody asked for',
      { answers: { ...assessments.has.answers, mood: { text: 'Good' } } },
      'form-changed',
    ],
    ['of a form of before', { formVersion: '0.9' }, 'form-changed'],
    ['of another law', { form: 'northern-ireland' as const }, 'other-form'],
    ['in the future', { assessedAt: new Date(Date.now() + day_ms).toISOString() }, 'in-future'],
  ])('%s is refused', async (_what, change, reason) => {
    const { consentId } = await testApp.clinicA.addSent()
    expect((await assess(consentId, assessments.has, change)).reason).toBe(reason)
    expect((await dentist().callOk(capacity.get, { consentId })).assessments).toEqual([])
  })

  it('says which questions are open, and which answers cannot both be', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const { doubt: _doubt, ...answers } = assessments.has.answers
    const open = await assess(consentId, assessments.has, { answers })
    expect(open.error!.details).toMatchObject({ questions: ['doubt'] })
    const torn = { ...assessments.lacks.answers, impairment: assessments.has.answers['urgency']! }
    torn['impairment'] = { chosen: ['no'], text: 'None that is known to anybody here.' }
    const stopped = await assess(consentId, assessments.has, { answers: torn })
    expect(stopped.error!.details).toMatchObject({ stops: ['no-impairment', 'no-link'] })
  })

  it('is made by people with a clinical role', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const offersOf = async (role: 'dentist' | 'manager') =>
      (await testApp.clinicA.as(role).callOk(capacity.get, { consentId })).actions
    expect(await offersOf('manager')).toEqual({ assess: 'not-clinician', decide: 'not-clinician' })
    expect(await offersOf('dentist')).toEqual({ assess: null, decide: null })
    await testApp.clinicA.as('manager').callOk(contract.consents.void, { consentId, reason: 'By mistake' })
    expect(await offersOf('dentist')).toEqual({ assess: 'wrong-state', decide: 'wrong-state' })
  })

  it('is refused from whoever has none', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const assessmentInput = { consentId, ...assessments.has }
    expect((await testApp.clinicA.as('manager').call(capacity.assess, assessmentInput)).reason).toBe(
      'not-clinician',
    )
    expect((await testApp.clinicA.as('receptionist').call(capacity.assess, assessmentInput)).reason).toBe(
      'not-clinician',
    )
    expect((await testApp.clinicB.as('dentist').call(capacity.assess, assessmentInput)).reason).toBe(
      'not-found',
    )
  })

  it('may come before the text is fixed, and not after the consent has ended', async () => {
    const draft = await testApp.clinicA.addDraft()
    expect((await assess(draft.id, assessments.has)).status).toBe(200)
    const { consentId } = await testApp.clinicA.addSent()
    await testApp.clinicA.as('manager').callOk(consents.void, { consentId, reason: 'Made in error' })
    expect((await assess(consentId, assessments.has)).reason).toBe('wrong-state')
  })
})

/** Who may sign after which finding, by which way. The whole table of results stands with the rules. */
describe('a signature', () => {
  const found = {
    nothing: null,
    has: assessments.has,
    lacks: assessments.lacks,
    open: assessments.open,
    emergency: assessments.emergency,
  }
  it.each<[keyof typeof found, string | null]>([
    ['nothing', null],
    ['has', null],
    ['lacks', 'capacity-lacking'],
    ['open', 'capacity-open'],
    ['emergency', 'capacity-lacking'],
  ])('of the patient, found %s: %s', async (what, reason) => {
    const viewed = await testApp.clinicA.addViewed()
    const told = found[what]
    if (told) await assess(viewed.consentId, told)
    const onPaper = paperInputFor(viewed, testApp.clock.now())
    const verbal = {
      consentId: viewed.consentId,
      discussion: discussion(),
      witnesses: [{ name: 'Ewa Kowalczyk', capacity: '', statement: 'I heard it.' }],
    }
    if (reason) {
      expect((await dentist().call(paper.takeIn, onPaper)).reason).toBe(reason)
      expect((await dentist().call(consents.recordVerbal, verbal)).reason).toBe(reason)
    }
    const { status, reason: refused } = await viewed.patient.call(signing.sign, signatureFor(viewed))
    expect([status === 200, refused ?? null]).toEqual([reason === null, reason])
    const { signature, chainIntact } = await get(viewed.consentId)
    expect([signature !== null, chainIntact]).toEqual([reason === null, true])
  })

  it('is the patient’s again once they are found able to decide', async () => {
    const viewed = await testApp.clinicA.addViewed()
    await assess(viewed.consentId, assessments.lacks)
    await assess(viewed.consentId, assessments.has, { again: 'The infection has gone.' })
    expect((await viewed.patient.call(signing.sign, signatureFor(viewed))).status).toBe(200)
  })

  const byAttorney = async () => {
    const guardian = {
      name: 'Ada Whitcombe',
      relationship: 'Daughter',
      authority: 'welfare-attorney' as const,
    }
    const patientId = await testApp.clinicA.addPatient({ guardians: [guardian] })
    const viewed = await testApp.clinicA.addViewed({ patientId })
    const mark = { kind: 'typed', typed: 'Ada Whitcombe' } as const
    const signed = { ...signatureFor(viewed), name: 'Ada Whitcombe', signerRole: 'attorney' as const, mark }
    return { ...viewed, sign: () => viewed.patient.call(signing.sign, signed) }
  }

  it('of an attorney is taken where the patient cannot decide, and not where they can', async () => {
    const capable = await byAttorney()
    await assess(capable.consentId, assessments.has)
    expect((await capable.sign()).reason).toBe('capacity-held')
    const incapable = await byAttorney()
    await assess(incapable.consentId, assessments.lacks)
    expect((await incapable.sign()).status).toBe(200)
  })

  it('of an attorney waits in Scotland for the certificate', async () => {
    const incapable = await byAttorney()
    await inNation('scotland', () => assess(incapable.consentId, assessments.lacksInScotland))
    expect((await incapable.sign()).reason).toBe('capacity-lacking')
  })
})

describe('a decision for the patient', () => {
  it('takes the place of the signature, and is countersigned as any', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    const { consentId, contentHash } = incapable
    const link = await testApp.clinicA.addLink(incapable)
    const { body } = await decide(incapable)
    expect(body.decisions).toMatchObject([
      {
        number: 1,
        choice: 'go-ahead',
        assessment: 1,
        title: 'Best-interests decision record',
        by: 'Tom Hughes',
      },
    ])
    const signed = await get(consentId)
    expect(signed).toMatchObject({
      ...{ status: 'signed', chainIntact: true },
      signature: { kind: 'decided', name: 'Tom Hughes', signerRole: 'decision-maker', declined: [] },
    })
    expect(signed.validUntil).not.toBeNull()
    expect(signed.events.slice(-2).map(({ event }) => event)).toEqual(['capacity.decided', 'consent.signed'])
    const opened = await testApp.anonymous().call(signing.open, { accessToken: link.token })
    expect(opened.status).toBe(404)
    await testApp.clinicA.discuss(incapable)
    await dentist().callOk(consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
    expect(await get(consentId)).toMatchObject({ status: 'finalised', chainIntact: true })
    expect((await decide(incapable)).reason).toBe('already-signed')
  })

  it('tells each way to go that was weighed, and asks what each brings and costs the patient', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    const root = { way: 'Root canal', brings: 'Keeps the tooth.', burdens: 'Two long visits.' }
    const told = (ways: object[]) => ({ answers: { ...decisions.goAhead.answers, options: { ways } } })
    const refused = async (ways: object[]) => (await decide(incapable, decisions.goAhead, told(ways))).status
    expect(await refused([])).toBe(400)
    expect(await refused([root, { way: 'Waiting', brings: 'No visit now.', burdens: ' ' }])).toBe(400)
    const waiting = { way: 'Waiting', brings: 'No visit now.', burdens: 'Pain.', view: 'Would not want it.' }
    const { body } = await decide(incapable, decisions.goAhead, told([root, waiting]))
    const weighed = body.decisions[0]!.told.find(({ title }) => title === 'Options and balance')!
    expect(weighed.lines[0]!.answer.split('\n')).toEqual([
      'Root canal. Benefits: Keeps the tooth. Burdens and risks: Two long visits.',
      'Waiting. Benefits: No visit now. Burdens and risks: Pain. What the patient would likely think: Would not want it.',
    ])
    const review = body.decisions[0]!.told.flatMap(({ lines }) => lines)
    expect(review.find(({ ask }) => ask === 'Review date')!.answer).toMatch(/^\d+ [A-Z][a-z]+ \d{4}$/)
    expect((await get(incapable.consentId)).chainIntact).toBe(true)
  })

  it('against treatment declines, and says why', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    await decide(incapable, decisions.notToTreat)
    expect(await get(incapable.consentId)).toMatchObject({
      ...{ status: 'declined', signature: null, chainIntact: true },
      reason: 'Best-interests decision record: She is in no pain, and the visit frightens her.',
    })
  })

  it.each<[string, keyof typeof assessments | null, string]>([
    ['where nothing was found', null, 'not-assessed'],
    ['where the patient can decide', 'has', 'has-capacity'],
    ['where it is not established', 'open', 'not-established'],
  ])('is refused %s', async (_what, result, reason) => {
    const sent = await testApp.clinicA.addSent()
    if (result) await assess(sent.consentId, assessments[result])
    expect((await decide(sent)).reason).toBe(reason)
    expect(await get(sent.consentId)).toMatchObject({ status: 'sent', signature: null, chainIntact: true })
  })

  it('is refused where a newer assessment was not read, and where the assessment is old', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    await assess(incapable.consentId, assessments.lacks, { again: 'Looked again with her daughter.' })
    expect((await decide(incapable)).reason).toBe('stale-assessment')
    expect((await decide(incapable, decisions.goAhead, { assessment: 2 })).status).toBe(200)
    const sent = await testApp.clinicA.addSent()
    const longAgo = new Date(testApp.clock.now().getTime() - 29 * day_ms).toISOString()
    await assess(sent.consentId, assessments.lacks, { assessedAt: longAgo })
    expect((await decide(sent)).reason).toBe('assessment-old')
  })

  it('is refused where the practice has come under another law since', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    const told = await inNation('scotland', () => decide(incapable, decisions.scotland))
    expect(told.reason).toBe('other-form')
    expect((await decide(incapable, decisions.northernIreland)).reason).toBe('other-form')
  })

  const { answers } = decisions.goAhead
  const covered = { chosen: ['covers'], text: 'Saw the registered power today.' }
  it.each([
    [
      'an advance refusal stands',
      { advanceRefusal: { chosen: ['applies'], text: 'Saw it: signed in 2019.' } },
      'advance-refusal',
    ],
    ['an attorney decides', { attorney: covered }, 'attorney-decides'],
    ['a deputy decides', { deputy: covered }, 'deputy-decides'],
    ['nobody is an attorney', { decider: { chosen: ['attorney'], text: 'Ada Whitcombe' } }, 'no-attorney'],
    [
      'it can wait',
      {
        willReturn: { chosen: ['likely'], text: 'In a week' },
        canWait: { chosen: ['yes'], text: 'No pain' },
      },
      'can-wait',
    ],
    [
      'somebody disagrees',
      { agreement: { chosen: ['disputed'], text: 'Her son, about the tooth' } },
      'disputed',
    ],
    [
      'a second opinion differs',
      { secondOpinion: { chosen: ['differs'], text: 'Priya Nair would wait' } },
      'second-opinion-differs',
    ],
  ])('does not stand where %s', async (_what, change, stop) => {
    const incapable = await testApp.clinicA.addIncapable()
    const refused = await decide(incapable, decisions.goAhead, { answers: { ...answers, ...change } })
    expect([refused.reason, refused.error!.details.stops]).toEqual(['does-not-stand', [stop]])
    expect((await get(incapable.consentId)).status).toBe('sent')
  })

  it('by an attorney whose power covers it stands, as the clinician records it', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    const decider = { chosen: ['attorney'], text: 'Ada Whitcombe, by phone this morning' }
    const told = { answers: { ...answers, attorney: covered, decider } }
    expect((await decide(incapable, decisions.goAhead, told)).status).toBe(200)
  })

  it('asks for an advocate where nobody was consulted', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    const { consulted: _consulted, ...alone } = answers
    const refused = await decide(incapable, decisions.goAhead, { answers: alone })
    expect(refused.error!.details.questions).toEqual(['advocate'])
    const advocate = { chosen: ['instructed'], text: 'Lin Ford, who reported on Monday' }
    expect((await decide(incapable, decisions.goAhead, { answers: { ...alone, advocate } })).status).toBe(200)
  })

  it('is signed with the own name of somebody with a clinical role', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    expect((await decide(incapable, decisions.goAhead, { name: 'Somebody Else' })).reason).toBe(
      'name-differs',
    )
    const told = { ...incapable, ...decisions.goAhead }
    const { patientId: _patient, ...input } = told
    expect((await testApp.clinicA.as('manager').call(capacity.decide, input)).reason).toBe('not-clinician')
    expect((await testApp.clinicB.as('dentist').call(capacity.decide, input)).reason).toBe('not-found')
    const stale = { contentHash: 'b'.repeat(64) }
    expect((await decide(incapable, decisions.goAhead, stale)).reason).toBe('stale-version')
  })

  it('waits for the text to be fixed, and not longer than the text waits', async () => {
    const draft = await testApp.clinicA.addDraft()
    await assess(draft.id, assessments.lacks)
    const ofDraft = { consentId: draft.id, patientId: '', contentHash: 'a'.repeat(64) }
    expect((await decide(ofDraft)).reason).toBe('wrong-state')
    const incapable = await testApp.clinicA.addIncapable()
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 minute' where id = $1`, [
      incapable.consentId,
    ])
    expect((await decide(incapable)).reason).toBe('wrong-state')
  })

  it('is taken once, however often it is sent', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addIncapable()
    const told = { consentId, contentHash, ...decisions.goAhead }
    const key = { idempotencyKey: crypto.randomUUID() }
    const first = await dentist().call(capacity.decide, told, key)
    const again = await dentist().call(capacity.decide, told, key)
    expect(again.body).toEqual(first.body)
    expect((await dentist().callOk(capacity.get, { consentId })).decisions).toHaveLength(1)
  })
})

describe('in Scotland', () => {
  const addIncapable = async () => {
    const sent = await testApp.clinicA.addSent()
    await assess(sent.consentId, assessments.lacksInScotland)
    return sent
  }

  it('a certificate under section 47 is the authority, and nothing speaks of best interests', () =>
    inNation('scotland', async () => {
      const incapable = await addIncapable()
      const { body } = await decide(incapable, decisions.scotland)
      expect(body.decisions[0]).toMatchObject({ title: 'Authority to treat under section 47' })
      const consent = await get(incapable.consentId)
      expect(consent).toMatchObject({ status: 'signed', chainIntact: true })
      expect(JSON.stringify([body, consent.signature, consent.events])).not.toMatch(/best.interests/i)
    }))

  it.each([
    ['without one', { certificate: { chosen: ['none'] } }, 'does-not-stand'],
    [
      'before it begins',
      { certificateFrom: { text: '2199-01-01' }, certificateUntil: { text: '2200-01-01' } },
      'certificate-not-begun',
    ],
    [
      'after it ended',
      { certificateFrom: { text: '2020-01-01' }, certificateUntil: { text: '2021-01-01' } },
      'certificate-over',
    ],
    [
      'with one for ever',
      { certificateFrom: { text: '2026-01-01' }, certificateUntil: { text: '2099-01-01' } },
      'certificate-too-long',
    ],
    [
      'against a welfare attorney',
      { proxy: { chosen: ['disagrees'], text: 'Ada Whitcombe, today' }, nominated: { chosen: ['none'] } },
      'does-not-stand',
    ],
  ])('nobody treats %s', (_what, change, reason) =>
    inNation('scotland', async () => {
      const incapable = await addIncapable()
      const told = { answers: { ...decisions.scotland.answers, ...change } }
      expect((await decide(incapable, decisions.scotland, told)).reason).toBe(reason)
    }),
  )
})

it('in Northern Ireland the common law is followed, with the question whether they appreciate it', () =>
  inNation('northern-ireland', async () => {
    const sent = await testApp.clinicA.addSent()
    const { appreciate: _appreciate, ...less } = assessments.lacksInNorthernIreland.answers
    const refused = await assess(sent.consentId, assessments.lacksInNorthernIreland, { answers: less })
    expect(refused.error!.details.questions).toEqual(['appreciate'])
    await assess(sent.consentId, assessments.lacksInNorthernIreland)
    expect((await decide(sent, decisions.northernIreland)).status).toBe(200)
  }))

it('at 16 and 17 parents are asked about, and attorneys are not', async () => {
  const patientId = await testApp.clinicA.addPatient({ dateOfBirth: yearsAgo(17) })
  const sent = await testApp.clinicA.addSent({ patientId })
  await assess(sent.consentId, assessments.lacks)
  const { advanceRefusal: _refusal, attorney: _attorney, ...answers } = decisions.goAhead.answers
  const without = await decide(sent, decisions.goAhead, { answers })
  expect(without.error!.details.questions).toEqual(['parent'])
  const parent = { chosen: ['asked'], text: 'Her mother, on the birth certificate: agrees' }
  const decider = { chosen: ['parent'], text: 'Ada Whitcombe, here today' }
  expect((await decide(sent, decisions.goAhead, { answers: { ...answers, parent, decider } })).status).toBe(
    200,
  )
})

describe('the record', () => {
  it('prints that the patient did not sign, and why', async () => {
    const incapable = await testApp.clinicA.addIncapable()
    await decide(incapable)
    await testApp.runJobs()
    const { documents, chainIntact } = await get(incapable.consentId)
    expect([documents.length, chainIntact]).toEqual([1, true])
    const pdf = await dentist().get(
      `/api/clinic/consents/${incapable.consentId}/documents/${documents[0]!.id}`,
    )
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'candour-capacity-')), 'record.pdf')
    await writeFile(file, pdf.raw)
    const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    expect(words).toContain('The patient did not sign this record')
    expect(words).toContain('In place of the patient’s signature')
    expect(words).toContain('Best-interests decision record')
    expect(words).toContain('She loses the options before she can compare them.')
    expect(words).toContain('Ada Whitcombe, Daughter: She would want it treated.')
    expect(words).not.toContain('Statements confirmed')
    // Who gets a copy is for whoever decided.
    const { rows } = await testApp.owner.query(
      `select 1 from messages where about_id = $1 and kind = 'signed-copy'`,
      [incapable.consentId],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['an assessment', `update capacity_assessments set result = 'has' where consent_id = $1`],
    ['a decision', `update capacity_decisions set title = 'Another' where consent_id = $1`],
    ['a decision less', `delete from capacity_decisions where consent_id = $1`],
  ])('shows where %s was changed', async (_what, change) => {
    const incapable = await testApp.clinicA.addIncapable()
    await decide(incapable, decisions.notToTreat)
    await testApp.owner.query(change, [incapable.consentId])
    expect((await get(incapable.consentId)).chainIntact).toBe(false)
  })
})

describe('the database', () => {
  let app: pg.Client
  beforeAll(async () => {
    app = new pg.Client(testApp.logins.app)
    await app.connect()
  })
  afterAll(() => app.end())
  const asClinic = () => ({ role: 'candour_clinic', clinicId: testApp.clinicA.id }) as const

  it('lets nobody change or remove a record, and no patient read its words', async () => {
    const { consentId } = await testApp.clinicA.addIncapable()
    for (const table of ['capacity_assessments', 'capacity_decisions']) {
      await expect(rawQuery(app)(asClinic(), `delete from ${table}`)).rejects.toThrow('permission denied')
      await expect(rawQuery(app)(asClinic(), `update ${table} set title = ''`)).rejects.toThrow(
        'permission denied',
      )
    }
    const patient = {
      role: 'candour_patient',
      clinicId: testApp.clinicA.id,
      consentIds: [consentId],
    } as const
    const seen = await rawQuery(app)(patient, 'select form, result from capacity_assessments')
    expect(seen).toEqual([{ form: 'mental-capacity-act', result: 'lacks' }])
    await expect(rawQuery(app)(patient, 'select told from capacity_assessments')).rejects.toThrow(
      'permission denied',
    )
  })

  it('refuses a signature that the newest assessment does not allow', async () => {
    const { consentId } = await testApp.clinicA.addIncapable()
    const sign = (mark: object, role: string) =>
      rawQuery(app)(
        asClinic(),
        `insert into signatures (clinic_id, consent_id, idempotency_key, name, signer_role, mark, mark_hash,
           statements, content_hash, at, ip, user_agent)
         values ($1, $2, 'key', 'X', $4, $3, 'x', '[]', 'x', now(), '', '')`,
        [testApp.clinicA.id, consentId, JSON.stringify(mark), role],
      )
    await expect(sign({ kind: 'paper' }, 'patient')).rejects.toThrow('does not let this person sign')
    await expect(sign({ kind: 'decided', decision: 1, hash: 'x' }, 'decision-maker')).rejects.toThrow(
      'Nothing was decided',
    )
    await expect(sign({ kind: 'decided', decision: 1, hash: 'x' }, 'patient')).rejects.toThrow()
  })

  it('lets the chain tell of nothing that was not found', async () => {
    const { consentId } = await testApp.clinicA.addIncapable()
    const { rows } = await testApp.owner.query<{ number: number; hash: string; details: object }>(
      'select number, hash, details from consent_events where consent_id = $1 order by number desc limit 1',
      [consentId],
    )
    const { number, hash, details } = rows[0]!
    const tell = (event: string, told: object) =>
      rawQuery(app)(
        asClinic(),
        `insert into consent_events
           (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
         values ($1, $2, $3, $4, now(), 'X', '', '', $5, $6, 'x')`,
        [testApp.clinicA.id, consentId, number + 1, event, told, hash],
      )
    await expect(tell('capacity.assessed', details)).rejects.toThrow('did not happen')
    await expect(tell('capacity.assessed', { ...details, number: 2 })).rejects.toThrow('did not happen')
    await expect(tell('capacity.decided', { number: 1, hash: 'x', choice: 'go-ahead' })).rejects.toThrow(
      'did not happen',
    )
  })
})

describe('a decision that waits', () => {
  const named = (lookAgainOn: string) => ({
    answers: { ...assessments.open.answers, lookAgainOn: { text: lookAgainOn } },
  })
  const openTasks = async () => (await dentist().callOk(contract.tasks.list, { kind: 'capacity' })).rows
  const ofConsent = async (consentId: string) =>
    (await dentist().callOk(contract.tasks.listOfConsent, { consentId })).filter(
      ({ kind }) => kind === 'capacity',
    )
  const listed = async () =>
    (await dentist().callOk(consents.list, { view: 'look-again' })).rows.map(({ id }) => id)
  const isDue = async (consentId: string) =>
    (await openTasks()).some((task) => task.consentId === consentId) && (await listed()).includes(consentId)

  /** The day has come: sessions end long before it, so the rows move and not the clock. */
  async function letComeDue(consentId: string): Promise<void> {
    for (const set of ['consents set look_again_at', 'tasks set due_at'])
      await testApp.owner.query(
        `update ${set} = now() - interval '1 hour' where $1 in (${set.startsWith('tasks') ? 'consent_id' : 'id'})`,
        [consentId],
      )
  }

  it('names a day ahead, within a year', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const today = dateInTimeZone(new Date())
    const reasons = []
    for (const day of ['', '2020-01-01', today, `${Number(today.slice(0, 4)) + 2}-01-01`])
      reasons.push((await assess(consentId, assessments.open, named(day))).reason)
    expect(reasons).toEqual(['form-unfinished', 'look-again-past', 'look-again-past', 'look-again-far'])
  })

  it('is a task of its clinician from that day on, and among what waits, until it is assessed again', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    expect((await assess(consentId, assessments.open, named(inOneWeek))).status).toBe(200)
    await testApp.runJobs()
    expect(await isDue(consentId)).toBe(false)
    expect(await ofConsent(consentId)).toMatchObject([
      { status: 'open', dueAt: expect.stringContaining('T'), assignedTo: { name: 'Tom Hughes' } },
    ])
    const before = (await dentist().callOk(consents.counts, {})).toLookAtAgain
    await letComeDue(consentId)
    expect(await isDue(consentId)).toBe(true)
    expect((await dentist().callOk(consents.counts, {})).toLookAtAgain).toBe(before + 1)
    expect((await dentist().callOk(contract.tasks.counts, {})).open.capacity).toBeGreaterThan(0)
    const again = { again: 'She had slept well.' }
    expect((await assess(consentId, assessments.has, again)).status).toBe(200)
    await testApp.runJobs()
    expect(await ofConsent(consentId)).toMatchObject([{ status: 'done', done: { outcome: 'not-needed' } }])
    expect(await isDue(consentId)).toBe(false)
    expect((await dentist().callOk(consents.counts, {})).toLookAtAgain).toBe(before)
  })

  it('moves with another day, and ends where nothing is to be signed any more', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    await assess(consentId, assessments.open, named(inOneWeek))
    await testApp.runJobs()
    const later = dateInTimeZone(new Date(Date.now() + 20 * day_ms))
    const again = { ...named(later), again: 'Still unwell.' }
    expect((await assess(consentId, assessments.open, again)).status).toBe(200)
    await testApp.runJobs()
    expect((await ofConsent(consentId)).map(({ status }) => status)).toEqual(['done', 'open'])
    await testApp.clinicA.as('owner').callOk(consents.void, { consentId, reason: 'Another plan' })
    await testApp.runJobs()
    expect((await ofConsent(consentId)).map(({ status }) => status)).toEqual(['done', 'done'])
  })
})
