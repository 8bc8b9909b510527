import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupAgreement } from '../../../contract/group-agreements.ts'
import { contract } from '../../../contract/index.ts'
import { checkFile } from '../../../verification/file-check.ts'
import { createJobRunners, type RunGroupJob, type RunJob } from '../../platform/jobs/job-runner.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { addGroupMember, addGroupPerson, giveSecondFactor } from '../../testing/test-group.ts'
import { writeAudit } from '../audit/index.ts'
import { figureText, stateLabels } from '../compliance/index.ts'
import { groupEvidenceJobs } from './practice-group-evidence-jobs.ts'

const { compliance, groupEvidence, groupPolicies, improvementActions, policies, practiceGroups } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** What a practice counted of an item of the evidence list on the first day of the quarter. */
const countItem = (clinic: TestClinic, day: string, [item, applies, met]: [number, number, number]) =>
  testApp.owner.query(
    'insert into compliance_days (clinic_id, day, item, applies, met) values ($1, $2, $3, $4, $5)',
    [clinic.id, day, item, applies, met],
  )

const countSent = (clinic: TestClinic, month: string, sent: number) =>
  testApp.owner.query(
    `insert into clinic_figures (clinic_id, subject, span, start, item, measure, total)
     values ($1, 'practice', 'month', $2, '', 'sent', $3)`,
    [clinic.id, month, sent],
  )

const stop = (clinic: TestClinic, agreement: GroupAgreement) =>
  clinic.as('owner').callOk(practiceGroups.stopAgreement, { agreement })

let groups = 0
/** A group of two practices, and the quarter that ended last; the first has counted a good deal, the second little. */
async function openGroup() {
  groups++
  const [one, two] = [await testApp.addClinic(`Alder ${groups}`), await testApp.addClinic(`Beech ${groups}`)]
  const { caller, groupId } = await one.addOwnGroup()
  await addGroupMember(testApp.owner, groupId, two.id)
  const [quarter, earlier] = (await caller.callOk(groupEvidence.list, {})).quarters
  await countSent(one, quarter!.from, 40)
  await countItem(one, quarter!.from, [2, 30, 27])
  await countItem(one, quarter!.from, [3, 4, 1])
  return { one, two, caller, groupId, quarter: quarter!, earlier: earlier! }
}

const fileOf = (reportId: string) => `/api/group/evidence/${reportId}/file`

/** The text of a PDF, each run of spaces as one. */
function wordsOf(pdf: Buffer): string {
  const place = path.join(mkdtempSync(path.join(tmpdir(), 'candour-group-')), 'report.pdf')
  writeFileSync(place, pdf)
  return execFileSync('pdftotext', ['-layout', place, '-'], { encoding: 'utf8' }).replaceAll(/[^\S\n]+/g, ' ')
}

/** Makes a report of a quarter, and reads it. */
async function makeReport(caller: TestCaller, from: string) {
  await caller.callOk(groupEvidence.make, { from })
  await testApp.runJobs()
  const { reports } = await caller.callOk(groupEvidence.list, {})
  const { raw, status, headers } = await caller.get(fileOf(reports[0]!.id))
  return { report: reports[0]!, raw, status, headers, words: wordsOf(raw) }
}

const auditOf = async (action: string, column: string, value: string) => {
  const { rows } = await testApp.owner.query<{ details: unknown }>(
    `select details from audit_rows where action = $1 and ${column} = $2 order by sequence`,
    [action, value],
  )
  return rows.map(({ details }) => details)
}

/** The row of an item in what was printed of one practice. */
const rowOf = (words: string, { name }: TestClinic, item: string): string =>
  words
    .split(`Evidence list: ${name}`)[1]!
    .split('Evidence list:')[0]!
    .split('\n')
    .find((line) => line.trim().startsWith(item))!

describe('the evidence report of a group', () => {
  it('says of each practice what its own pack says, under a seal', async () => {
    const { one, two, caller, groupId, quarter } = await openGroup()
    await testApp.owner.query(
      `insert into sample_audits (clinic_id, month, version, seed, population, sample, made_by, at)
       values ($1, $2, '1.1', 'seed', 12, $3, 'test', now())`,
      [
        one.id,
        quarter.to.slice(0, 7),
        JSON.stringify([{ consentId: groupId, found: { 'G31-1': 1, 'G31-2': 0 } }]),
      ],
    )
    await one.addInspectionPack()
    const action = {
      title: 'Talk to Mr Whitcombe',
      item: 'CQ02',
      ownerId: one.staff.owner.staffId!,
      dueOn: '2099-01-01',
    }
    await one.as('owner').callOk(improvementActions.create, action)
    await caller.callOk(groupPolicies.share, {
      ...{ policy: 'consent', title: 'Consent here', text: 'We ask.', after: 0 },
    })
    await two.as('owner').callOk(policies.adopt, {
      ...{ policy: 'consent', title: 'Consent here', text: 'We ask.', reviewOn: '2027-06-01', after: 0 },
    })
    const { report, raw, headers, words } = await makeReport(caller, quarter.from)
    expect(report).toMatchObject({ ...quarter, status: 'ready', progress: 100, failure: null })
    expect(headers['content-type']).toBe('application/pdf')
    expect(report.sha256).toBe(createHash('sha256').update(raw).digest('hex'))
    expect((await checkFile(Uint8Array.from(raw))).findings).toEqual([])
    const { items } = await one
      .as('owner')
      .callOk(compliance.overview, { period: 'quarter', from: quarter.from })
    expect(items).toHaveLength(40)
    for (const item of items) {
      const row = rowOf(words, one, item.id)
      if (item.id === 'CQ03') expect(row).toContain('Fewer than 5')
      else if (item.behind === 'groups') expect(row).toContain('Not shown')
      else expect(row, item.id).toContain(`${figureText(item, item.unit)} `)
      if (item.id !== 'CQ03' && item.behind !== 'groups') expect(row).toContain(stateLabels[item.state])
    }
    expect(rowOf(words, one, 'CQ02')).toContain('90% (27 of 30)')
    expect(rowOf(words, two, 'CQ02')).toContain('No data')
    for (const text of [
      `${one.name} CQ02 1 0`,
      `${two.name} None 0 0`,
      '1 of 2 checks met',
      'Consent here',
      'Group’s version 1',
    ])
      expect(words).toContain(text)
    for (const name of ['Whitcombe', 'Okafor']) expect(words).not.toContain(name)
    const shown = { from: quarter.from, to: quarter.to, figures: true, policies: true }
    for (const { id } of [one, two])
      expect(await auditOf('group.evidence_shown', 'clinic_id', id)).toMatchObject([shown])
    const ofGroup = { reportId: report.id, sha256: report.sha256 }
    for (const did of ['group.evidence_ready', 'group.evidence_downloaded'])
      expect(await auditOf(did, 'subject', groupId)).toEqual([ofGroup])
  })

  it('names practices that show nothing, and says nothing else of them', async () => {
    const { one, two, caller, quarter } = await openGroup()
    await stop(one, 'figures')
    await stop(two, 'figures')
    await stop(two, 'policies')
    const { words } = await makeReport(caller, quarter.from)
    expect(words).toContain('No practice shows this to the group.')
    expect(words).not.toContain('Evidence list:')
    expect(words).not.toContain('27 of 30')
    expect(words.match(/Not shown at all\s+Beech \d+/)).not.toBeNull()
    expect(await auditOf('group.evidence_shown', 'clinic_id', one.id)).toMatchObject([{ figures: false }])
    expect(await auditOf('group.evidence_shown', 'clinic_id', two.id)).toEqual([])
    await stop(one, 'policies')
    const refused = await caller.call(groupEvidence.make, { from: quarter.from })
    expect(refused.reason).toBe('nobody-agreed')
    expect((await caller.callOk(groupEvidence.list, {})).reports).toHaveLength(1)
  })

  it('tells nothing of patients where few consents were sent in a month', async () => {
    const { one, caller, quarter } = await openGroup()
    const [year, month] = [quarter.from.slice(0, 4), Number(quarter.from.slice(5, 7))]
    await countSent(one, `${year}-${String(month + 1).padStart(2, '0')}-01`, 4)
    const { words } = await makeReport(caller, quarter.from)
    expect(words).not.toContain('27 of 30')
    expect(rowOf(words, one, 'CQ02')).toContain('Not shown')
    expect(rowOf(words, one, 'CQ32')).not.toContain('Not shown')
    expect(words).toMatch(new RegExp(`${one.name} 40 .* 1\n`))
  })

  it('is of quarters that ended, and one at a time', async () => {
    const { caller, quarter, earlier } = await openGroup()
    for (const from of ['2099-01-01', '2019-01-01', quarter.to])
      expect((await caller.call(groupEvidence.make, { from })).reason, from).toBe('wrong-quarter')
    await caller.callOk(groupEvidence.make, { from: quarter.from })
    expect((await caller.call(groupEvidence.make, { from: earlier.from })).reason).toBe('already-preparing')
    const { reports } = await caller.callOk(groupEvidence.list, {})
    expect((await caller.get(fileOf(reports[0]!.id))).reason).toBe('not-ready')
    await testApp.runJobs()
    expect((await caller.callOk(groupEvidence.make, { from: earlier.from })).reports).toHaveLength(2)
    await testApp.runJobs()
  })

  it('stays the group’s when a practice leaves, which the next one does not name', async () => {
    const { two, caller, groupId, quarter } = await openGroup()
    const before = await makeReport(caller, quarter.from)
    await two.as('owner').callOk(practiceGroups.leave, {})
    const after = await makeReport(caller, quarter.from)
    expect(before.words).toContain(two.name)
    expect(after.words).not.toContain(two.name)
    expect((await caller.get(fileOf(before.report.id))).raw).toEqual(before.raw)
    const auditor = await two.addColleague()
    await giveSecondFactor(testApp.owner, auditor)
    await addGroupPerson(testApp.owner, auditor, groupId, 'group_auditor')
    const asAuditor = testApp.as(auditor)
    expect((await asAuditor.get(fileOf(before.report.id))).status).toBe(200)
    expect((await makeReport(asAuditor, quarter.from)).status).toBe(200)
  })

  it('is nobody else’s', async () => {
    const { one, caller, quarter } = await openGroup()
    const { report } = await makeReport(caller, quarter.from)
    const { caller: stranger } = await testApp.clinicB.addGroupOf('group_admin')
    expect((await stranger.get(fileOf(report.id))).status).toBe(404)
    expect((await one.as('owner').get(fileOf(report.id))).status).toBe(403)
    expect((await stranger.callOk(groupEvidence.list, {})).reports).toEqual([])
  })

  it('that was given up has failed, and is asked for again', async () => {
    const { caller, groupId, quarter } = await openGroup()
    await testApp.owner.query(
      `insert into group_evidence_reports (group_id, from_day, to_day, made_by, created_at) values ($1, $2, $3, 'x', $4)`,
      [groupId, quarter.from, quarter.to, new Date(testApp.clock.now().getTime() - 7 * 60 * minute_ms)],
    )
    await testApp.app.sweep('practice-groups.evidence')
    await testApp.runJobs()
    const { reports } = await caller.callOk(groupEvidence.list, {})
    expect(reports).toMatchObject([
      { status: 'failed', failure: 'The report could not be completed. Try again.' },
    ])
    expect((await makeReport(caller, quarter.from)).report.status).toBe('ready')
  })
})

/** Ends a run as a kill would: nothing in memory is left, and what was committed is. */
class KillError extends Error {
  override name = 'KillError'
}

/** The jobs, which die at an instant of their run: before, within or after a transaction, or at a file. */
function jobsThatDie(at: number, onFiles: (name: string) => unknown) {
  const { app, clock } = testApp
  const runners = createJobRunners({ database: app.database, clock, writeAudit, insertJobs: async () => {} })
  let left = at
  const pass = () => {
    if (--left === 0) throw new KillError()
  }
  async function dying<T>(run: (wrap: (done: T) => T) => Promise<T>): Promise<T> {
    pass()
    const answer = await run((done) => {
      pass()
      return done
    })
    pass()
    return answer
  }
  const runJob: RunJob = (id, work) =>
    dying((wrap) => runners.runJob(id, async (scope, note) => wrap(await work(scope, note))))
  const runGroupJob: RunGroupJob = (id, work) =>
    dying((wrap) => runners.runGroupJob(id, async (scope, note) => wrap(await work(scope, note))))
  const pdf = Buffer.from(`%PDF of run ${at}`)
  const files = {
    async put(name: string) {
      pass()
      await onFiles(name)
    },
    remove: async () => {},
  } as never
  const buildReport = async () => ({ pdf, sha256: createHash('sha256').update(pdf).digest('hex') })
  return { ...groupEvidenceJobs({ runJob, runGroupJob, files, buildReport }), isOver: () => left > 0 }
}

it('is one report, told once in each log, wherever a run was killed', async () => {
  const { one, caller, groupId, quarter } = await openGroup()
  let instants = 0
  for (let at = 1; ; at++) {
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into group_evidence_reports (group_id, from_day, to_day, made_by, created_at)
       values ($1, $2, $3, 'x', now()) returning id`,
      [groupId, quarter.from, quarter.to],
    )
    const data = { groupId, reportId: rows[0]!.id }
    const killed = jobsThatDie(at, () => {})
    await killed.makeEvidence(data).catch((error: unknown) => {
      if (!(error instanceof KillError)) throw error
    })
    await jobsThatDie(-1, () => {}).makeEvidence(data)
    const { reports } = await caller.callOk(groupEvidence.list, {})
    expect(
      reports.find(({ id }) => id === data.reportId),
      `instant ${at}`,
    ).toMatchObject({ status: 'ready' })
    instants = at
    if (killed.isOver()) break
  }
  expect(instants).toBeGreaterThan(15)
  const ready = (await auditOf('group.evidence_ready', 'subject', groupId)) as { reportId: string }[]
  expect(ready).toHaveLength(instants)
  expect(new Set(ready.map(({ reportId }) => reportId)).size).toBe(instants)
  expect(await auditOf('group.evidence_shown', 'clinic_id', one.id)).toHaveLength(instants)
}, 120_000)

it('is made again where a practice stops showing its figures meanwhile', async () => {
  const { one, two, caller, groupId, quarter } = await openGroup()
  await caller.callOk(groupEvidence.make, { from: quarter.from })
  const [report] = (await caller.callOk(groupEvidence.list, {})).reports
  let stopped = false
  const jobs = jobsThatDie(-1, () => {
    if (stopped) return
    stopped = true
    return stop(two, 'figures')
  })
  await jobs.makeEvidence({ groupId, reportId: report!.id })
  expect(stopped).toBe(true)
  expect(await auditOf('group.evidence_shown', 'clinic_id', two.id)).toMatchObject([
    { figures: false, policies: true },
  ])
  expect(await auditOf('group.evidence_shown', 'clinic_id', one.id)).toHaveLength(1)
  await testApp.runJobs()
})
