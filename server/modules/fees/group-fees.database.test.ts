import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { quotedPrice } from '../../../contract/charges.ts'
import { contract } from '../../../contract/index.ts'
import type { FeeSort } from '../../../contract/fees.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember } from '../../testing/test-group.ts'

const { consents, fees, groupFees, groupTemplates, practiceGroups, templates } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const day_ms = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => dateInTimeZone(new Date(Date.now() + days * day_ms))
const today = dayFromNow(0)
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('base64')

const feeOf = (templateId: string, more: object = {}) => ({
  ...{ templateId, pricePence: 45_000, unit: 'treatment' as const, band: null, effectiveFrom: today },
  ...more,
})

let practices = 0
/** A group of one practice that takes its fees, with its administrator and a template of the platform. */
async function openGroup() {
  const clinic = await testApp.addClinic(`Member ${++practices}`)
  const { caller, groupId } = await clinic.addOwnGroup()
  const { group } = await caller.callOk(groupTemplates.list, {})
  const { rows } = await caller.callOk(groupFees.list, { sort: 'name', pageSize: 5 })
  const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
  return { clinic, caller, groupId, group, first, second, third }
}

const rowAt = async (clinic: TestClinic, { templateId, name }: { templateId: string; name: string }) => {
  const { rows } = await clinic.as('dentist').callOk(fees.list, { search: name, pageSize: 100 })
  return rows.find((row) => row.templateId === templateId)!
}
const prefilledFee = async (clinic: TestClinic, templateId: string) =>
  (await clinic.as('dentist').callOk(consents.prefill, { templateId })).fee
const auditOf = async (subject: string, like: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_rows where subject = $1 and action like $2 order by sequence',
    [subject, like],
  )
  return rows
}

describe('a fee of the group', () => {
  it('applies at its practice until that sets its own, and again once that is removed', async () => {
    const { clinic, caller, group, first } = await openGroup()
    const { templateId } = first
    const manager = clinic.as('manager')
    expect(await rowAt(clinic, first)).toMatchObject({ current: null, overridden: null })
    const saved = await caller.callOk(groupFees.save, feeOf(templateId, { unit: 'tooth', band: 'band-3' }))
    expect(saved).toMatchObject({ current: { pricePence: 45_000, group: null }, overridden: null })
    const fromGroup = { ...saved.current!, group }
    expect(await rowAt(clinic, first)).toMatchObject({ current: fromGroup, overridden: null })
    expect(await prefilledFee(clinic, templateId)).toMatchObject({
      ...{ pricePence: 45_000, unit: 'tooth', band: 'band-3' },
    })
    expect((await manager.call(fees.remove, { feeId: saved.current!.id })).reason).toBe('not-found')

    const own = await manager.callOk(fees.save, feeOf(templateId, { pricePence: 52_000 }))
    expect(own).toMatchObject({
      current: { pricePence: 52_000, group: null },
      overridden: { pricePence: 45_000, group },
    })
    expect(await prefilledFee(clinic, templateId)).toMatchObject({ pricePence: 52_000, band: null })
    const removed = await manager.callOk(fees.remove, { feeId: own.current!.id })
    expect(removed).toMatchObject({ current: fromGroup, overridden: null })
    expect(await prefilledFee(clinic, templateId)).toMatchObject({ pricePence: 45_000 })
    expect(await auditOf(templateId, 'group.fee%')).toMatchObject([
      { action: 'group.fee_saved', details: { pricePence: 45_000, unit: 'tooth', before: null } },
    ])
  })

  it('changes from its day on; what comes first is shown, and an own fee keeps the next own change', async () => {
    const { clinic, caller, group, first } = await openGroup()
    const { templateId } = first
    const manager = clinic.as('manager')
    await caller.callOk(groupFees.save, feeOf(templateId))
    await caller.callOk(
      groupFees.save,
      feeOf(templateId, { pricePence: 47_000, effectiveFrom: dayFromNow(9) }),
    )
    expect(await rowAt(clinic, first)).toMatchObject({ coming: { pricePence: 47_000, group } })
    const sooner = feeOf(templateId, { pricePence: 46_000, effectiveFrom: dayFromNow(3) })
    expect(await manager.callOk(fees.save, sooner)).toMatchObject({
      current: { pricePence: 45_000, group },
      coming: { pricePence: 46_000, group: null },
    })
    expect(await manager.callOk(fees.save, feeOf(templateId, { pricePence: 1 }))).toMatchObject({
      current: { pricePence: 1, group: null },
      coming: { pricePence: 46_000, group: null },
      overridden: { pricePence: 45_000, group },
    })
    const past = feeOf(templateId, { effectiveFrom: dayFromNow(-1) })
    expect((await caller.call(groupFees.save, past)).reason).toBe('superseded')
    expect((await manager.call(fees.save, past)).reason).toBe('superseded')
  })

  it('that changes before the practice’s own begins hides no own change, which can be cancelled', async () => {
    const { clinic, caller, group, first } = await openGroup()
    const { templateId } = first
    const manager = clinic.as('manager')
    await caller.callOk(groupFees.save, feeOf(templateId, { effectiveFrom: dayFromNow(3) }))
    const later = feeOf(templateId, { pricePence: 52_000, effectiveFrom: dayFromNow(9) })
    const { ownComing } = await manager.callOk(fees.save, later)
    expect(ownComing).toMatchObject({ pricePence: 52_000, group: null })
    expect(await rowAt(clinic, first)).toMatchObject({ current: null, coming: { group }, ownComing })
    expect(await manager.callOk(fees.remove, { feeId: ownComing!.id })).toMatchObject({
      ...{ coming: { pricePence: 45_000, group }, ownComing: null },
    })
  })

  it('sorts with the practice’s own as it applies, an own NHS band before the group’s price', async () => {
    const { clinic, caller, first, second, third } = await openGroup()
    const manager = clinic.as('manager')
    await caller.callOk(groupFees.save, feeOf(first.templateId, { pricePence: 300 }))
    await caller.callOk(groupFees.save, feeOf(second.templateId, { pricePence: 200 }))
    await caller.callOk(groupFees.save, feeOf(third.templateId, { pricePence: 1 }))
    await manager.callOk(fees.save, feeOf(first.templateId, { pricePence: 100 }))
    await manager.callOk(fees.save, feeOf(third.templateId, { pricePence: null, band: 'band-1' }))
    const sorted = async (sort: FeeSort) =>
      (await manager.callOk(fees.list, { sort, pageSize: 3 })).rows.map(({ templateId }) => templateId)
    expect((await sorted('price')).slice(0, 2)).toEqual([first.templateId, second.templateId])
    expect((await sorted('-price')).slice(0, 2)).toEqual([second.templateId, first.templateId])
    expect((await sorted('set')).toSorted()).toEqual(
      [first, second, third].map(({ templateId }) => templateId).toSorted(),
    )
    const ofGroup = await caller.callOk(groupFees.list, { sort: 'price', pageSize: 3 })
    expect(ofGroup.rows.map(({ templateId }) => templateId)).toEqual([
      ...[third.templateId, second.templateId, first.templateId],
    ])
  })

  it('is frozen into a consent that is sent, whatever becomes of it', async () => {
    const { clinic, caller, first } = await openGroup()
    const { templateId } = first
    await caller.callOk(groupFees.save, feeOf(templateId))
    // What the form of a new consent is filled with.
    const offered = quotedPrice(await prefilledFee(clinic, templateId), 1)
    const sent = await clinic.addSent({ templateId, pricePence: offered })
    await caller.callOk(groupFees.save, feeOf(templateId, { pricePence: 90_000, effectiveFrom: today }))
    expect(await prefilledFee(clinic, templateId)).toMatchObject({ pricePence: 90_000 })
    const { patient } = await clinic.open(sent)
    const read = await patient.callOk(contract.signing.read, { consentId: sent.consentId })
    expect(JSON.stringify(read)).toContain('£450')
    expect(JSON.stringify(read)).not.toContain('£900')
  })

  it('is removed with what was to come, or one change to come alone', async () => {
    const { clinic, caller, first } = await openGroup()
    const { templateId } = first
    const { current } = await caller.callOk(groupFees.save, feeOf(templateId))
    const later = feeOf(templateId, { pricePence: 1, effectiveFrom: dayFromNow(5) })
    const { coming } = await caller.callOk(groupFees.save, later)
    expect(await caller.callOk(groupFees.remove, { feeId: coming!.id })).toMatchObject({ coming: null })
    await caller.callOk(groupFees.save, later)
    const removed = await caller.callOk(groupFees.remove, { feeId: current!.id })
    expect(removed).toMatchObject({ current: null, coming: null })
    expect((await caller.call(groupFees.remove, { feeId: current!.id })).reason).toBe('not-found')
    expect(await rowAt(clinic, first)).toMatchObject({ current: null, coming: null })
  })
})

describe('the group’s fee list', () => {
  it('has the platform’s templates and the group’s own, and none of a practice', async () => {
    const { clinic, caller } = await openGroup()
    const copy = await clinic.as('manager').callOk(templates.duplicate, { templateId: clinic.templateId })
    const named = async () =>
      (await caller.callOk(groupFees.list, { search: copy.name, pageSize: 100 })).rows.map(
        ({ templateId }) => templateId,
      )
    expect((await caller.callOk(groupFees.list, {})).total).toBeGreaterThan(20)
    expect(await named()).toEqual([])
    await caller.callOk(groupTemplates.share, { templateId: copy.id, versionId: copy.versionId })
    const { templates: shared } = await caller.callOk(groupTemplates.list, {})
    expect(await named()).toEqual([shared[0]!.id])
    expect((await caller.call(groupFees.save, feeOf(copy.id))).reason).toBe('not-found')
    await caller.callOk(groupFees.save, feeOf(shared[0]!.id))
    expect(await rowAt(clinic, { templateId: shared[0]!.id, name: copy.name })).toMatchObject({
      current: { pricePence: 45_000 },
    })
    // The practice that it came from has two of one name: a file means its own.
    const content = csv('Treatment,Fee', `"${copy.name}",460`)
    const own = await clinic.as('manager').callOk(fees.import, { content, isTrial: false })
    expect(own.counts).toMatchObject({ new: 1, unusable: 0 })
    expect(await rowAt(clinic, { templateId: copy.id, name: copy.name })).toMatchObject({
      current: { pricePence: 46_000, group: null },
    })
  })

  it('is imported from the file that a practice would import', async () => {
    const { clinic, caller, group, first, second } = await openGroup()
    const content = csv(
      ...['Treatment,Fee,Unit,NHS band,From', `"${first.name}",450,per tooth,2,`],
      ...[`"${second.name}",,,,`, 'Zeppelin,1,,,'],
    )
    const tried = await caller.callOk(groupFees.import, { content, isTrial: true })
    expect(tried.counts).toEqual({ new: 1, changed: 0, unchanged: 0, unusable: 2 })
    expect((await rowAt(clinic, first)).current).toBeNull()
    expect(await caller.callOk(groupFees.import, { content, isTrial: false })).toMatchObject({
      isTrial: false,
    })
    expect((await rowAt(clinic, first)).current).toMatchObject({
      ...{ pricePence: 45_000, unit: 'tooth', band: 'band-2', group },
    })
    const again = await caller.callOk(groupFees.import, { content, isTrial: true })
    expect(again.counts).toMatchObject({ new: 0, unchanged: 1 })
    // A practice's file says what is its own: the same fee as the group's is new to it.
    const own = await clinic.as('manager').callOk(fees.import, { content, isTrial: true })
    expect(own.counts).toMatchObject({ new: 1, unchanged: 0 })
    const unnamed = { content: csv('Price', '1'), isTrial: true }
    expect((await caller.call(groupFees.import, unnamed)).reason).toBe('columns-missing')
  })

  it('is read by auditors and changed by administrators alone', async () => {
    const { caller, groupId, first } = await openGroup()
    const { current } = await caller.callOk(groupFees.save, feeOf(first.templateId))
    await testApp.owner.query(`update practice_group_people set role = 'group_auditor' where group_id = $1`, [
      groupId,
    ])
    const { rows } = await caller.callOk(groupFees.list, { pageSize: 1 })
    expect(rows).toMatchObject([{ templateId: first.templateId, current: { pricePence: 45_000 } }])
    const content = csv('Treatment,Fee', 'Crown,1')
    for (const refused of [
      await caller.call(groupFees.save, feeOf(first.templateId, { pricePence: 1 })),
      await caller.call(groupFees.remove, { feeId: current!.id }),
      await caller.call(groupFees.import, { content, isTrial: true }),
    ])
      expect(refused.reason).toBe('group-administrators-only')
  })

  it('reaches no practice outside, and is changed by no other group', async () => {
    const { caller, first } = await openGroup()
    const { templateId } = first
    const { current } = await caller.callOk(groupFees.save, feeOf(templateId))
    const other = await openGroup()
    expect(await rowAt(other.clinic, first)).toMatchObject({ current: null })
    expect(await rowAt(testApp.clinicB, first)).toMatchObject({ current: null })
    expect((await other.caller.call(groupFees.remove, { feeId: current!.id })).reason).toBe('not-found')
    const { rows } = await other.caller.callOk(groupFees.list, { pageSize: 100 })
    expect(rows.filter((row) => row.current !== null)).toEqual([])
  })
})

describe('a practice', () => {
  const agreement = 'fees' as const

  it('that joined before is asked first, stops at any time, and its log says so', async () => {
    const { clinic, caller, groupId, first } = await openGroup()
    const { templateId } = first
    await caller.callOk(groupFees.save, feeOf(templateId))
    await testApp.owner.query(
      'update practice_group_members set uses_fees_since = null where clinic_id = $1',
      [clinic.id],
    )
    const owner = clinic.as('owner')
    const agreed = async () => (await owner.callOk(practiceGroups.membership, {})).group!.agreements
    const others = ['templates', 'figures', 'policies', 'branding', 'sign-on']
    expect([await agreed(), (await rowAt(clinic, first)).current]).toEqual([others, null])
    expect((await clinic.as('lead').call(practiceGroups.agree, { agreement })).status).toBe(403)
    for (const answer of [
      await owner.callOk(practiceGroups.agree, { agreement }),
      await owner.callOk(practiceGroups.agree, { agreement }),
    ])
      expect(answer.group!.agreements).toContain(agreement)
    expect((await rowAt(clinic, first)).current).toMatchObject({ pricePence: 45_000 })
    await owner.callOk(practiceGroups.stopAgreement, { agreement })
    expect([await agreed(), (await rowAt(clinic, first)).current]).toEqual([others, null])
    expect(await auditOf(groupId, 'group.agreement%')).toMatchObject([
      { action: 'group.agreement_given', details: { agreement } },
      { action: 'group.agreement_stopped', details: { agreement } },
    ])
  })

  it('that leaves keeps its own fees and none of the group’s', async () => {
    const { clinic, caller, groupId, first, second } = await openGroup()
    await caller.callOk(groupFees.save, feeOf(first.templateId))
    await clinic.as('manager').callOk(fees.save, feeOf(second.templateId))
    await clinic.as('owner').callOk(practiceGroups.leave, {})
    expect((await rowAt(clinic, first)).current).toBeNull()
    expect((await rowAt(clinic, second)).current).toMatchObject({ pricePence: 45_000 })
    for (const operation of [practiceGroups.agree, practiceGroups.stopAgreement])
      expect((await clinic.as('owner').call(operation, { agreement })).reason).toBe('no-group')
    await addGroupMember(testApp.owner, groupId, clinic.id)
    expect((await rowAt(clinic, first)).current).toMatchObject({ pricePence: 45_000 })
  })
})
