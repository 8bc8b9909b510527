import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { ContactChannel } from '../../../contract/patients.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { consents, patients, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const dentist = () => testApp.clinicA.as('dentist')
const mailCount = async () => (await testApp.mail()).length

test.each([
  ['left', 'recordLeaving', 'patient-left'],
  ['died', 'recordDeath', 'patient-deceased'],
] as const)('nobody is sent anything who has %s, whoever asks', async (_what, end, reason) => {
  const { consentId, patientId } = await testApp.clinicA.addSent()
  const draft = await testApp.clinicA.addDraft({ patientId })
  await testApp.runJobs()
  const before = await mailCount()
  // Queued while the patient was still ours, and composed when they are not.
  await dentist().callOk(signing.resendLink, { consentId })
  await dentist().callOk(patients[end], { patientId })
  await testApp.anonymous().callOk(signing.requestLink, { consentId })
  await testApp.runJobs()
  expect(await mailCount()).toBe(before)
  expect((await dentist().call(signing.resendLink, { consentId })).reason).toBe(reason)
  for (const by of ['email', 'sms', 'link'] as const) {
    const sending = { consentId: draft.id, by, unaskedAcknowledged: true, wordingConfirmed: true }
    expect((await dentist().call(consents.send, sending)).reason).toBe(reason)
  }
  const [message] = await dentist().callOk(signing.messagesOfPatient, { patientId })
  expect(message).toMatchObject({ consentId, delivery: 'failed', openedAt: null })
  await dentist().callOk(patients.restore, { patientId })
  await dentist().callOk(signing.resendLink, { consentId })
  await testApp.runJobs()
  expect(await mailCount()).toBe(before + 1)
})

test.each<[string, { contactPermission: ContactChannel[]; preferredChannel: 'post' | 'none' }]>([
  ['agrees to post alone', { contactPermission: ['post'], preferredChannel: 'post' }],
  ['wants no messages', { contactPermission: ['email'], preferredChannel: 'none' }],
])('who %s gets no e-mail from the practice, and one they ask for', async (_who, details) => {
  const patientId = await testApp.clinicA.addPatient(details)
  const draft = await testApp.clinicA.addDraft({ patientId })
  const sending = { consentId: draft.id, unaskedAcknowledged: true, wordingConfirmed: true } as const
  const byEmail = await dentist().call(consents.send, { ...sending, by: 'email' })
  expect(byEmail.reason).toBe('contact-declined')
  await dentist().callOk(consents.send, { ...sending, by: 'link' })
  const resent = await dentist().call(signing.resendLink, { consentId: draft.id })
  expect(resent.reason).toBe('contact-declined')
  await testApp.runJobs()
  const before = await mailCount()
  await testApp.anonymous().callOk(signing.requestLink, { consentId: draft.id })
  await testApp.runJobs()
  expect(await mailCount()).toBe(before + 1)
})

test('a consent goes out as a text message where the patient has a mobile number and agrees', async () => {
  const sendTo = async (details: Parameters<typeof testApp.clinicA.addPatient>[0]) => {
    const draft = await testApp.clinicA.addDraft({ patientId: await testApp.clinicA.addPatient(details) })
    return dentist().call(consents.send, {
      consentId: draft.id,
      by: 'sms',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
  }
  expect((await sendTo({ phone: '020 7946 0018' })).reason).toBe('no-mobile')
  const byPost = { phone: '07700 900123', contactPermission: ['email', 'post'] as ContactChannel[] }
  expect((await sendTo(byPost)).reason).toBe('contact-declined')
  const sent = await sendTo({ phone: '07700 900123', email: '' })
  expect(sent.status).toBe(200)
  const consentId = (sent.body as { id: string }).id
  await testApp.runJobs()
  const about = await dentist().callOk(signing.listMessages, { consentId })
  expect(about).toMatchObject([
    { kind: 'consent-link', channel: 'sms', recipient: '+447700900123', state: 'sent' },
  ])
})

test('a new link goes as the patient prefers, among what they agree to', async () => {
  const resentTo = async (details: Parameters<typeof testApp.clinicA.addPatient>[0]) => {
    const { consentId } = await testApp.clinicA.addSent({
      patientId: await testApp.clinicA.addPatient(details),
    })
    return (await dentist().callOk(signing.resendLink, { consentId })).by
  }
  const phone = '07700 900123'
  expect(await resentTo({ phone })).toBe('email')
  expect(await resentTo({ phone, preferredChannel: 'sms' })).toBe('sms')
  expect(await resentTo({ phone, contactPermission: ['sms'], preferredChannel: 'sms' })).toBe('sms')
  expect(await resentTo({ phone, contactPermission: ['sms', 'post'], preferredChannel: 'post' })).toBe('sms')
})

test('a guardian whose authority has ended neither signs nor gets messages', async () => {
  const ended = { authority: 'parental-responsibility', validUntil: '2020-01-31' } as const
  const contact = { email: 'mei@example.org', phone: '07700 900456' }
  const guardians = [{ name: 'Mei Tan', relationship: 'Mother', ...contact, ...ended }]
  const child = await testApp.clinicA.addViewed({
    patientId: await testApp.clinicA.addPatient({ email: '', guardians }),
  })
  expect((await child.patient.callOk(signing.read, { consentId: child.consentId })).signers).toMatchObject([
    { signerRole: 'patient' },
  ])
  const { consentId } = child
  for (const [by, reason] of [
    ['email', 'no-email'],
    ['sms', 'no-mobile'],
    [undefined, 'no-contact'],
  ] as const)
    expect((await dentist().call(signing.resendLink, { consentId, by })).reason).toBe(reason)
})

test('of several guardians those with authority are named, and any of them may sign', async () => {
  const guardians = [
    { name: 'Ann Friend', relationship: 'Neighbour', authority: 'other' as const },
    { name: 'Mei Tan', relationship: 'Mother', authority: 'parental-responsibility' as const },
    { name: 'Dev Rao', relationship: 'Attorney', authority: 'welfare-attorney' as const },
  ]
  const child = await testApp.clinicA.addViewed({
    patientId: await testApp.clinicA.addPatient({ guardians }),
  })
  const { signers } = await child.patient.callOk(signing.read, { consentId: child.consentId })
  expect(signers).toEqual([
    { name: 'Mrs Eleanor Whitcombe', relationship: '', signerRole: 'patient' },
    { name: 'Mei Tan', relationship: 'Mother', signerRole: 'parent' },
    { name: 'Dev Rao', relationship: 'Attorney', signerRole: 'attorney' },
  ])
  const { consentId, contentHash } = child
  const signature = {
    ...{ consentId, contentHash, name: 'Dev Rao', confirmed: [0, 1, 2, 3] },
    mark: { kind: 'typed' as const, typed: 'Dev Rao' },
  }
  const asDeputy = await child.patient.call(signing.sign, { ...signature, signerRole: 'deputy' })
  expect(asDeputy.reason).toBe('not-authorised')
  const signed = await child.patient.callOk(signing.sign, { ...signature, signerRole: 'attorney' })
  expect(signed.signature).toMatchObject({ name: 'Dev Rao', signerRole: 'attorney' })
})

test('messages of a patient say what became of each, and whose link was opened', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const draft = await testApp.clinicA.addDraft({ patientId })
  await dentist().callOk(consents.send, {
    consentId: draft.id,
    by: 'email',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  const of = () => dentist().callOk(signing.messagesOfPatient, { patientId })
  expect((await of()).map(({ delivery }) => delivery)).toEqual(['queued'])
  await testApp.runJobs()
  const [message] = await of()
  expect(message).toMatchObject({
    kind: 'consent-link',
    channel: 'email',
    delivery: 'sent',
    treatment: draft.treatment,
  })
  const foreign = await testApp.clinicB.as('dentist').call(signing.messagesOfPatient, { patientId })
  expect(foreign.reason).toBe('not-found')
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
