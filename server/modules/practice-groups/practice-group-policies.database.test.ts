import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember } from '../../testing/test-group.ts'

const { groupPolicies, policies, practiceGroups } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

let practices = 0
/** A group of two practices, with what each of them and the group does with a policy. */
async function openGroup(policy = 'consent') {
  const [one, two] = [
    await testApp.addClinic(`One ${++practices}`),
    await testApp.addClinic(`Two ${practices}`),
  ]
  const { caller, groupId } = await one.addOwnGroup()
  await addGroupMember(testApp.owner, groupId, two.id)
  const get = () => caller.callOk(groupPolicies.get, { policy })
  const share = async (text: string, after?: number, title = 'Consent at our practices') =>
    caller.call(groupPolicies.share, { policy, title, text, after: after ?? (await get()).after })
  const stateOf = async ({ name }: TestClinic) => (await get()).practices.find((row) => row.name === name)!
  return { one, two, caller, groupId, policy, get, share, stateOf }
}

const read = (clinic: TestClinic, policy: string) => clinic.as('manager').callOk(policies.get, { policy })

/** The practice adopts what the group offers, or another wording. */
async function adopt(clinic: TestClinic, policy: string, own?: string) {
  const { offer, version, suggestedReviewOn: reviewOn } = await read(clinic, policy)
  const wording = own ? { title: 'Ours', text: own } : { title: offer!.title, text: offer!.text }
  return clinic
    .as('manager')
    .callOk(policies.adopt, { policy, ...wording, reviewOn, after: version?.number ?? 0 })
}

const auditOf = async (groupId: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [groupId],
  )
  return rows
}

describe('a policy that a group words', () => {
  it('begins with the library’s, and its practices begin with the group’s', async () => {
    const { one, two, caller, groupId, policy, get, share } = await openGroup()
    const begun = await get()
    expect(begun).toMatchObject({ title: 'Consent policy', version: null, after: 0, earlier: [] })
    expect(begun.text).toBe((await read(two, policy)).text)
    expect((await share('## Purpose\n\nWe ask first.')).status).toBe(200)
    for (const clinic of [one, two])
      expect(await read(clinic, policy)).toMatchObject({
        ...{ title: 'Consent at our practices', text: '## Purpose\n\nWe ask first.', version: null },
        offer: { group: begun.group, number: 1, isAdopted: false, isNew: false },
      })
    const { policies: all } = await caller.callOk(groupPolicies.list, {})
    expect(all.find((row) => row.policy === policy)).toMatchObject({ version: { number: 1 }, onNewest: 0 })
    expect(await auditOf(groupId)).toEqual([
      { action: 'group.policy_shared', details: { policy, number: 1 } },
    ])
  })

  it('is adopted by each practice for itself, and a newer one is told until it is adopted too', async () => {
    const { one, two, caller, policy, share, stateOf } = await openGroup()
    await share('We ask first.')
    const adopted = await adopt(one, policy)
    expect(adopted).toMatchObject({
      version: { number: 1, groupNumber: 1 },
      offer: { isAdopted: true, isNew: false },
    })
    await share('We ask first, and again.')
    expect(await read(one, policy)).toMatchObject({
      text: 'We ask first.',
      version: { number: 1, groupNumber: 1 },
      offer: { number: 2, text: 'We ask first, and again.', isAdopted: false, isNew: true },
    })
    expect(await stateOf(one)).toMatchObject({ adopted: { number: 1, groupNumber: 1, isOverdue: false } })
    expect((await stateOf(two)).adopted).toBeNull()
    expect(await adopt(one, policy)).toMatchObject({
      version: { number: 2, groupNumber: 2, readers: 0 },
      offer: { isNew: false },
    })
    const { policies: all } = await caller.callOk(groupPolicies.list, {})
    expect(all.find((row) => row.policy === policy)).toMatchObject({ onNewest: 1, overdue: 0 })
  })

  it('leaves a practice its own wording, which is told of what the group says later', async () => {
    const { one, policy, share, stateOf } = await openGroup()
    await adopt(one, policy, 'Ours alone.')
    expect((await read(one, policy)).offer).toBeNull()
    await share('We ask first.')
    expect(await read(one, policy)).toMatchObject({
      ...{ title: 'Ours', text: 'Ours alone.', version: { groupNumber: null } },
      offer: { number: 1, isAdopted: false, isNew: true },
    })
    // Whoever has decided against it is told no more.
    await adopt(one, policy, 'Ours still.')
    expect((await read(one, policy)).offer).toMatchObject({ isAdopted: false, isNew: false })
    expect((await stateOf(one)).adopted).toMatchObject({ number: 2, groupNumber: null })
  })

  it('can be one that the library has not, and is listed at its practices', async () => {
    const policy = `lone-working-${practices}`
    const { two, caller } = await openGroup(policy)
    expect((await caller.call(groupPolicies.get, { policy })).reason).toBe('not-found')
    const wording = { policy, title: 'Lone working', text: 'Nobody does.', after: 0 }
    await caller.callOk(groupPolicies.share, wording)
    const rows = await two.as('dentist').callOk(policies.list, {})
    expect(rows.find((row) => row.policy === policy)).toMatchObject({ title: 'Lone working', version: null })
    const asForm = await caller.call(groupPolicies.share, { ...wording, policy: 'new', title: 'New' })
    expect(asForm.status).toBe(400)
    const stranger = testApp.clinicB.as('manager')
    expect((await stranger.call(policies.get, { policy })).reason).toBe('not-found')
  })

  it('is withdrawn from practices, which keep what they adopted, and goes on with the next number', async () => {
    const { one, two, caller, policy, share, get } = await openGroup()
    await share('We ask first.')
    await adopt(one, policy)
    await caller.callOk(groupPolicies.remove, { policy })
    expect(await read(one, policy)).toMatchObject({ text: 'We ask first.', offer: null })
    expect(await read(two, policy)).toMatchObject({ title: 'Consent policy', offer: null })
    expect((await caller.call(groupPolicies.remove, { policy })).reason).toBe('not-found')
    expect(await get()).toMatchObject({ version: null, after: 1, earlier: [{ number: 1 }] })
    await share('We ask again.')
    expect(await read(two, policy)).toMatchObject({ offer: { number: 2 } })
  })

  it('that the library has not can be shared again with its last wording, though not as a new one', async () => {
    const { caller, policy, share, get } = await openGroup('working-alone')
    const title = 'Working alone'
    await share('Nobody does.', 0, title)
    await caller.callOk(groupPolicies.remove, { policy })
    const { policies: all } = await caller.callOk(groupPolicies.list, {})
    expect(all.find((row) => row.policy === policy)).toMatchObject({ title, version: null })
    expect(await get()).toMatchObject({
      ...{ title, text: 'Nobody does.', version: null, after: 1, isOfLibrary: false },
    })
    expect((await share('Nobody may.', 0, title)).reason).toBe('title-used')
    expect((await share('Nobody may.', 1, title)).status).toBe(200)
  })

  it('is no longer what a practice adopts once it is withdrawn, in none of its versions', async () => {
    const { one, caller, policy, share, stateOf } = await openGroup()
    await share('We ask first.')
    await share('We ask first, and again.')
    await caller.callOk(groupPolicies.remove, { policy })
    const { suggestedReviewOn: reviewOn } = await read(one, policy)
    const earlier = { title: 'Consent at our practices', text: 'We ask first.' }
    await one.as('manager').callOk(policies.adopt, { policy, ...earlier, reviewOn, after: 0 })
    expect((await stateOf(one)).adopted).toMatchObject({ number: 1, groupNumber: null })
  })

  it('stays with a practice that leaves, as a wording of its own', async () => {
    const { one, policy, share } = await openGroup()
    await share('We ask first.')
    await adopt(one, policy)
    await one.as('owner').callOk(practiceGroups.leave, {})
    expect(await read(one, policy)).toMatchObject({
      ...{ text: 'We ask first.', offer: null },
      version: { number: 1, groupNumber: null },
    })
  })

  it('says which practice is late with its review, by that practice’s own day', async () => {
    const { one, caller, policy, share, stateOf } = await openGroup()
    await share('We ask first.')
    await adopt(one, policy)
    await testApp.owner.query(`update policy_versions set review_on = '2020-01-01' where clinic_id = $1`, [
      one.id,
    ])
    expect((await stateOf(one)).adopted).toMatchObject({ reviewOn: '2020-01-01', isOverdue: true })
    const { policies: all } = await caller.callOk(groupPolicies.list, {})
    expect(all.find((row) => row.policy === policy)).toMatchObject({ overdue: 1 })
  })
})

it('two who word a policy at once do not follow the same version', async () => {
  const { share } = await openGroup()
  const answers = await Promise.all([share('One way.', 0), share('Another way.', 0)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.flatMap(({ reason }) => reason ?? [])).toEqual(['stale-version'])
})

it('a practice shows the state of its policies only while it agrees to that', async () => {
  const { one, groupId, policy, share, stateOf } = await openGroup()
  await share('We ask first.')
  await adopt(one, policy)
  const [owner, lead] = [one.as('owner'), one.as('lead')]
  const agreement = 'policies' as const
  expect((await owner.callOk(practiceGroups.membership, {})).group!.agreements).toContain(agreement)
  for (const operation of [practiceGroups.stopAgreement, practiceGroups.agree])
    expect((await lead.call(operation, { agreement })).status).toBe(403)
  for (let times = 0; times < 2; times++)
    expect((await owner.callOk(practiceGroups.stopAgreement, { agreement })).group!.agreements).not.toContain(
      agreement,
    )
  expect(await stateOf(one)).toMatchObject({ isShown: false, adopted: null })
  // What the group words is offered all the same.
  expect((await read(one, policy)).offer).toMatchObject({ isAdopted: true })
  await owner.callOk(practiceGroups.agree, { agreement })
  expect(await stateOf(one)).toMatchObject({ isShown: true, adopted: { groupNumber: 1 } })
  const told = (await auditOf(groupId)).filter(({ action }) => action.includes('agreement'))
  expect(told).toEqual([
    {
      action: 'group.agreement_stopped',
      details: { group: expect.any(String), agreement, before: 'given' },
    },
    {
      action: 'group.agreement_given',
      details: { group: expect.any(String), agreement, before: 'stopped' },
    },
  ])
  const nobody = (await testApp.addClinic('Of no group')).as('owner')
  expect((await nobody.call(practiceGroups.agree, { agreement })).reason).toBe('no-group')
})

it('an auditor reads what is shared, and words nothing', async () => {
  const { caller, groupId, policy, share } = await openGroup()
  await share('We ask first.')
  await testApp.owner.query(`update practice_group_people set role = 'group_auditor' where group_id = $1`, [
    groupId,
  ])
  const asked = [await share('We do not.'), await caller.call(groupPolicies.remove, { policy })]
  expect(asked.map(({ reason }) => reason)).toEqual(Array(2).fill('group-administrators-only'))
})
