import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { search_hits_max } from '../../../contract/limits.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'

const { find, recent } = contract.search

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const findIn = (clinic: TestClinic, text: string) => clinic.as('dentist').callOk(find, { text })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

it('finds patients, their consents and templates by the beginning of words, in one practice alone', async () => {
  const clinic = await testApp.addClinic('Found')
  const patientId = await clinic.addPatient({ firstName: 'Rosalind', lastName: 'Penhaligon' })
  const { id: consentId, treatment } = await clinic.addDraft({ patientId })
  const hits = await findIn(clinic, 'penh')
  expect(hits.patients).toEqual([
    {
      ...{ id: patientId, title: 'Mrs', firstName: 'Rosalind', lastName: 'Penhaligon', preferredName: '' },
      dateOfBirth: hits.patients[0]!.dateOfBirth,
    },
  ])
  expect(hits.consents).toMatchObject([
    { id: consentId, status: 'draft', treatment, patient: { id: patientId } },
  ])
  expect(hits.templates).toEqual([])
  const elsewhere = await findIn(testApp.clinicB, 'penh')
  expect(elsewhere).toEqual({ patients: [], consents: [], templates: [], foreignRecords: [] })
  const template = await clinic
    .as('dentist')
    .callOk(contract.templates.get, { templateId: clinic.templateId })
  const [word] = template.name.toUpperCase().split(' ')
  expect(idsOf((await findIn(clinic, word!)).templates)).toContain(clinic.templateId)
})

it('finds consents by patient and treatment in either order, whatever has become of the patient', async () => {
  const clinic = await testApp.addClinic('Both')
  const patientId = await clinic.addPatient({ firstName: 'Ivy', lastName: 'Tregear' })
  const { id, treatment } = await clinic.addDraft({ patientId })
  const word = treatment.split(' ')[0]!
  for (const text of ['tregear', `tregear ${word}`, `${word} ivy treg`, `IVY TREGEAR ${treatment}`])
    expect(idsOf((await findIn(clinic, text)).consents), text).toEqual([id])
  for (const text of ['tregear extremities', `${word} nobody`, '%', '_', '|'])
    expect((await findIn(clinic, text)).consents, text).toEqual([])
  await clinic.as('dentist').callOk(contract.patients.archive, { patientId })
  const archived = await findIn(clinic, 'tregear')
  expect([archived.patients, idsOf(archived.consents)]).toEqual([[], [id]])
  await clinic.as('dentist').callOk(contract.consents.discard, { consentId: id })
  expect((await findIn(clinic, 'tregear')).consents).toEqual([])
})

it('answers a few of each, consents by their last change, and refuses a search for nothing', async () => {
  const clinic = await testApp.addClinic('Many')
  const patientId = await clinic.addPatient({ lastName: 'Popular' })
  const ids: string[] = []
  for (let count = 0; count <= search_hits_max; count++) {
    testApp.clock.advance(1000)
    ids.push((await clinic.addDraft({ patientId })).id)
    await clinic.addPatient({ firstName: `Number ${count}`, lastName: 'Popular' })
  }
  const hits = await findIn(clinic, 'popu')
  expect(hits.patients).toHaveLength(search_hits_max)
  expect(idsOf(hits.consents)).toEqual(ids.toReversed().slice(0, search_hits_max))
  expect((await clinic.as('dentist').call(find, { text: '  ' })).code).toBe('invalid-argument')
})

it('answers records that were opened in their order, without those that are gone or of another practice', async () => {
  const clinic = testApp.clinicA
  const [one, other] = [await clinic.addPatient(), await clinic.addPatient()]
  const [first, second] = [
    await clinic.addDraft({ patientId: one }),
    await clinic.addDraft({ patientId: other }),
  ]
  const foreign = await testApp.clinicB.addDraft()
  const asked = {
    patientIds: [other, foreign.patient.id, one, randomUUID()],
    consentIds: [second.id, foreign.id, first.id],
  }
  const found = await clinic.as('receptionist').callOk(recent, asked)
  expect(idsOf(found.patients)).toEqual([other, one])
  expect(idsOf(found.consents)).toEqual([second.id, first.id])
  const nothing = { patientIds: [], consentIds: [] }
  expect(await clinic.as('dentist').callOk(recent, nothing)).toEqual({ patients: [], consents: [] })
  expect((await clinic.as('dentist').call(recent, { ...nothing, consentIds: ['x'] })).code).toBe(
    'invalid-argument',
  )
})
