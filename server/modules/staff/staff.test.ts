import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('clinicians are the active staff with a clinical role of this clinic, by last name', async () => {
  const clinicians = await world.a.as('receptionist').ask(contract.staff.clinicians, {})
  expect(clinicians.map(({ name, role, gdcNumber }) => [name, role, gdcNumber])).toEqual([
    ['Tom Hughes', 'Dentist', '248163'],
    ['Ewa Kowalczyk', 'Dental nurse', null],
    ['Priya Nair', 'Dentist', '271905'],
    ['Amara Okafor', 'Principal dentist', '204417'],
  ])
  const ids = Object.values(world.b.staff).map(({ staffId }) => staffId)
  expect(clinicians.filter(({ id }) => ids.includes(id))).toEqual([])
})

test('a consent cannot be given to somebody who is no clinician here', async () => {
  const patientId = await world.a.addPatient()
  const draft = { patientId, templateId: world.a.templateId }
  const wrong = [world.a.staff.receptionist, world.a.staff.leaver, world.b.staff.dentist]
  for (const { staffId } of wrong) {
    const answer = await world.a
      .as('dentist')
      .call(contract.consents.create, { ...draft, clinicianId: staffId! })
    expect(answer.reason).toBe('clinician-not-found')
  }
})

test('nothing went wrong behind the answers', () => {
  expect(world.faults).toEqual([])
})
