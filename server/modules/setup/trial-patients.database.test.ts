import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { setupChecks } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const createTrialPatient = async () =>
  (await admin().callOk(setupChecks.makePatient, { clinicId: testApp.clinicA.id })).patient!
const actionsOf = async (subject: string) => {
  const { rows } = await testApp.owner.query(
    'select action from audit_rows where subject = $1 order by sequence',
    [subject],
  )
  return rows.map(({ action }) => action as string)
}

it('a patient who is nobody is added, read, kept apart and found, and goes again', async () => {
  const { patient, steps } = await admin().callOk(setupChecks.makePatient, { clinicId: testApp.clinicA.id })
  expect(steps.map(({ step, isDone }) => [step, isDone])).toEqual([
    ['insert', true],
    ['read', true],
    ['foreign', true],
    ['search', true],
  ])
  expect(patient).toMatchObject({
    clinicName: 'Harbour Street',
    name: expect.stringContaining('not a person'),
  })
  const { patientId } = patient!
  const seen = await testApp.clinicA.as('owner').callOk(contract.patients.get, { patientId })
  expect(seen.firstName).toBe('Test')
  expect((await testApp.clinicB.as('owner').call(contract.patients.get, { patientId })).status).toBe(404)
  const before = await admin().callOk(setupChecks.trialPatients, {})
  expect(before.patients.map((each) => each.patientId)).toContain(patientId)

  const { step } = await admin().callOk(setupChecks.removePatient, { patientId })
  expect(step).toMatchObject({ step: 'delete', isDone: true })
  expect((await testApp.clinicA.as('owner').call(contract.patients.get, { patientId })).status).toBe(404)
  const after = await admin().callOk(setupChecks.trialPatients, {})
  expect(after.patients.map((each) => each.patientId)).not.toContain(patientId)
  const actions = [
    'patient.trial_made',
    'setup.trial_patient_made',
    'patient.trial_removed',
    'setup.trial_patient_removed',
  ]
  expect(await actionsOf(patientId)).toEqual(expect.arrayContaining(actions))
})

it('nobody else goes that way: neither a real patient nor one that was removed', async () => {
  const real = await testApp.clinicA.addPatient()
  const { patientId } = await createTrialPatient()
  await admin().callOk(setupChecks.removePatient, { patientId })
  for (const id of [real, patientId])
    expect((await admin().call(setupChecks.removePatient, { patientId: id })).reason).toBe('trial-not-found')
  expect((await testApp.clinicA.as('owner').call(contract.patients.get, { patientId: real })).status).toBe(
    200,
  )
})

it('a real patient never becomes one who may be removed, whoever asks the database', async () => {
  const real = await testApp.clinicA.addPatient()
  const change = testApp.owner.query('update patients set is_trial = true where id = $1', [real])
  await expect(change).rejects.toThrow('settled when they are added')
})

it('one to whom something was made out stays, and says why', async () => {
  const { patientId } = await createTrialPatient()
  await testApp.clinicA.addDraft({ patientId })
  expect((await admin().call(setupChecks.removePatient, { patientId })).reason).toBe('has-records')
  const { patients } = await admin().callOk(setupChecks.trialPatients, {})
  expect(patients.map((each) => each.patientId)).toContain(patientId)
})

it('is made in a practice that is there and active, by nobody but who sets the platform up', async () => {
  const { id } = await testApp.addClinic('Closed Down', 'suspended')
  expect((await admin().call(setupChecks.makePatient, { clinicId: id })).reason).toBe('clinic-not-found')
  for (const caller of [testApp.anonymous(), testApp.clinicA.as('owner')])
    expect((await caller.call(setupChecks.makePatient, { clinicId: testApp.clinicA.id })).status).toBe(401)
})
