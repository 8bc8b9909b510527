import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { get, update, send, confirm } = contract.consents
const dentist = () => testApp.clinicA.as('dentist')
const withdrawnQuestion = 'The medical history adds risks'

/** What the patient says of their health, each with a yes. */
async function saveFactors(patientId: string, ...factors: string[]): Promise<void> {
  const { version } = await dentist().callOk(contract.histories.get, { patientId })
  const facts = factors.map((factor) => ({ factor, answer: 'yes' as const }))
  await dentist().callOk(contract.histories.save, { patientId, version, source: 'patient', facts })
}

const decision = (ruleId: string, severity: 'info' | 'confirm' | 'stop', reason = '') => ({
  ...{ ruleId, severity, reason, decision: 'edited' as const },
  statement: `You should know this (${ruleId}).`,
  because: ['Medical history'],
  teeth: [],
})

it('adds what the history says to the text, and asks about what has to be talked through', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await saveFactors(patientId, 'doac', 'immunosuppressed')
  const draft = await testApp.clinicA.addDraft({ patientId })
  const refused = await dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
  expect([refused.status, refused.reason]).toEqual([409, 'risks-undecided'])
  expect(refused.error!.message).toContain(withdrawnQuestion)

  const { plan, clinician } = draft
  const personalRisks = [decision('R026', 'confirm')]
  const input = { ...plan, personalRisks, patientId, clinicianId: clinician.id }
  await dentist().callOk(update, { ...input, consentId: draft.id })
  const { content } = await dentist().callOk(send, {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
  })
  expect(content.personalRisks!.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(['R113', 'R026']))
  const section = content.sections.find(({ title }) => title === 'Risks that apply to you')!
  expect(section.content).toContain('You should know this (R026).')
  expect(section.content).toContain('with your medicine they can make you bleed')
})

it('names questions that may stop the treatment and are not asked, and records who sends in spite of them', async () => {
  const draft = await testApp.clinicA.addDraft()
  const sending = { consentId: draft.id, by: 'link' } as const
  const risksOf = { patientId: draft.patient.id, day: '2026-11-28', treatments: draft.plan.items }
  const { questions } = await dentist().callOk(contract.histories.risks, risksOf)
  const unasked = questions.filter(({ severity }) => severity === 'stop').map(({ words }) => words)
  expect(unasked).not.toEqual([])
  const refused = await dentist().call(send, sending)
  expect([refused.status, refused.reason]).toEqual([409, 'questions-unasked'])
  expect(refused.error!.details).toMatchObject({ unasked })
  for (const words of unasked) expect(refused.error!.message).toContain(words)

  const sent = await dentist().callOk(send, { ...sending, unaskedAcknowledged: true })
  const event = sent.events.find((each) => each.event === 'consent.sent')!
  expect(event.details).toMatchObject({ unasked })
  expect(event.what).toContain(`${unasked.length} question${unasked.length === 1 ? '' : 's'} not asked yet`)
  const { rows } = await testApp.owner.query<{ details: object }>(
    `select details from audit_rows where action = 'consent.sent' and subject = $1`,
    [draft.id],
  )
  expect(rows).toMatchObject([{ details: { unasked: unasked.length } }])
})

it('sends without being told where all that may stop the treatment was asked', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const draft = await testApp.clinicA.addDraft({ patientId })
  const risksOf = { patientId, day: '2026-11-28', treatments: draft.plan.items }
  const { questions } = await dentist().callOk(contract.histories.risks, risksOf)
  const facts = questions.flatMap(({ factor, severity }) =>
    factor && severity === 'stop' ? { factor, answer: 'no' as const } : [],
  )
  await dentist().callOk(contract.histories.save, { patientId, version: 0, source: 'patient', facts })
  const sent = await dentist().callOk(send, { consentId: draft.id, by: 'link' })
  expect(sent.events.find(({ event }) => event === 'consent.sent')!.details).not.toHaveProperty('unasked')
})

it('goes ahead against a rule that stops only for a reason, of somebody who may override', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await saveFactors(patientId, 'bleeding-disorder')
  const draft = await testApp.clinicA.addDraft({ patientId })
  const { plan, clinician } = draft
  const personalRisks = [decision('R008', 'stop', 'Planned with the hospital')]
  await dentist().callOk(update, {
    ...plan,
    personalRisks,
    patientId,
    clinicianId: clinician.id,
    consentId: draft.id,
  })
  expect(
    (await dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })).reason,
  ).toBe('risk-stopped')
  // How grave it is, the rule says, not whoever sends.
  const milder = [decision('R008', 'info', 'Planned with the hospital')]
  const input = { ...plan, patientId, clinicianId: clinician.id, consentId: draft.id }
  await dentist().callOk(update, { ...input, personalRisks: milder })
  expect(
    (await dentist().call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })).reason,
  ).toBe('risk-stopped')
  const sent = await testApp.clinicA
    .as('owner')
    .call(send, { consentId: draft.id, by: 'link', unaskedAcknowledged: true })
  expect(sent.body.content.personalRisks).toMatchObject([{ ruleId: 'R008', severity: 'stop' }])
})

it('says what the rules say of an accepted risk, and nothing of one that does not hold', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await saveFactors(patientId, 'doac')
  const { id: consentId, plan, clinician } = await testApp.clinicA.addDraft({ patientId })
  const accepted = {
    ...decision('R113', 'info'),
    decision: 'accepted' as const,
    statement: 'No risk at all.',
  }
  const own = { ...decision('R113', 'info'), ruleId: '', statement: 'You play the trumpet.', because: [] }
  const personalRisks = [accepted, decision('R026', 'confirm'), own]
  await dentist().callOk(update, { ...plan, personalRisks, patientId, clinicianId: clinician.id, consentId })
  const { content } = await dentist().callOk(send, { consentId, by: 'link', unaskedAcknowledged: true })
  const told = content.personalRisks!.map(({ statement }) => statement)
  expect(told).toEqual([
    expect.stringContaining('with your medicine they can make you bleed'),
    'You play the trumpet.',
  ])
})

it('what becomes known after the signature has to be confirmed, and is asked about once', async () => {
  const { consentId, patientId } = await testApp.clinicA.addSigned()
  await saveFactors(patientId, 'doac')
  await testApp.runJobs()
  const { changes, reconfirmSince, chainIntact } = await dentist().callOk(get, { consentId })
  expect([changes.map(({ kind }) => kind), chainIntact]).toEqual([['health'], true])
  expect(changes[0]!.after).toContain('with your medicine they can make you bleed')
  expect(reconfirmSince).not.toBeNull()
  const witness = { name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard it.' }
  await dentist().callOk(confirm, { consentId, changes, witness })
  await saveFactors(patientId, 'smoker')
  await testApp.runJobs()
  const after = await dentist().callOk(get, { consentId })
  expect(after.changes.map((change) => change.after).join()).not.toContain('they can make you bleed')
})

it('a consent that is too old is found by the sweep, and needs a new one', async () => {
  const signed = await testApp.clinicA.addSigned()
  testApp.clock.advance(91 * day_ms)
  await testApp.app.sweep('consents.outdated')
  await testApp.runJobs()
  testApp.clock.advance(-91 * day_ms)
  const { rows } = await testApp.owner.query<{ changes: { kind: string }[] }>(
    'select changes from consents where id = $1',
    [signed.consentId],
  )
  expect(rows[0]!.changes).toMatchObject([{ kind: 'age' }])
  // Ninety days from today it still holds.
  const fresh = await testApp.clinicA.addViewed()
  await fresh.patient.callOk(contract.signing.sign, signatureFor(fresh))
  await testApp.app.sweep('consents.outdated')
  await testApp.runJobs()
  expect((await dentist().callOk(get, { consentId: fresh.consentId })).changes).toEqual([])
})

it('wording that changes materially has to be confirmed; what was only tidied has not', async () => {
  const [tidied, changed] = [await testApp.clinicA.addSigned(), await testApp.clinicA.addSigned()]
  const { rows } = await testApp.owner.query<{ template_version_id: string }>(
    'select template_version_id from consent_items where consent_id = $1',
    [tidied.consentId],
  )
  const addVersion = (number: number, change: 'cosmetic' | 'material') =>
    testApp.owner.query(
      `with added as (
         insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason, change)
         select template_id, $2::int, '1.' || $2::text, heading, wording, hash || $2::text, 'test', 'Changed', $3
         from template_versions where id = $1 returning id, template_id)
       update templates set current_version_id = added.id from added where templates.id = added.template_id`,
      [rows[0]!.template_version_id, number, change],
    )
  const kinds = async (consentId: string) => {
    await testApp.app.sweep('consents.outdated')
    await testApp.runJobs()
    return (await dentist().callOk(get, { consentId })).changes.map(({ kind }) => kind)
  }
  await addVersion(2, 'cosmetic')
  expect(await kinds(tidied.consentId)).toEqual([])
  await addVersion(3, 'material')
  expect(await kinds(changed.consentId)).toEqual(['wording'])
})
