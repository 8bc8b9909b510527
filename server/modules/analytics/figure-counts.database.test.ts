import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateInTimeZone, dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import { metricsTables } from '../../../contract/clinic-figures.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { signatureFor, type OpenedConsent, type TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { clinicFigures, readings, understanding } = contract

let testApp: TestApp
let clinic: TestClinic
let clinics = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  clinics++
  clinic = await testApp.addClinic(`Figured ${clinics}`)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Counted = {
  month?: string
  treatment?: string
  clinicianId?: string
  counts?: Record<string, number>
  items?: object
  of?: number
}

/** So many consents that count as this, as the counting keeps them. */
async function addCounted({
  month = '2024-03',
  treatment = 'Crown',
  clinicianId = clinic.staff.dentist.staffId!,
  counts = {},
  items = {},
  of = 1,
}: Counted): Promise<void> {
  const { consentId } = await clinic.addSent()
  await testApp.owner.query(
    `with made as (
       insert into consents select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
       from consents c, generate_series(1, $3) where c.clinic_id = $1 and c.id = $2 returning clinic_id, id)
     insert into consent_counts (clinic_id, consent_id, month, treatment, clinician_id, counts, items, counted_by, counted_at)
     select clinic_id, id, $4, $5, $6, $7, $8, 2, now() from made`,
    [
      ...[clinic.id, consentId, of, `${month}-01`, treatment, clinicianId],
      ...[JSON.stringify({ sent: 1, ...counts }), JSON.stringify(items)],
    ],
  )
}

const springPeriod = { period: 'months', from: '2024-01', to: '2024-06' } as const
const manager = () => clinic.as('owner')
const overview = () => manager().callOk(clinicFigures.overview, springPeriod)
const recount = async () => {
  const job = { queue: 'analytics.recount', data: { clinicId: clinic.id } }
  await testApp.app.database.borrow((client) => testApp.app.jobs.insert(client, [job]))
  await testApp.runJobs()
  const { rows } = await testApp.owner.query<{ mended: number }>(
    'select mended from figure_recounts where clinic_id = $1',
    [clinic.id],
  )
  return rows[0]!.mended
}
/** Every figure of the clinic. */
async function allFigures(): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ figure: string; total: number }>(
    `select concat_ws('|', subject, span, start, item, measure) as figure, total from clinic_figures
     where clinic_id = $1 and total <> 0 order by 1`,
    [clinic.id],
  )
  return rows.map(({ figure, total }) => `${figure} ${total}`)
}

describe('the figures of a practice', () => {
  it('add up what became of its consents, in months and together', async () => {
    await addCounted({ of: 12, counts: { opened: 1, signed: 1, signed_in_a_day: 1, with_questions: 1 } })
    await addCounted({ of: 8, month: '2024-05', counts: { opened: 1, declined: 1, reminded: 1 } })
    await addCounted({ of: 9, month: '2023-12' })
    const { period, total, months, timeToSign, reminders } = await overview()
    expect(period).toEqual({ from: '2024-01', to: '2024-06' })
    expect(total).toMatchObject({ sent: 20, opened: 20, signed: 12, declined: 8, questions: 12 })
    expect(total).toMatchObject({ halfSigned: 'signed_in_a_day' })
    expect(months.map(({ key, figures }) => [key, figures!.sent])).toEqual([
      ...[['2024-01', 0] as const, ['2024-02', 0] as const, ['2024-03', 12] as const],
      ...[['2024-04', 0] as const, ['2024-05', 8] as const, ['2024-06', 0] as const],
    ])
    expect(timeToSign!.filter(({ consents }) => consents > 0)).toEqual([
      { measure: 'signed_in_a_day', consents: 12 },
    ])
    expect(reminders).toEqual({ reminded: 8, signedAfter: 0, signedSoonAfter: 0 })
  })

  it('agree with Billing, which counts what was sent and not what was agreed to by word of mouth alone', async () => {
    for (let number = 0; number < 5; number++)
      await clinic.addAddendum({ consentId: (await clinic.addSigned()).consentId })
    await testApp.runJobs()
    const month = dateInTimeZone(testApp.clock.now()).slice(0, 7)
    const period = { period: 'months', from: month, to: month } as const
    const { months, addenda, refusals } = await manager().callOk(clinicFigures.overview, period)
    const { usage } = await manager().callOk(contract.billing.get, {})
    expect([months[0]!.figures!.sent, addenda, refusals]).toEqual([5, 5, 0])
    expect(usage.consentsThisMonth).toBe(5)
    for (let number = 0; number < 2; number++) await clinic.addSent()
    await testApp.runJobs()
    const later = await manager().callOk(clinicFigures.overview, period)
    const billed = (await manager().callOk(contract.billing.get, {})).usage.consentsThisMonth
    expect([later.months[0]!.figures!.sent, billed]).toEqual([7, 7])
  })

  it('are the same whichever spans a period is made of', async () => {
    for (const [at, month] of ['2022-11', '2023-02', '2023-08', '2024-01', '2024-04'].entries())
      await addCounted({ month, of: 5 + at, counts: { signed: 1, signed_later: 1 } })
    const sentIn = async (from: string, to: string) =>
      (await manager().callOk(clinicFigures.treatments, { period: 'months', from, to })).total?.sent
    expect(await sentIn('2022-11', '2024-04')).toBe(35)
    expect(await sentIn('2023-01', '2023-12')).toBe(13)
    expect(await sentIn('2022-12', '2024-03')).toBe(21)
  })

  it('say nothing of small groups, and hide another where one would follow from the total', async () => {
    await addCounted({ of: 20, treatment: 'Crown' })
    await addCounted({ of: 7, treatment: 'Bridge' })
    await addCounted({ of: 2, treatment: 'Veneer' })
    const { total, groups } = await manager().callOk(clinicFigures.treatments, springPeriod)
    expect(total!.sent).toBe(29)
    expect(groups.map(({ name, figures }) => [name, figures?.sent ?? null])).toEqual([
      ['Crown', 20],
      ['Bridge', null],
      ['Veneer', null],
    ])
    const { raw } = await manager().get(
      '/api/clinic/analytics/tables/treatments.csv?period=months&from=2024-01&to=2024-06',
    )
    const lines = raw.toString().trim().split('\r\n')
    expect(lines[1]).toMatch(/^"Crown","20"/)
    expect(lines[2]).toMatch(/^"Bridge","Hidden so that Veneer cannot be worked out",""/)
    expect(lines.at(-1)).toMatch(/^"Total","29"/)
  })

  it('say nothing at all of fewer than five consents', async () => {
    await addCounted({ of: 4, counts: { signed: 1, signed_later: 1, reminded: 1 } })
    const { isEmpty, total, months, timeToSign, reminders } = await overview()
    expect({ isEmpty, total, timeToSign, reminders }).toEqual({
      ...{ isEmpty: false, total: null, timeToSign: null, reminders: null },
    })
    expect(months.find(({ key }) => key === '2024-03')!.figures).toBeNull()
  })

  it('name clinicians as they are called now', async () => {
    const other = await clinic.addColleague()
    await addCounted({ of: 6 })
    await addCounted({ of: 9, clinicianId: other.staffId! })
    const { groups } = await manager().callOk(clinicFigures.clinicians, springPeriod)
    expect(groups.map(({ figures }) => figures!.sent)).toEqual([9, 6])
    expect(groups[0]!.name).toMatch(/^Colleague Number/)
  })

  it('hide languages and forms below ten', async () => {
    const readIn = (language: string, format = 'standard') => ({
      language: { [language]: { sent: 1 } },
      format: { [format]: { sent: 1 } },
    })
    await addCounted({ of: 30, items: readIn('en') })
    await addCounted({ of: 12, items: readIn('pl') })
    await addCounted({ of: 9, items: readIn('ur', 'easy-read') })
    const { languages, formats } = await manager().callOk(clinicFigures.reading, springPeriod)
    expect(languages.map(({ key, figures }) => [key, figures?.sent ?? null])).toEqual([
      ['en', 30],
      ['pl', null],
      ['ur', null],
    ])
    expect(formats.every(({ figures }) => figures === null)).toBe(true)
  })

  it('tell where patients leave off, what they misunderstand, and what they say later', async () => {
    await addCounted({
      of: 6,
      counts: { opened: 1, check_done: 1, check_unclear: 1 },
      items: {
        section: { Risks: { read: 1, seconds: 40, left_off: 1 } },
        question: { 'Can it fail?': { answered: 1, missed: 1 }, 'May I stop?': { answered: 1 } },
      },
    })
    const points = { understood: 5, asSaid: 4, again: 3, regret: 1 }
    const said = Object.entries(points).map(([key, value]) => [`feedback_points:${key}`, value])
    await addCounted({
      of: 5,
      counts: { feedback: 1, ...Object.fromEntries(said), 'feedback_agreed:understood': 1 },
    })
    const {
      sections,
      questions,
      understanding: checks,
    } = await manager().callOk(clinicFigures.reading, springPeriod)
    expect(sections).toEqual([
      {
        ...{ key: 'Risks', name: 'Risks', hiddenReason: '' },
        figures: { read: 6, seconds: 40, leftOff: 6, asked: 0 },
      },
    ])
    expect(questions.map(({ name, figures }) => [name, figures!.missed])).toEqual([
      ['Can it fail?', 6],
      ['May I stop?', 0],
    ])
    expect(checks).toEqual({ checked: 6, unclear: 6 })
    const feedback = await manager().callOk(clinicFigures.feedback, springPeriod)
    expect(feedback.total).toEqual({
      answers: 5,
      means: points,
      agreed: { understood: 1, asSaid: 0, again: 0, regret: 0 },
    })
    expect(feedback.treatments.map(({ name, figures }) => [name, figures!.answers])).toEqual([['Crown', 5]])
  })

  it('are nothing yet for a new practice', async () => {
    const empty = await manager().callOk(clinicFigures.overview, { period: 'year' })
    expect(empty).toMatchObject({ isEmpty: true, total: null, timeToSign: null })
    const { sections, languages } = await manager().callOk(clinicFigures.reading, { period: 'quarter' })
    expect({ sections, languages }).toEqual({ sections: [], languages: [] })
  })
})

describe('who asks', () => {
  it('sees their own practice alone', async () => {
    await addCounted({ of: 20 })
    const other = await testApp.addClinic('Figured elsewhere')
    const { isEmpty, total } = await other.as('owner').callOk(clinicFigures.overview, springPeriod)
    expect({ isEmpty, total }).toEqual({ isEmpty: true, total: null })
  })

  it('is refused without the permission’s sign-in, and for periods that are none', async () => {
    expect((await testApp.anonymous().call(clinicFigures.overview, springPeriod)).status).toBe(401)
    expect((await testApp.as(testApp.superAdmin).call(clinicFigures.overview, springPeriod)).status).toBe(403)
    for (const wrong of [
      { period: 'months' as const },
      { period: 'months' as const, from: '2024-06', to: '2024-01' },
      { period: 'months' as const, from: '2018-01', to: '2024-01' },
    ])
      expect((await manager().call(clinicFigures.overview, wrong)).status).toBe(400)
  })

  it.each(metricsTables)('takes %s along as a file, audited', async (table) => {
    await addCounted({ of: 20 })
    const { status, headers, raw } = await manager().get(
      `/api/clinic/analytics/tables/${table}.csv?period=months&from=2024-01&to=2024-06`,
    )
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(raw.toString()).not.toMatch(/Whitcombe|Eleanor/)
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'analytics.exported' order by sequence desc limit 1`,
    )
    expect(rows[0].details).toMatchObject({ table, from: '2024-01', to: '2024-06' })
  })

  it('takes all of it along as a document, which hides the same', async () => {
    await addCounted({ of: 20, treatment: 'Crown' })
    await addCounted({ of: 3, treatment: 'Veneer' })
    const { status, headers, raw } = await manager().get(
      '/api/clinic/analytics/figures.pdf?period=months&from=2024-01&to=2024-06',
    )
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(raw.includes('/MarkInfo')).toBe(true)
  })
})

/** Numbers that look random and are the same each time. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}

describe('figures kept as consents change', () => {
  const visit = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311'
  const count = async (consentId: string) => {
    const job = { queue: 'analytics.count', data: { clinicId: clinic.id, consentId } }
    await testApp.app.database.borrow((client) => testApp.app.jobs.insert(client, [job]))
    await testApp.runJobs()
  }

  it('know where a patient left off, until they decide, and what they got wrong', async () => {
    const opened = await clinic.addViewed()
    const { consentId, patient } = opened
    await testApp.owner.query(`update patient_sessions set created_at = $2 where consent_id = $1`, [
      consentId,
      new Date(testApp.clock.now().getTime() - 10 * minute_ms),
    ])
    const spells = [
      { part: 1, ms: 20_000, listenedMs: 0 },
      { part: 2, ms: 30_400, listenedMs: 0 },
    ]
    await patient.callOk(readings.report, { consentId, visit, number: 1, spells })
    const { content } = await patient.callOk(contract.signing.read, { consentId })
    const [question] = content.understanding!.questions
    const wrong = question!.answers.findIndex(({ right }) => !right)
    await patient.callOk(understanding.answer, { consentId, question: question!.id, answer: wrong })
    await count(consentId)
    const figures = await allFigures()
    const month = figures.filter((figure) => figure.includes('|month|'))
    const second = content.sections[1]!.title
    expect(month).toContainEqual(expect.stringMatching(new RegExp(`^section.*\\|${second}\\|left_off 1$`)))
    expect(month).toContainEqual(expect.stringMatching(new RegExp(`^section.*\\|${second}\\|seconds 30$`)))
    expect(month.filter((figure) => figure.includes('|missed'))).toHaveLength(1)
    await sign(opened)
    expect((await allFigures()).filter((figure) => figure.includes('left_off'))).toEqual([])
  })

  const sign = async ({ consentId, contentHash, patient }: OpenedConsent) => {
    await patient.callOk(contract.signing.sign, signatureFor({ consentId, contentHash, patientId: '' }))
    await testApp.runJobs()
  }

  it('count what a patient says weeks later for the month of sending', async () => {
    const { consentId, patient } = await clinic.addTreated()
    await clinic.letWeeksPass(consentId)
    const answers = { understood: 5, asSaid: 4, again: 2, regret: 1 }
    await patient.callOk(contract.aftercare.answerSurvey, { consentId, answers })
    await testApp.runJobs()
    const year = (await allFigures()).filter((figure) => figure.startsWith('practice|year'))
    for (const [key, points] of Object.entries(answers))
      expect(year).toContainEqual(expect.stringMatching(new RegExp(`\\|feedback_points:${key} ${points}$`)))
    expect(year.filter((figure) => figure.includes('agreed')).map((figure) => figure.split('|')[4])).toEqual([
      'feedback_agreed:asSaid 1',
      'feedback_agreed:understood 1',
    ])
  })

  it('are the same as counted anew after any history of moves', async () => {
    const random = createRandom(11)
    const other = await clinic.addColleague()
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push((await clinic.addSent()).consentId)
    ids.push((await clinic.addSigned()).consentId, (await clinic.addPaper()).consentId)
    await testApp.runJobs()
    const moves = [
      () => `status = 'viewed', viewed_at = sent_at + interval '1 hour'`,
      () => `status = 'signed', signed_at = sent_at + interval '${1 + random(400)} hours'`,
      () => `status = 'declined'`,
      () => `status = 'expired'`,
      () => `status = 'voided'`,
      () => `status = 'sent', signed_at = null, viewed_at = null`,
      () => `sent_at = sent_at - interval '${1 + random(300)} days'`,
      () => `clinician_id = '${random(2) ? other.staffId! : clinic.staff.dentist.staffId!}'`,
    ]
    for (let step = 0; step < 60; step++) {
      const id = ids[random(ids.length)]!
      await testApp.owner.query(`update consents set ${moves[random(moves.length)]!()} where id = $1`, [id])
      await count(id)
    }
    const storedFigures = await allFigures()
    expect(storedFigures.length).toBeGreaterThan(100)
    expect(await recount()).toBe(0)
    await testApp.owner.query('delete from clinic_figures where clinic_id = $1', [clinic.id])
    expect(await recount()).toBeGreaterThan(100)
    expect(await allFigures()).toEqual(storedFigures)
  })

  it('are mended where they were wrong, and audited then', async () => {
    await clinic.addSigned()
    await testApp.runJobs()
    const right = await allFigures()
    await testApp.owner.query(
      `update clinic_figures set total = total + 3 where clinic_id = $1 and subject = 'practice' and measure = 'sent'`,
      [clinic.id],
    )
    await testApp.owner.query(
      `insert into clinic_figures (clinic_id, subject, span, start, item, measure, total)
       values ($1, 'treatment', 'year', '2020-01-01', 'Never given', 'sent', 9)`,
      [clinic.id],
    )
    await testApp.app.sweep('analytics.uncounted')
    await testApp.runJobs()
    expect(await allFigures()).toEqual(right)
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'analytics.mended' and clinic_id = $1`,
      [clinic.id],
    )
    expect(rows.map(({ details }) => details)).toEqual([{ mended: 4 }])
  })

  it('are made anew while others count, and right afterwards', async () => {
    const { consentId } = await clinic.addSent()
    await testApp.runJobs()
    await testApp.owner.query(
      `insert into clinic_figures (clinic_id, subject, span, start, item, measure, total)
       values ($1, 'treatment', 'year', '2020-01-01', 'Never given', 'sent', 9)`,
      [clinic.id],
    )
    await testApp.owner.query('begin')
    await testApp.owner.query(
      `update consent_counts set counts = counts || '{"opened":1}' where clinic_id = $1 and consent_id = $2`,
      [clinic.id, consentId],
    )
    const mended = await recount()
    await testApp.owner.query('commit')
    expect([mended, await recount()]).toEqual([1, 0])
  })

  it('keep what a destroyed record counted as, also when they are made anew', async () => {
    const { consentId } = await clinic.addSigned()
    await clinic.addSigned()
    await testApp.runJobs()
    const before = await allFigures()
    await testApp.owner.query('delete from consent_counts where consent_id = $1', [consentId])
    expect(await allFigures()).toEqual(before)
    expect(await recount()).toBe(0)
    expect(await allFigures()).toEqual(before)
  })
})

// The last of all, since it moves the clock.
it('the running month is that of the practice, where it has begun sooner', async () => {
  const now = testApp.clock.now()
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  const month = dateOfUtcMidnight(nextMonth.getTime()).slice(0, 7)
  await addCounted({ month, of: 20 })
  await testApp.owner.query(`update clinics set time_zone = 'Asia/Tokyo' where id = $1`, [clinic.id])
  const lateInMonth = new Date(nextMonth.getTime() - 30 * minute_ms)
  testApp.clock.advance(lateInMonth.getTime() - now.getTime())
  await testApp.owner.query(
    `update auth.session set created_at = $1, seen_at = $1, proved_at = $1, expires_at = $1::timestamptz + interval '1 hour'`,
    [lateInMonth],
  )
  const { period, isEmpty } = await manager().callOk(clinicFigures.overview, { period: 'month' })
  expect({ period, isEmpty }).toEqual({ period: { from: month, to: month }, isEmpty: false })
})
