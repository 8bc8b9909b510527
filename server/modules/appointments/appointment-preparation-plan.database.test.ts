import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { placeholders } from '../../testing/test-clinic.ts'

const { appointments, consents, fees } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const onTeeth = (teeth: string[], more: object = {}) => ({
  ...{ templateId: testApp.clinicA.templateId, teeth, pricePence: null },
  ...more,
})

/** The treatment of the draft that is made for an appointment of a day without any other. */
async function preparedItem(day: string, treatment = onTeeth(['46'])) {
  await testApp.clinicA.addAppointment({ day, treatments: [treatment] })
  const { prepared } = await dentist().callOk(appointments.prepareConsents, { day })
  const { plan } = await dentist().callOk(consents.get, { consentId: prepared[0]!.consentId })
  return plan.items[0]!
}

describe('usual details', () => {
  it('leave out what holds a fact of the patient that they were typed for', async () => {
    await testApp.clinicA.addPatient({ lastName: 'Quill' })
    const { crownWithin } = placeholders
    for (const [index, material] of [
      'White, as Mrs Quill wished',
      'as for quill',
      'ring 07700 900123',
    ].entries()) {
      const visits = ['2 visits, the last in March', '2 with quill', 'see robin@example.org'][index]!
      await testApp.clinicA.addSent({ material, placeholders: { ...placeholders, visits } })
      expect(await preparedItem(`2027-03-0${index + 1}`)).toMatchObject({
        material: '',
        placeholders: { crownWithin },
      })
    }
  })

  it('come from no consent that was made void', async () => {
    await testApp.clinicA.addSent({ material: 'Gold' })
    const { consentId } = await testApp.clinicA.addSent({ material: 'Porcelain' })
    await testApp.clinicA.as('owner').callOk(consents.void, { consentId, reason: 'Wrong patient' })
    expect((await preparedItem('2027-03-05')).material).toBe('Gold')
  })
})

describe('the charge', () => {
  const saveFee = (fee: object) =>
    testApp.clinicA.as('manager').callOk(fees.save, {
      ...{ templateId: testApp.clinicA.templateId, pricePence: null, band: null, unit: 'treatment' },
      ...{ effectiveFrom: '2026-01-01', ...fee },
    })

  it('is the private fee of the day of the appointment, for each tooth where it is so', async () => {
    await saveFee({ pricePence: 45_000 })
    await saveFee({ pricePence: 20_000, unit: 'tooth', effectiveFrom: '2027-03-10' })
    expect(await preparedItem('2027-03-09')).toMatchObject({ pricePence: 45_000, band: 'private' })
    expect(await preparedItem('2027-03-10', onTeeth(['46', '47']))).toMatchObject({
      ...{ pricePence: 40_000, band: 'private' },
    })
  })

  it('is left to a person where a fee per tooth meets an area, and where it is per visit', async () => {
    const area = onTeeth([], { area: 'upper-arch' })
    expect(await preparedItem('2027-03-11', area)).toMatchObject({ pricePence: null, band: null })
    await saveFee({ pricePence: 9_000, unit: 'visit', effectiveFrom: '2027-03-12' })
    expect(await preparedItem('2027-03-12')).toMatchObject({ pricePence: null, band: null })
  })

  it('names the band of the NHS and leaves its price, and neither where the list has both', async () => {
    await saveFee({ band: 'band-2', effectiveFrom: '2027-03-13' })
    expect(await preparedItem('2027-03-13')).toMatchObject({ pricePence: null, band: 'band-2' })
    await saveFee({ pricePence: 9_000, band: 'band-2', effectiveFrom: '2027-03-14' })
    expect(await preparedItem('2027-03-14')).toMatchObject({ pricePence: null, band: null })
    const booked = onTeeth(['46'], { pricePence: 7_350 })
    expect(await preparedItem('2027-03-15', booked)).toMatchObject({ pricePence: 7_350, band: null })
  })
})
