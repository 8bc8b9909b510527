import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { InferContractRouterInputs } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type Contract } from '../../../contract/index.ts'
import { drawnSignature, paperInputFor, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { decide, read } = contract.authority
const { sign } = contract.signing
const dentist = () => testApp.clinicA.as('dentist')

const yearsAgo = (years: number): string => {
  const day = testApp.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return dateInTimeZone(day)
}

const mother = { name: 'Mei Tan', relationship: 'Mother' }
const asMother = { who: 'mother', obstacle: 'none' } as const
const explained = 'She told me in her own words what we do, what can go wrong and what else there is.'

/** A consent of somebody of that age, opened: their birth date is changed behind the link, which asks for the usual one. */
async function addViewedAt(age: number): Promise<OpenedConsent> {
  const viewed = await testApp.clinicA.addViewed()
  const born = [yearsAgo(age), viewed.patientId]
  await testApp.owner.query('update patients set date_of_birth = $1 where id = $2', born)
  return viewed
}

const submitSignature = (consent: OpenedConsent, change: object = {}) =>
  consent.patient.call(sign, { ...signatureFor(consent), ...change })
const motherSigns = {
  ...{ name: 'Mei Tan', signerRole: 'parent' as const },
  mark: { kind: 'typed' as const, typed: 'Mei Tan' },
}
const witness = {
  ...{ role: 'witness' as const, name: 'Priya Nair', capacity: 'Dental nurse' },
  mark: { kind: 'typed' as const, typed: 'Priya Nair' },
}
const interpreter = {
  ...{ role: 'interpreter' as const, name: 'Ana Silva', capacity: 'Portuguese, Bridge Interpreting' },
  mark: drawnSignature,
}

describe('who may sign', () => {
  it('is nobody alone under 16, the patient from 16 on, and adults as before', async () => {
    const child = await addViewedAt(15)
    expect((await child.patient.callOk(contract.signing.read, child)).signers).toEqual([])
    expect((await submitSignature(child)).reason).toBe('not-authorised')
    for (const age of [16, 17, 40]) expect((await submitSignature(await addViewedAt(age))).status).toBe(200)
  })

  it('is the mother once that is decided, which also stands in the patient’s record', async () => {
    const child = await addViewedAt(9)
    const { consentId, patientId } = child
    const seen = 'Full birth certificate'
    const decided = await dentist().callOk(decide, { consentId, answers: asMother, person: mother, seen })
    expect(decided).toMatchObject({ age: 9, group: 'child', isOpen: true })
    expect(decided.decisions).toMatchObject([
      {
        ...{ number: 1, outcome: 'mother-signs', kind: 'signs', signers: ['parent'], person: mother },
        ...{ by: 'Tom Hughes', gdcNumber: '248163', seen },
        sources: [
          'Children Act 1989 ss2–5 (England and Wales)',
          expect.stringContaining('Dental Protection'),
        ],
      },
    ])
    const { guardians } = await dentist().callOk(contract.patients.get, { patientId })
    const evidence = { evidence: seen, evidenceBy: 'Tom Hughes' }
    const authority = { authority: 'parental-responsibility', basis: 'birth-mother' }
    expect(guardians).toMatchObject([{ ...mother, ...authority, ...evidence }])
    expect((await submitSignature(child)).reason).toBe('not-authorised')
    const { body } = await submitSignature(child, motherSigns)
    expect([body.status, body.chainIntact]).toEqual(['signed', true])
    const { events, chainIntact } = await dentist().callOk(contract.consents.get, { consentId })
    expect(chainIntact).toBe(true)
    const details = { decision: 1, outcome: 'mother-signs', signers: ['parent'] }
    expect(events.find(({ event }) => event === 'authority.decided')?.details).toMatchObject(details)
  })

  it('is a child whom a clinician found competent, who says why; a receptionist cannot say it', async () => {
    const child = await addViewedAt(15)
    const { consentId } = child
    const competent = { consentId, answers: { who: 'patient', competence: 'competent' } as const }
    expect((await dentist().call(decide, competent)).reason).toBe('reason-required')
    const told = { ...competent, reason: explained }
    expect((await testApp.clinicA.as('manager').call(decide, told)).reason).toBe('not-clinician')
    expect((await submitSignature(child)).reason).toBe('not-authorised')
    await dentist().callOk(decide, told)
    expect((await submitSignature(child)).body.signature).toMatchObject({ signerRole: 'patient' })
  })

  it('changes with another decision, and both stay on record', async () => {
    const child = await addViewedAt(9)
    const { consentId, patientId } = child
    await dentist().callOk(decide, { consentId, answers: asMother, person: mother })
    const { people } = await dentist().callOk(read, { consentId })
    const person = { ...mother, guardianId: people[0]!.guardianId }
    const limited = { who: 'mother', obstacle: 'order-limits' } as const
    const { decisions } = await dentist().callOk(decide, { consentId, answers: limited, person })
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['order-limits', 'mother-signs'])
    const { guardians } = await dentist().callOk(contract.patients.get, { patientId })
    expect(guardians).toMatchObject([{ name: 'Mei Tan', authority: 'other' }])
    expect((await submitSignature(child, motherSigns)).reason).toBe('not-authorised')
  })

  it('is nobody while capacity is in doubt, whatever is on record, until it was assessed', async () => {
    const adult = await testApp.clinicA.addViewed()
    const { consentId } = adult
    await dentist().callOk(decide, { consentId, answers: { capacity: 'doubted' } })
    expect((await submitSignature(adult)).reason).toBe('not-authorised')
    await dentist().callOk(decide, { consentId, answers: { capacity: 'has', who: 'patient' } })
    expect((await submitSignature(adult)).status).toBe(200)
  })

  it.each([
    ['an attorney', 'england', 'welfare-attorney', 'attorney'],
    ['a deputy', 'wales', 'deputy', 'deputy'],
    ['a guardian', 'scotland', 'welfare-guardian', 'guardian'],
  ] as const)(
    'is %s whose power was seen, and nobody else any longer',
    async (_who, nation, who, signerRole) => {
      const lawOf = (here: string) =>
        testApp.owner.query('update clinics set nation = $2 where id = $1', [testApp.clinicA.id, here])
      await lawOf(nation)
      try {
        const adult = await testApp.clinicA.addViewed()
        const { consentId } = adult
        const lacks = { capacity: 'lacks', advance: 'none' } as const
        const answers = { ...lacks, who, power: 'health', scope: 'yes' } as const
        const person = { name: 'Dev Rao', relationship: 'Son' }
        const missing = await dentist().call(decide, { consentId, answers, person })
        expect(missing.reason).toBe('evidence-required')
        await dentist().callOk(decide, { consentId, answers, person, seen: 'Registered power, 12 May' })
        const mark = { kind: 'typed', typed: 'Dev Rao' }
        for (const other of ['patient', 'parent', 'attorney', 'deputy', 'guardian'].filter(
          (r) => r !== signerRole,
        ))
          expect((await submitSignature(adult, { name: 'Dev Rao', signerRole: other, mark })).reason).toBe(
            'not-authorised',
          )
        const { body } = await submitSignature(adult, { name: 'Dev Rao', signerRole, mark })
        expect([body.status, body.signature]).toMatchObject(['signed', { name: 'Dev Rao', signerRole }])
      } finally {
        await lawOf('england')
      }
    },
  )

  it('is by the age on the practice’s own day, wherever it lies', async () => {
    const { patientId } = await addViewedAt(15)
    const here = dateInTimeZone(testApp.clock.now())
    // At any moment it is another day in one of them than in London.
    const zone = ['Pacific/Kiritimati', 'Pacific/Niue'].find(
      (each) => dateInTimeZone(testApp.clock.now(), each) !== here,
    )!
    const there = dateInTimeZone(testApp.clock.now(), zone)
    const later = here > there ? here : there
    const born = `${Number(later.slice(0, 4)) - 16}${later.slice(4)}`
    await testApp.owner.query('update patients set date_of_birth = $1 where id = $2', [born, patientId])
    const ageIn = async (timeZone: string) => {
      await testApp.owner.query('update clinics set time_zone = $1 where id = $2', [
        timeZone,
        testApp.clinicA.id,
      ])
      return (await dentist().callOk(contract.authority.ofPatient, { patientId })).age
    }
    try {
      expect([await ageIn(zone), await ageIn('Europe/London')]).toEqual(there > here ? [16, 15] : [15, 16])
    } finally {
      await ageIn('Europe/London')
    }
  })

  it('is decided by the day of registration, whatever was answered about it', async () => {
    const { consentId } = await addViewedAt(15)
    const basis = { basis: 'birth-certificate', registration: 'since' } as const
    const answers = { who: 'father', obstacle: 'none', ...basis } as const
    const decidedFor = async (registeredOn: string | null) => {
      const person = { name: 'Wei Tan', relationship: 'Father' }
      const { decisions } = await dentist().callOk(decide, { consentId, answers, registeredOn, person })
      return [decisions[0]!.outcome, decisions[0]!.registeredOn]
    }
    expect(await decidedFor('2003-11-30')).toEqual(['registered-before', '2003-11-30'])
    expect(await decidedFor('2003-12-01')).toEqual(['certificate-parent-signs', '2003-12-01'])
    expect(await decidedFor(null)).toEqual(['see-certificate', null])
  })

  it('is refused half answered, without the person, when it was signed, and to another practice', async () => {
    const child = await addViewedAt(9)
    const { consentId } = child
    const call = (answers: object) => dentist().call(decide, { consentId, answers })
    expect((await call({ who: 'father', obstacle: 'none' })).reason).toBe('unfinished')
    expect((await call(asMother)).reason).toBe('person-required')
    expect((await call({ who: 'neighbour' })).status).toBe(400)
    const foreign = await testApp.clinicB.as('dentist').call(decide, { consentId, answers: asMother })
    expect(foreign.reason).toBe('not-found')
    const done = await testApp.clinicA.addSigned()
    const late = { consentId: done.consentId, answers: { capacity: 'doubted' } } as const
    expect((await dentist().call(decide, late)).reason).toBe('wrong-state')
  })

  it.each([
    ['altered', `update authority_decisions set outcome = 'patient-signs' where consent_id = $1`],
    ['removed', 'delete from authority_decisions where consent_id = $1'],
  ])('shows a broken record when a decision was %s', async (_how, statement) => {
    const { consentId } = await testApp.clinicA.addViewed()
    await dentist().callOk(decide, { consentId, answers: { capacity: 'doubted' } })
    await testApp.owner.query(statement, [consentId])
    expect((await dentist().callOk(contract.consents.get, { consentId })).chainIntact).toBe(false)
  })
})

describe('signing beside the patient', () => {
  const bySide = { capacity: 'not-doubted', who: 'patient' } as const

  it('is kept of interpreter and witness, in that order, with their own signatures', async () => {
    const consent = await testApp.clinicA.addViewed()
    const { consentId } = consent
    const { body } = await submitSignature(consent, { cosigners: [witness, interpreter] })
    expect([body.status, body.chainIntact]).toEqual(['signed', true])
    expect(await consent.patient.callOk(contract.signing.read, { consentId })).toMatchObject(body)
    const record = await dentist().callOk(contract.consents.get, { consentId })
    expect(record.chainIntact).toBe(true)
    expect(record.attestations).toMatchObject([
      { role: 'interpreter', name: 'Ana Silva', recordedBy: '', signed: { kind: 'drawn' } },
      { role: 'witness', name: 'Priya Nair', recordedBy: '', signed: { kind: 'typed' } },
    ])
    expect(record.attestations[0]!.statement).toContain('I interpreted all that was said')
    const event = record.events.find((each) => each.event === 'consent.signed')!
    const said = event.details.cosigners as { role: string; markHash: string }[]
    expect(said.map(({ role, markHash }) => [role, markHash])).toEqual(
      record.attestations.map((one) => [one.role, one.signed!.strokesHash]),
    )
  })

  it('is refused without those who were asked for, and countersigning waits for them on paper', async () => {
    const consent = await testApp.clinicA.addViewed()
    const { consentId, contentHash } = consent
    const asked = ['witness', 'interpreter'] as const
    await dentist().callOk(decide, { consentId, answers: bySide, asked: [...asked] })
    const { cosignersAsked } = await consent.patient.callOk(contract.signing.read, consent)
    expect(cosignersAsked).toEqual(['interpreter', 'witness'])
    expect((await submitSignature(consent)).reason).toBe('cosigner-missing')
    expect((await submitSignature(consent, { cosigners: [witness] })).reason).toBe('cosigner-missing')

    await dentist().callOk(contract.paper.takeIn, paperInputFor(consent, testApp.clock.now()))
    await testApp.clinicA.discuss(consent)
    const finalise = { consentId, contentHash, name: 'Tom Hughes' }
    const early = await dentist().call(contract.consents.finalise, finalise)
    expect(early.reason).toBe('cosigner-missing')
    for (const role of asked) {
      const attestation = { role, name: 'Somebody', capacity: '', statement: 'I was there.' }
      await dentist().callOk(contract.consents.attest, { consentId, attestation })
    }
    expect((await dentist().call(contract.consents.finalise, finalise)).status).toBe(200)
  })

  const typed = (name: string) => ({ kind: 'typed', typed: name })
  const refusals: [string, string, object][] = [
    [
      'an empty signature',
      'empty-signature',
      { cosigners: [{ ...witness, mark: { ...drawnSignature, strokes: [] } }] },
    ],
    [
      'another name than the typed one',
      'name-differs',
      { cosigners: [{ ...witness, mark: typed('Somebody Else') }] },
    ],
    [
      'the signer as their own witness',
      'cosigner-same',
      { cosigners: [{ ...witness, name: 'eleanor whitcombe', mark: drawnSignature }] },
    ],
    [
      'two witnesses',
      'cosigner-same',
      { cosigners: [witness, { ...witness, name: 'Sam Reed', mark: drawnSignature }] },
    ],
    [
      'a mark without a witness',
      'witness-required',
      { help: { kind: 'mark', why: 'reading' }, mark: typed('X') },
    ],
  ]
  it.each(refusals)('is refused with %s', async (_what, reason, change) => {
    const consent = await testApp.clinicA.addViewed()
    expect((await submitSignature(consent, change)).reason).toBe(reason)
    expect((await consent.patient.callOk(contract.signing.read, consent)).status).toBe('viewed')
  })

  it.each([
    ['altered', `update consent_attestations set name = 'Somebody' where consent_id = $1`],
    ['removed', 'delete from consent_attestations where consent_id = $1'],
  ])('shows a broken record when such a signature was %s', async (_how, statement) => {
    const consent = await testApp.clinicA.addViewed()
    await submitSignature(consent, { cosigners: [witness] })
    await testApp.owner.query(statement, [consent.consentId])
    const { chainIntact } = await dentist().callOk(contract.consents.get, consent)
    expect(chainIntact).toBe(false)
  })
})

describe('a person on the patient’s record', () => {
  const { ofPatient, recordPerson } = contract.authority
  type Told = Omit<InferContractRouterInputs<Contract>['authority']['recordPerson'], 'patientId'>
  const child = () => testApp.clinicA.addPatient({ dateOfBirth: yearsAgo(8) })
  const record = (patientId: string, told: Told) => dentist().call(recordPerson, { patientId, ...told })

  it('has the authority that the table finds, for each consent to come', async () => {
    const patientId = await child()
    expect(await dentist().callOk(ofPatient, { patientId })).toMatchObject({
      age: 8,
      group: 'child',
      people: [],
    })
    const told = { answers: asMother, person: mother, seen: 'Full birth certificate' }
    const { body } = await record(patientId, told)
    expect(body.people).toMatchObject([mother])
    const { guardians } = await dentist().callOk(contract.patients.get, { patientId })
    expect(guardians).toMatchObject([
      { ...mother, authority: 'parental-responsibility', basis: 'birth-mother', evidenceBy: 'Tom Hughes' },
    ])
    const { consentId } = await testApp.clinicA.addSent({ patientId })
    const { decisions } = await dentist().callOk(read, { consentId })
    expect(decisions).toEqual([])
  })

  it('loses it where the table says that they may not', async () => {
    const patientId = await child()
    const first = await record(patientId, { answers: asMother, person: mother })
    const known = { ...mother, guardianId: first.body.people[0]!.guardianId }
    const limited = { who: 'mother', obstacle: 'order-limits' } as const
    expect((await record(patientId, { answers: limited, person: known })).status).toBe(200)
    const { guardians } = await dentist().callOk(contract.patients.get, { patientId })
    expect(guardians).toMatchObject([{ ...mother, authority: 'other', basis: 'not-recorded' }])
  })

  it.each<[string, Partial<Told>, string]>([
    ['without answers', {}, 'unfinished'],
    ['without a name', { answers: asMother }, 'person-required'],
    [
      'of a decision about one treatment',
      { answers: { who: 'patient', competence: 'competent' }, person: mother },
      'of-a-consent',
    ],
    [
      'by an order that nobody has seen',
      { answers: { who: 'special-guardian', obstacle: 'none' }, person: mother },
      'evidence-required',
    ],
  ])('is refused %s', async (_how, told, reason) => {
    const patientId = await child()
    expect((await record(patientId, { answers: {}, ...told })).reason).toBe(reason)
    expect((await dentist().callOk(ofPatient, { patientId })).people).toEqual([])
  })

  it('is nobody’s business in another practice', async () => {
    const patientId = await child()
    const told = { patientId, answers: asMother, person: mother }
    expect((await testApp.clinicB.as('dentist').call(recordPerson, told)).reason).toBe('not-found')
    expect((await testApp.clinicB.as('dentist').call(ofPatient, { patientId })).reason).toBe('not-found')
  })
})

describe('signing with help', () => {
  const behalf = { kind: 'on-behalf', why: 'movement', of: 'Eleanor Whitcombe', agreed: true } as const
  const hand = { name: 'Sam Reed', mark: { kind: 'typed', typed: 'Sam Reed' } } as const

  it('takes a cross for a name, before a witness', async () => {
    const consent = await testApp.clinicA.addViewed()
    const help = { kind: 'mark', why: 'reading' } as const
    const { body } = await submitSignature(consent, {
      help,
      mark: { kind: 'typed', typed: 'X' },
      cosigners: [witness],
    })
    expect(body.signature).toMatchObject({ name: 'Eleanor Whitcombe', help })
    expect(body.chainIntact).toBe(true)
  })

  it('takes another hand for whoever agreed to it, before a witness, and says whose', async () => {
    const consent = await testApp.clinicA.addViewed()
    const { body } = await submitSignature(consent, { ...hand, help: behalf, cosigners: [witness] })
    expect(body.signature).toMatchObject({
      name: 'Sam Reed',
      help: { kind: 'on-behalf', of: 'Eleanor Whitcombe' },
    })
    const { events } = await dentist().callOk(contract.consents.get, consent)
    expect(events.find(({ event }) => event === 'consent.signed')!.details).toMatchObject({ help: behalf })
  })

  it.each([
    ['without a witness', 'witness-required', { help: behalf }],
    ['without their agreement', 'not-agreed', { help: { ...behalf, agreed: false }, cosigners: [witness] }],
    [
      'by the witness',
      'cosigner-same',
      { help: behalf, cosigners: [{ ...witness, name: 'Sam Reed', mark: drawnSignature }] },
    ],
    ['for themselves', 'cosigner-same', { help: { ...behalf, of: 'Sam Reed' }, cosigners: [witness] }],
  ] as const)('is refused %s', async (_how, reason, change) => {
    const consent = await testApp.clinicA.addViewed()
    expect((await submitSignature(consent, { ...hand, ...change })).reason).toBe(reason)
  })

  it('shows a broken record when the help was taken out of it', async () => {
    const consent = await testApp.clinicA.addViewed()
    await submitSignature(consent, { ...hand, help: behalf, cosigners: [witness] })
    await testApp.owner.query('update signatures set help = null where consent_id = $1', [consent.consentId])
    expect((await dentist().callOk(contract.consents.get, consent)).chainIntact).toBe(false)
  })
})
