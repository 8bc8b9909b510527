import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember } from '../../testing/test-group.ts'

const { groupFigures, practiceGroups } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** What was counted of a practice in a month, as its consents would have left it. */
async function count({ id }: TestClinic, month: string, counts: Record<string, number>) {
  for (const [measure, total] of Object.entries(counts))
    await testApp.owner.query(
      `insert into clinic_figures (clinic_id, subject, span, start, item, measure, total)
       values ($1, 'practice', 'month', $2, '', $3, $4)`,
      [id, `${month}-01`, measure, total],
    )
}

let practices = 0
/** A group of three practices: two that sent many consents, and one that sent none. */
async function openGroup() {
  practices++
  const [one, two, quiet] = [
    await testApp.addClinic(`Arbour ${practices}`),
    await testApp.addClinic(`Birch ${practices}`),
    await testApp.addClinic(`Cedar ${practices}`),
  ]
  const { caller, groupId } = await one.addOwnGroup()
  for (const { id } of [two, quiet]) await addGroupMember(testApp.owner, groupId, id)
  await count(one, '2025-02', { sent: 20, opened: 18, signed: 15, declined: 2, with_questions: 9 })
  await count(two, '2025-02', { sent: 30, opened: 30, signed: 25 })
  await count(two, '2025-05', { sent: 10, opened: 9, signed: 8 })
  const read = (from = '2025-01', to = '2025-06') =>
    caller.callOk(groupFigures.overview, { period: 'months', from, to })
  return { one, two, quiet, caller, groupId, read }
}

describe('figures across a group', () => {
  it('are told of each practice and of all together by month', async () => {
    const { one, two, quiet, read } = await openGroup()
    const { period, total, practices: rows, months, use } = await read()
    expect(period).toEqual({ from: '2025-01', to: '2025-06' })
    expect(use).toEqual({ practices: 3, agreed: 3, others: [] })
    expect(total).toEqual({
      ...{ sent: 60, opened: 57, signed: 48, declined: 2 },
      ...{ withdrawn: 0, expired: 0, voided: 0 },
    })
    expect(
      rows.map(({ name, outcomes, leftOut }) => [name, outcomes.sent, outcomes.signed, leftOut]),
    ).toEqual([
      [two.name, 40, 33, 0],
      [one.name, 20, 15, 0],
      [quiet.name, 0, 0, 0],
    ])
    expect(months.map(({ key, outcomes }) => [key, outcomes.sent])).toEqual([
      ['2025-01', 0],
      ['2025-02', 50],
      ['2025-03', 0],
      ['2025-04', 0],
      ['2025-05', 10],
      ['2025-06', 0],
    ])
  })

  it('leave out a month with few consents from every sum, whichever months are asked for', async () => {
    const { one, quiet, read } = await openGroup()
    const before = [await read(), await read('2025-02', '2025-03'), await read('2025-03', '2025-03')]
    await count(quiet, '2025-03', { sent: figure_group_min - 1, signed: 1, declined: 1 })
    await count(one, '2025-03', { sent: 1, signed: 1 })
    const after = [await read(), await read('2025-02', '2025-03'), await read('2025-03', '2025-03')]
    expect(after.map(({ total }) => total)).toEqual(before.map(({ total }) => total))
    for (const { practices: rows, months } of after) {
      expect(rows.find(({ name }) => name === quiet.name)).toMatchObject({
        outcomes: { sent: 0 },
        leftOut: 1,
      })
      expect(months.find(({ key }) => key === '2025-03')).toMatchObject({ outcomes: { sent: 0 }, leftOut: 2 })
    }
    await one.as('owner').callOk(practiceGroups.stopAgreement, { agreement: 'figures' })
    expect((await read('2025-03', '2025-03')).total.sent).toBe(0)
  })

  it('are not told of a practice that stops showing them, nor by what is told of the others', async () => {
    const { one, two, quiet, read } = await openGroup()
    await two.as('owner').callOk(practiceGroups.stopAgreement, { agreement: 'figures' })
    const { total, practices: rows, months, use } = await read()
    expect(use).toEqual({ practices: 3, agreed: 2, others: [two.name] })
    expect(total).toMatchObject({ sent: 20, signed: 15 })
    expect(rows.map(({ name }) => name)).toEqual([one.name, quiet.name])
    expect(months.reduce((sum, { outcomes }) => sum + outcomes.sent, 0)).toBe(20)
    await two.as('owner').callOk(practiceGroups.agree, { agreement: 'figures' })
    expect((await read()).total.sent).toBe(60)
  })

  it('are a file for each table, which the log holds, and nobody else’s', async () => {
    const { caller, groupId, two } = await openGroup()
    const fileOf = (table: string) => `/api/group/figures/${table}.csv?period=months&from=2025-01&to=2025-06`
    const ofPractices = await caller.get(fileOf('practices'))
    expect(ofPractices.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(ofPractices.raw.toString()).toContain(`"${two.name}","40","39","33","0"`)
    expect((await caller.get(fileOf('months'))).raw.toString()).toContain('"2025-02","50","48","40","2"')
    const { rows } = await testApp.owner.query(
      `select from audit_rows where action = 'analytics.exported' and subject = $1`,
      [groupId],
    )
    expect(rows).toHaveLength(2)
    expect((await two.as('owner').get(fileOf('practices'))).status).toBe(403)
  })
})
