import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addTreatedPeople } from '../../testing/treated-people.ts'

const { aftercare, clinicSettings, consents, outcomes } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Lets time pass since a treatment. */
const treatedDaysAgo = (doneId: string, days: number) =>
  testApp.owner.query(`update treatments_done set done_at = now() - $2 * interval '1 day' where id = $1`, [
    doneId,
    days,
  ])
const countOutcomes = async () => {
  await testApp.owner.query("update own_figures set counted_at = now() - interval '2 days'")
  await testApp.app.sweep('outcomes.uncounted')
  await testApp.runJobs()
}
const risksOf = async (consentId: string) => {
  const { content } = await testApp.clinicA.as('dentist').callOk(consents.get, { consentId })
  const serious = content.risks.find((risk) => risk.serious)!.label
  return { labels: content.risks.map(({ label }) => label), serious }
}
const answered = { place: 0, result: 'known', method: 'examined' } as const

describe('an outcome', () => {
  it('is recorded on the consent, and a later one counts in its place', async () => {
    const { consentId, doneId } = await testApp.clinicA.addTreated()
    await treatedDaysAgo(doneId, 40)
    const { serious } = await risksOf(consentId)
    const dentist = testApp.clinicA.as('dentist')
    const dayAfter = new Date(testApp.clock.now().getTime() - 39 * day_ms).toISOString()
    const first = await dentist.callOk(outcomes.record, {
      ...{ consentId, doneId, ...answered, occurred: [serious, serious], note: 'Settled within a day' },
      assessedAt: dayAfter,
    })
    expect(first.treatments).toMatchObject([
      {
        place: 0,
        isFollowedUp: false,
        outcomes: [{ occurred: [serious], by: 'Tom Hughes', assessedAt: dayAfter }],
      },
    ])
    const { treatments } = await dentist.callOk(outcomes.record, { consentId, doneId, ...answered })
    expect(treatments).toMatchObject([
      { isFollowedUp: true, outcomes: [{ occurred: [] }, { occurred: [serious] }] },
    ])
    expect(await dentist.callOk(outcomes.ofConsent, { consentId })).toEqual({ treatments })
  })

  it('is refused of what was not done, not listed, not known or not yet', async () => {
    const { consentId, doneId } = await testApp.clinicA.addTreated()
    const { serious } = await risksOf(consentId)
    const dentist = testApp.clinicA.as('dentist')
    const reasonOf = async (more: object) =>
      (await dentist.call(outcomes.record, { consentId, doneId, ...answered, ...more })).reason
    expect(await reasonOf({ place: 1 })).toBe('not-found')
    expect(await reasonOf({ doneId: randomUUID() })).toBe('not-found')
    expect(await reasonOf({ occurred: ['Something else'] })).toBe('not-listed')
    expect(await reasonOf({ result: 'not-known', occurred: [serious] })).toBe('nothing-known')
    const inDays = (days: number) => new Date(testApp.clock.now().getTime() + days * day_ms).toISOString()
    expect(await reasonOf({ assessedAt: inDays(1) })).toBe('in-future')
    expect(await reasonOf({ assessedAt: inDays(-1) })).toBe('before-treatment')
    await dentist.callOk(aftercare.takeBackDone, { consentId, doneId })
    expect(await reasonOf({})).toBe('taken-back')
    const foreign = testApp.clinicB.as('dentist')
    expect((await foreign.call(outcomes.record, { consentId, doneId, ...answered })).reason).toBe('not-found')
  })

  it('is due until it was followed up for 30 days, or cannot be known', async () => {
    const clinic = testApp.clinicB
    const dentist = clinic.as('dentist')
    expect(await dentist.callOk(outcomes.due, {})).toEqual({ rows: [], total: 0 })
    const treated = [
      await clinic.addTreated(),
      await clinic.addTreated({ patientId: await clinic.addPatient() }),
    ]
    for (const { doneId } of treated) await treatedDaysAgo(doneId, 40)
    // Nobody follows this treatment up yet.
    expect((await dentist.callOk(outcomes.due, {})).total).toBe(0)
    const [{ consentId, doneId }, other] = treated as [(typeof treated)[0], (typeof treated)[0]]
    const early = new Date(testApp.clock.now().getTime() - 39 * day_ms).toISOString()
    await dentist.callOk(outcomes.record, { consentId, doneId, ...answered, assessedAt: early })
    const { rows, total } = await dentist.callOk(outcomes.due, {})
    expect(total).toBe(2)
    expect(rows.map((row) => row.consentId).toSorted()).toEqual([consentId, other.consentId].toSorted())
    await dentist.callOk(outcomes.record, { consentId, doneId, ...answered })
    const unknown = { ...answered, result: 'not-known', method: 'contacted' } as const
    await dentist.callOk(outcomes.record, { consentId: other.consentId, doneId: other.doneId, ...unknown })
    expect((await dentist.callOk(outcomes.due, {})).total).toBe(0)
  })
})

describe('figures', () => {
  let clinic: TestClinic
  let source: { consentId: string; doneId: string }
  let labels: string[]
  let serious: string
  beforeAll(async () => {
    clinic = testApp.clinicA
    await testApp.owner.query('delete from treatment_outcomes')
    await testApp.owner.query('update treatments_done set taken_back_at = now()')
    const { consentId, doneId } = await clinic.addTreated()
    source = { consentId, doneId }
    ;({ labels, serious } = await risksOf(consentId))
  })
  /** Treated people whose result is known. */
  const addFollowed = (people: number, occurred: string[] = [], daysAgo = 90) =>
    addTreatedPeople(testApp.owner, {
      ...{ ...source, people, daysAgo },
      outcome: { occurred, listed: labels, daysAfter: 31 },
    })
  const contentOf = async (change: object = {}) => (await clinic.addDraft(change)).content
  const figure = async () =>
    (await clinic.as('dentist').callOk(consents.prefill, { templateId: clinic.templateId })).ownFigure

  it('are shown to nobody of 99 people, and of 100 stand in the text with what chance leaves open', async () => {
    await addFollowed(97)
    await addFollowed(2, [serious])
    await countOutcomes()
    expect(await figure()).toMatchObject({ treated: 99, followed: 99, state: 'too-few', risks: [] })
    expect((await contentOf()).ownFigures).toBeUndefined()

    await addFollowed(1)
    await countOutcomes()
    expect(await figure()).toMatchObject({ treated: 100, followed: 100, followUpDays: 31, state: 'enough' })
    const { ownFigures } = await contentOf()
    expect(ownFigures).toMatchObject([{ treatment: 0, treated: 100, followed: 100, followUpDays: 31 }])
    expect(ownFigures![0]!.risks.find(({ label }) => label === serious)).toEqual({
      ...{ label: serious, occurred: 2, known: 100, range: { from: 5, to: 71, of: 1000 } },
    })
    // What is neither serious nor has a published figure is not told apart.
    const { risks } = await contentOf()
    const told = risks.filter((risk) => risk.serious || risk.figure).map(({ label }) => label)
    expect(ownFigures![0]!.risks.map(({ label }) => label).toSorted()).toEqual(told.toSorted())
  })

  it('are frozen with the consent that is sent: what is counted later changes nothing of it', async () => {
    const { consentId } = await clinic.addSent()
    const sent = await clinic.as('dentist').callOk(consents.get, { consentId })
    expect(sent.content.ownFigures).toMatchObject([{ followed: 100 }])
    await addFollowed(1)
    await countOutcomes()
    expect(await figure()).toMatchObject({ followed: 101 })
    const later = await clinic.as('dentist').callOk(consents.get, { consentId })
    expect(later.content).toEqual(sent.content)
    expect(later.contentHash).toBe(sent.contentHash)
    expect(later.chainIntact).toBe(true)
  })

  it('are left out where the clinician says why, and where the practice shows none', async () => {
    const reason = 'Her nerve runs closer than in those we treated'
    const left = await clinic.addDraft({ ownFiguresLeftOut: reason })
    expect(left.content.ownFigures).toBeUndefined()
    expect(left.plan.ownFiguresLeftOut).toBe(reason)
    const owner = clinic.as('owner')
    const { nation: _nation, ...policies } = await owner.callOk(clinicSettings.policies, {})
    await owner.callOk(clinicSettings.changePolicies, { ...policies, ownFigures: false })
    expect((await contentOf()).ownFigures).toBeUndefined()
    expect(await clinic.as('manager').callOk(outcomes.figures, {})).toMatchObject({
      ...{ isOn: false, figures: [{ state: 'enough' }] },
    })
    await owner.callOk(clinicSettings.changePolicies, { ...policies, version: policies.version + 1 })
    expect((await contentOf()).ownFigures).toHaveLength(1)
  })

  it('are of this practice alone, and of people treated in the last three years', async () => {
    const { followed } = (await figure())!
    await addFollowed(50, [serious], 3 * 366 + 1)
    await addFollowed(50, [serious], 29)
    await countOutcomes()
    expect(await figure()).toMatchObject({ followed })
    const foreign = await testApp.clinicB.as('manager').callOk(outcomes.figures, {})
    expect(foreign.figures.every(({ state }) => state === 'too-few')).toBe(true)
  })

  it('are hidden again where fewer than 80 in 100 were followed up', async () => {
    const before = (await figure())!
    const unfollowed = Math.floor(before.followed / 4)
    const add = (people: number) =>
      addTreatedPeople(testApp.owner, { ...source, people, daysAgo: 80, outcome: null })
    await add(unfollowed)
    await countOutcomes()
    expect(await figure()).toMatchObject({ state: 'enough' })
    await add(1)
    await countOutcomes()
    expect(await figure()).toMatchObject({ state: 'follow-up-low', risks: [] })
    expect((await contentOf()).ownFigures).toBeUndefined()
  })
})
