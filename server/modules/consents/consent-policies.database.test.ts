import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../platform/clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { clinicSettings, consents, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

async function clinicWith(name: string, change: Partial<ClinicPolicies>): Promise<TestClinic> {
  const clinic = await testApp.addClinic(name)
  const owner = clinic.as('owner')
  const { nation: _nation, ...policies } = await owner.callOk(clinicSettings.policies, {})
  await owner.callOk(clinicSettings.changePolicies, { ...policies, ...change })
  return clinic
}
const read = (clinic: TestClinic, consentId: string) =>
  clinic.as('dentist').callOk(consents.get, { consentId })
const daysFromNow = (moment: string | null) =>
  moment && Math.round((Date.parse(moment) - testApp.clock.now().getTime()) / day_ms)

it('links live, and what is signed holds, for the days of the practice', async () => {
  const clinic = await clinicWith('Own Days', { linkDays: 14, validity: { days: 60, courseDays: 200 } })
  const { consentId } = await clinic.addSigned()
  const signed = await read(clinic, consentId)
  expect([daysFromNow(signed.expiresAt), daysFromNow(signed.validUntil)]).toEqual([14, 60])
  const { link } = await clinic.as('dentist').callOk(signing.createLink, { consentId })
  expect(daysFromNow(link.expiresAt)).toBe(14)
  const { linkDays } = await clinic.as('dentist').callOk(consents.prefill, { templateId: clinic.templateId })
  expect(linkDays).toBe(14)
})

it('time to think is no shorter than the practice gives, and waived by those it names', async () => {
  const reflection = { usualHours: 0, leastHours: 48, waivedBy: 'overrideConsents' } as const
  const clinic = await clinicWith('Time to Think', { reflection })
  const { consentId } = await clinic.addSent()
  expect((await read(clinic, consentId)).content?.reflectionHours).toBe(48)
  const draft = await clinic.addDraft({ reflectionWaived: 'In severe pain' })
  const sending = {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  } as const
  const refused = await clinic.as('dentist').call(consents.send, sending)
  expect([refused.status, refused.reason]).toEqual([409, 'waiver-not-allowed'])
  expect((await clinic.as('manager').callOk(consents.send, sending)).content?.reflectionWaived).toBe(
    'In severe pain',
  )
})

it('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
