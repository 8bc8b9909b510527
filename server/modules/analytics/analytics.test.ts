import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signatureFor, type TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { analytics } = contract

let testApp: TestApp
let clinic: TestClinic
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  clinics++
  clinic = await testApp.addClinic(`Counted ${clinics}`)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const figures = async (months = 12) => {
  await testApp.runJobs()
  await testApp.app.sweep('analytics.totals')
  return admin().callOk(analytics.platform, { months })
}
/** What stands in the totals of the clinic. */
async function counted(): Promise<Record<string, number>> {
  await testApp.runJobs()
  const { rows } = await testApp.owner.query<{ measure: string; total: number }>(
    `select measure, total from clinic_figures where clinic_id = $1 and (subject, span) = ('practice', 'year') and total <> 0`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map(({ measure, total }) => [measure, total]))
}
const firstOf = { months: 'Month', treatments: 'Treatment', 'time-to-sign': 'Signed', features: 'Used' }
const difference = (before: number, after: number) => after - before

describe('a consent', () => {
  it('counts for nothing before anybody was given it', async () => {
    await clinic.addDraft()
    expect(await counted()).toEqual({})
  })

  it('counts as sent, then as opened, then as signed within an hour', async () => {
    const { consentId } = await clinic.addSent()
    expect(await counted()).toEqual({ sent: 1, with_understanding_check: 1 })
    const { consentId: _id, ...opened } = await clinic.addSigned()
    expect(opened.signed.status).toBe('signed')
    expect(await counted()).toMatchObject({ sent: 2, opened: 1, signed: 1, signed_in_an_hour: 1 })
    await clinic
      .as('owner')
      .callOk(contract.consents.void, { consentId, reason: 'Made out to the wrong tooth' })
    expect(await counted()).toMatchObject({ sent: 2, voided: 1 })
  })

  it('counts once however often its job runs', async () => {
    const { consentId } = await clinic.addSigned()
    const once = await counted()
    const job = { queue: 'analytics.count', data: { clinicId: clinic.id, consentId } }
    await testApp.app.database.borrow((client) => testApp.app.jobs.insert(client, [job, job, job]))
    expect(await counted()).toEqual(once)
  })

  it('that was signed on paper, on the tablet or taken back counts as that', async () => {
    await clinic.addPaper()
    const { consentId } = await clinic.addSigned()
    await clinic
      .as('dentist')
      .callOk(contract.consents.recordWithdrawal, { consentId, reason: 'Changed her mind' })
    expect(await counted()).toMatchObject({ sent: 2, signed: 2, withdrawn: 1, signed_on_paper: 1 })
  })

  it('of before there was any counting is counted by the sweep', async () => {
    await clinic.addSigned()
    const all = await counted()
    for (const table of ['consent_counts', 'clinic_figures', 'clinic_months'])
      await testApp.owner.query(`delete from ${table} where clinic_id = $1`, [clinic.id])
    expect(await counted()).toEqual({})
    await testApp.app.sweep('analytics.uncounted')
    expect(await counted()).toEqual(all)
  })
})

describe('the figures of the platform', () => {
  it('add up what practices did, by month, and name no practice and no person', async () => {
    const before = await figures()
    await clinic.addSent()
    const { consentId } = await clinic.addSigned()
    const after = await figures()
    const [was, is] = [before.months.at(-1)!, after.months.at(-1)!]
    expect(difference(was.sent, is.sent)).toBe(2)
    expect(difference(was.signed, is.signed)).toBe(1)
    expect(difference(was.activeClinics, is.activeClinics)).toBe(1)
    const { rows } = await testApp.owner.query<{ type: string }>(
      'select treatment_type as type from templates where id = $1',
      [clinic.templateId],
    )
    const sentOf = ({ treatments }: typeof after) =>
      treatments.find(({ treatment }) => treatment === rows[0]!.type)?.sent ?? 0
    expect(after.sent).toBe(before.sent + 2)
    expect(difference(sentOf(before), sentOf(after))).toBe(2)
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${clinic.id}|${consentId}|Counted|Eleanor`))
  })

  it('hold a month for each that was asked for, the running one last', async () => {
    const { months } = await figures(3)
    expect(months).toHaveLength(3)
    expect(months.at(-1)!.month).toBe(dateInTimeZone(testApp.clock.now()).slice(0, 7))
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted())
  })

  it('count a practice as begun when its first consent came soon after it was made', async () => {
    const other = await testApp.addClinic('Never began')
    await testApp.owner.query('update clinics set created_at = $2 where id = any($1)', [
      [clinic.id, other.id],
      testApp.clock.now(),
    ])
    const before = (await figures()).months.at(-1)!
    await clinic.addSent()
    const after = (await figures()).months.at(-1)!
    expect(difference(before.activatedClinics, after.activatedClinics)).toBe(1)
    expect(after.newClinics).toBe(before.newClinics)
  })

  it('tell how long patients took, and what reminders did', async () => {
    const before = await figures()
    const { consentId, contentHash, patient } = await clinic.addViewed()
    await clinic.as('dentist').callOk(contract.reminders.remindNow, { consentId })
    await testApp.owner.query(`update consents set sent_at = sent_at - interval '2 days' where id = $1`, [
      consentId,
    ])
    await testApp.runJobs()
    await patient.callOk(contract.signing.sign, signatureFor({ consentId, contentHash, patientId: '' }))
    const after = await figures()
    const span = (of: typeof after) =>
      of.timeToSign.find(({ measure }) => measure === 'signed_in_three_days')!.consents
    expect(difference(span(before), span(after))).toBe(1)
    const { reminders: was } = before
    const { reminders: is } = after
    expect([is.reminded - was.reminded, is.signedAfter - was.signedAfter]).toEqual([1, 1])
    expect(is.signedSoonAfter - was.signedSoonAfter).toBe(1)
  })

  it('are refused for more months than there may be, and to practices', async () => {
    expect((await admin().call(analytics.platform, { months: 37 })).status).toBe(400)
    expect((await admin().call(analytics.platform, { months: 0 })).status).toBe(400)
    expect((await clinic.as('owner').call(analytics.platform, { months: 3 })).status).toBe(403)
  })

  it.each(['months', 'treatments', 'time-to-sign', 'features'] as const)(
    '%s leave as a file, audited',
    async (table) => {
      await clinic.addSent()
      await figures()
      const { headers, raw } = await admin().get(`/api/admin/analytics/${table}.csv?months=3`)
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      const [header, ...lines] = raw.toString().trim().split('\r\n')
      expect(header).toContain(firstOf[table])
      expect(lines.length).toBeGreaterThan(0)
      const { rows } = await testApp.owner.query(
        `select details from audit_rows where action = 'analytics.exported' order by sequence desc limit 1`,
      )
      expect(rows[0].details).toMatchObject({ table, months: 3 })
    },
  )
})
