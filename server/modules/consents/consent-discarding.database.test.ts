import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { discussion } from '../../testing/test-clinic.ts'

const { consents } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const manager = () => testApp.clinicA.as('manager')
const discard = (consentId: string) => dentist().call(consents.discard, { consentId })

it('ends a draft without a reason, in its chain and in the audit log, and once', async () => {
  const { id: consentId } = await testApp.clinicA.addDraft()
  expect(await dentist().callOk(consents.discard, { consentId })).toMatchObject({
    status: 'voided',
    reason: null,
    chainIntact: true,
  })
  const { events, actions } = await dentist().callOk(consents.get, { consentId })
  expect(events.at(-1)).toMatchObject({ event: 'consent.voided', what: 'Draft discarded' })
  expect([actions.edit, actions.send, actions.discard]).toEqual(['wrong-state', 'wrong-state', 'wrong-state'])
  const { rows } = await testApp.owner.query(
    `select 1 from audit_rows where subject = $1 and action = 'consent.discarded'`,
    [consentId],
  )
  expect(rows).toHaveLength(1)
  expect((await discard(consentId)).reason).toBe('wrong-state')
})

it('takes it out of every list and count, where what was made void stays', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const [discarded, voided] = [
    await testApp.clinicA.addDraft({ patientId }),
    await testApp.clinicA.addDraft({ patientId }),
  ]
  const before = await dentist().callOk(consents.counts, {})
  await dentist().callOk(consents.discard, { consentId: discarded.id })
  await manager().callOk(consents.void, { consentId: voided.id, reason: 'Wrong tooth' })

  const after = await dentist().callOk(consents.counts, {})
  expect(after.byStatus.draft).toBe(before.byStatus.draft! - 2)
  expect(after.byStatus.voided).toBe(before.byStatus.voided! + 1)
  expect(after.ownDrafts).toBe(before.ownDrafts - 2)
  const listed = await dentist().callOk(consents.list, { patientId })
  expect([listed.total, listed.counts['drafts'], listed.rows.map(({ id }) => id)]).toEqual([
    1,
    0,
    [voided.id],
  ])
  const ofPatient = await dentist().callOk(consents.listOfPatient, { patientId })
  expect(ofPatient.map(({ id }) => id)).toEqual([voided.id])
})

it('is refused once the draft was approved, sent, or has something on record', async () => {
  const { id: approved } = await testApp.clinicA.addDraft()
  await dentist().callOk(consents.approve, { consentId: approved })
  const { consentId: sent } = await testApp.clinicA.addSent()
  const { id: discussed } = await testApp.clinicA.addDraft()
  await dentist().callOk(consents.recordDiscussion, { consentId: discussed, discussion: discussion() })
  expect((await discard(approved)).reason).toBe('wrong-state')
  expect((await discard(sent)).reason).toBe('wrong-state')
  expect((await discard(discussed)).reason).toBe('has-records')
  const { actions } = await dentist().callOk(consents.get, { consentId: discussed })
  expect(actions.discard).toBe('has-records')
})

it('is for the staff of its practice, without the right to make consents void', async () => {
  const { id: consentId } = await testApp.clinicA.addDraft()
  const signedOut = createTestCaller(testApp.app.http)
  expect((await signedOut.call(consents.discard, { consentId })).status).toBe(401)
  expect((await testApp.clinicB.as('dentist').call(consents.discard, { consentId })).reason).toBe('not-found')
  const reception = testApp.clinicA.as('receptionist')
  expect((await reception.call(consents.void, { consentId, reason: 'A slip' })).code).toBe(
    'permission-denied',
  )
  expect((await reception.callOk(consents.discard, { consentId })).status).toBe('voided')
})
