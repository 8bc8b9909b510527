import { addCalendarDays, dayAt } from '../../platform/zoned-time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { writeAudit } from '../audit/index.ts'
import type { Composer } from '../messages/index.ts'
import { remindOfReviews, reviewComposer } from './template-review-jobs.ts'

const { templates, adminTemplates } = contract
type Message = Parameters<Composer>[1]

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  // No test runs across midnight: the day does not end within a quarter of an hour.
  while (today() !== dayAfter(15)) testApp.clock.advance(minute_ms)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** The day in a practice of ours when so many minutes have passed. */
const dayAfter = (minutes: number) =>
  dayAt(new Date(testApp.clock.now().getTime() + minutes * minute_ms), 'Europe/London')
const today = () => dayAfter(0)
/** The day so many days from now. */
const inDays = (days: number) => addCalendarDays(today(), days)

const fields = {
  name: 'Snoring splint',
  treatmentType: 'Other',
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint.</p>' }],
}
const lead = { name: 'Dr Priya Nair', gdcNumber: '271905' }
type Owner = { name: string; gdcNumber: string }

const setCare = (
  clinic: TestClinic,
  templateId: string,
  care: { clinicalOwner: Owner | null; reviewDue: string },
) => clinic.as('manager').callOk(templates.setCare, { templateId, ...care })

async function createDueTemplate(
  clinic: TestClinic,
  days: number,
  clinicalOwner: Owner | null = null,
): Promise<Template> {
  const made = await clinic.as('manager').callOk(templates.create, fields)
  await setCare(clinic, made.id, { clinicalOwner, reviewDue: inDays(days) })
  return made
}
/** Lets days pass for the review dates of a clinic: whoever is signed in stays so. */
const passDays = (clinic: TestClinic, days: number) =>
  testApp.owner.query(
    `update templates set review_due = review_due - $2::int, review_reminded_on = review_reminded_on - $2::int
     where owner_clinic_id = $1`,
    [clinic.id, days],
  )
const sweep = async () => {
  await testApp.app.sweep('templates.reviews')
  await testApp.runJobs()
}
const remindersOf = async ({ id }: TestClinic) => {
  const { rows } = await testApp.owner.query<{ recipient: string; status: string }>(
    `select recipient, status from messages where clinic_id = $1 and kind = 'template-review' order by recipient`,
    [id],
  )
  return rows
}
const recipientsOf = async (clinic: TestClinic) =>
  (await remindersOf(clinic)).map(({ recipient }) => recipient.split('@')[0])
const auditOf = async (templateId: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: object }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [templateId],
  )
  return rows
}

describe('the care of a template', () => {
  it('names who answers for it and by when it is reviewed, in lists too, and is taken away again', async () => {
    const manager = testApp.clinicA.as('manager')
    const { id: templateId, versionId } = await manager.callOk(templates.create, fields)
    const care = { clinicalOwner: lead, reviewDue: '2030-02-28' }
    expect(await manager.callOk(templates.setCare, { templateId, ...care })).toMatchObject(care)
    expect(await manager.callOk(templates.get, { templateId })).toMatchObject({ ...care, versionId })
    expect((await auditOf(templateId)).at(-1)).toEqual({
      action: 'template.care_changed',
      details: { name: 'Snoring splint', clinicalOwner: '271905', reviewDue: '2030-02-28' },
    })
    const written = (await auditOf(templateId)).length
    await manager.callOk(templates.setCare, { templateId, ...care })
    expect(await auditOf(templateId)).toHaveLength(written)
    const none = { clinicalOwner: null, reviewDue: null }
    expect(await manager.callOk(templates.setCare, { templateId, ...none })).toMatchObject(none)
  })

  it.each<[string, object]>([
    ['clinicalOwner.gdcNumber', { clinicalOwner: { name: 'Dr Nair', gdcNumber: '12' } }],
    ['clinicalOwner.name', { clinicalOwner: { name: ' ', gdcNumber: '271905' } }],
    ['reviewDue', { reviewDue: '2030-02-30' }],
    ['reviewDue', { reviewDue: 'soon' }],
  ])('cannot be wrong in %s', async (field, wrong) => {
    const care = { templateId: testApp.clinicA.templateId, clinicalOwner: null, reviewDue: null, ...wrong }
    const refused = await testApp.clinicA.as('manager').call(templates.setCare, care as never)
    expect(refused.error!.details.fields!.map((fault) => fault.field)).toEqual([field])
  })

  it('is changed by those alone who may change templates', async () => {
    const care = { templateId: testApp.clinicA.templateId, clinicalOwner: null, reviewDue: '2030-01-01' }
    for (const who of ['receptionist', 'dentist'] as const)
      expect((await testApp.clinicA.as(who).call(templates.setCare, care)).status).toBe(403)
  })

  it('of the platform’s is super administrators’, and nobody is reminded of it', async () => {
    const admin = testApp.as(testApp.superAdmin)
    const { id: templateId } = await admin.callOk(adminTemplates.create, fields)
    const care = { templateId, clinicalOwner: null, reviewDue: inDays(0) }
    expect((await admin.callOk(adminTemplates.setCare, care)).reviewDue).toBe(inDays(0))
    const filter = { attention: 'review', search: 'snoring', pageSize: 100 } as const
    const { rows } = await admin.callOk(adminTemplates.list, filter)
    expect(rows.map(({ id }) => id)).toEqual([templateId])
    await sweep()
    expect((await auditOf(templateId)).map(({ action }) => action)).not.toContain('template.review_reminded')
  })
})

it('lists hold what is due within 30 days or overdue, where asked', async () => {
  const clinic = await testApp.addClinic('Review Row')
  const [late, near, far] = [
    await createDueTemplate(clinic, -400),
    await createDueTemplate(clinic, 30),
    await createDueTemplate(clinic, 31),
  ]
  const filter = { attention: 'review', owner: 'own', order: 'created' } as const
  const found = async () => (await clinic.as('nurse').callOk(templates.list, filter)).rows.map(({ id }) => id)
  expect(await found()).toEqual([near.id, late.id])
  await passDays(clinic, 1)
  expect(await found()).toEqual([far.id, near.id, late.id])
})

describe('a reminder', () => {
  it('goes once to each administrator and to the clinical owners of what is due, and names nothing', async () => {
    const clinic = await testApp.addClinic('Reminder Rise')
    await testApp.owner.query(
      `insert into staff (clinic_id, email, first_name, last_name, role, gdc_number)
       values ($1, 'invited-owner@example.org', 'In', 'Vited', 'clinic_admin', '271905')`,
      [clinic.id],
    )
    await testApp.owner.query(`update staff set gdc_number = '271905' where id = $1`, [
      clinic.staff.leaver.staffId,
    ])
    const near = await createDueTemplate(clinic, 30, lead)
    await createDueTemplate(clinic, 2, lead)
    const far = await createDueTemplate(clinic, 31, { name: 'Dr Tom Hughes', gdcNumber: '248163' })
    await sweep()
    expect(await recipientsOf(clinic)).toEqual(['lead', 'owner'])
    expect((await auditOf(near.id)).at(-1)).toEqual({
      action: 'template.review_reminded',
      details: { name: 'Snoring splint', reviewDue: inDays(30) },
    })
    expect((await auditOf(far.id)).at(-1)!.action).toBe('template.care_changed')
    const mail = (await testApp.mail()).filter(({ to }) => to.includes('lead@reminder-rise'))
    expect(mail.map(({ subject }) => subject)).toEqual(['Reminder Rise: templates are due for review'])
    const { text } = mail[0]!
    expect(text).toContain('Hello Priya')
    expect(text).toContain('http://localhost:3000/clinic/templates?attention=review')
    expect(text).not.toMatch(/snoring|splint|Nair|Okafor/i)
  })

  it('is not repeated by the next sweep, nor by the same job run again, only when the next time has come', async () => {
    const clinic = await testApp.addClinic('Repeat Road')
    const { id } = await createDueTemplate(clinic, 30)
    const remindedTimes = async () =>
      (await auditOf(id)).filter(({ action }) => action === 'template.review_reminded').length
    await sweep()
    await sweep()
    expect([await remindedTimes(), (await remindersOf(clinic)).length]).toEqual([1, 1])
    const reminderCounts: number[] = []
    for (const days of [29, 1, 29, 1, 30]) {
      await passDays(clinic, days)
      await sweep()
      reminderCounts.push(await remindedTimes())
    }
    expect(reminderCounts).toEqual([1, 2, 2, 3, 4])
    expect(await remindersOf(clinic)).toHaveLength(4)
  })

  it('queued twice for a clinic is given once, also at the same moment', async () => {
    const clinic = await testApp.addClinic('Twice Terrace')
    const { id } = await createDueTemplate(clinic, 0)
    await testApp.app.sweep('templates.reviews')
    await testApp.app.sweep('templates.reviews')
    const lock = { text: 'select 1 from templates where id = $1 for update', values: [id] }
    const other = await testApp.openSecondInstance()
    // Both instances have taken one of the two jobs before either may look.
    await whileRowsLocked(testApp, lock, () => [testApp.runJobs(), other.jobs.drain()])
    await testApp.runJobs()
    await other.close()
    expect(await recipientsOf(clinic)).toEqual(['owner'])
  })

  it('comes anew for another date', async () => {
    const clinic = await testApp.addClinic('Another Avenue')
    const { id: templateId } = await createDueTemplate(clinic, 10)
    await sweep()
    await setCare(clinic, templateId, { clinicalOwner: lead, reviewDue: inDays(10) })
    await sweep()
    expect(await recipientsOf(clinic)).toEqual(['owner'])
    await setCare(clinic, templateId, { clinicalOwner: null, reviewDue: inDays(20) })
    await sweep()
    expect(await recipientsOf(clinic)).toEqual(['owner', 'owner'])
  })

  it('is not given of what is retired or deleted, or to a clinic that is suspended', async () => {
    const [clinic, closed] = [
      await testApp.addClinic('Retired Rise'),
      await testApp.addClinic('Closed Close'),
    ]
    const [retired, deleted] = [await createDueTemplate(clinic, 0), await createDueTemplate(clinic, 0)]
    await clinic.as('manager').callOk(templates.setStatus, { templateId: retired.id, status: 'retired' })
    await clinic.as('manager').callOk(templates.remove, { templateId: deleted.id })
    await createDueTemplate(closed, 0)
    await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [closed.id])
    await sweep()
    expect([await remindersOf(clinic), await remindersOf(closed)]).toEqual([[], []])
    await clinic.as('manager').callOk(templates.setStatus, { templateId: retired.id, status: 'inactive' })
    await sweep()
    expect(await recipientsOf(clinic)).toEqual(['owner'])
  })

  it.each<[string, (clinic: TestClinic, templateId: string) => Promise<unknown>]>([
    [
      'its date was moved',
      (clinic, id) => setCare(clinic, id, { clinicalOwner: lead, reviewDue: inDays(31) }),
    ],
    [
      'its template is retired',
      (clinic, templateId) =>
        clinic.as('manager').callOk(templates.setStatus, { templateId, status: 'retired' }),
    ],
    [
      'somebody else answers for it',
      (clinic, id) => setCare(clinic, id, { clinicalOwner: null, reviewDue: inDays(0) }),
    ],
    [
      'they have left',
      (clinic) =>
        testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [
          clinic.staff.lead.staffId,
        ]),
    ],
  ])('is not sent where meanwhile %s', async (why, change) => {
    const clinic = await testApp.addClinic(`Reason Rise where ${why}`)
    const { id } = await createDueTemplate(clinic, 0, lead)
    const { runJob } = createJobRunners({
      ...{ database: testApp.app.database, clock: testApp.clock },
      ...{ writeAudit, insertJobs: async () => {} },
    })
    await remindOfReviews(runJob, { clinicId: clinic.id })
    const { rows } = await testApp.owner.query<Message>(
      `select id, about_id as "aboutId" from messages where clinic_id = $1 and recipient like 'lead@%'`,
      [clinic.id],
    )
    const compose = () => runJob(clinic.id, (scope) => reviewComposer('https://example.org')(scope, rows[0]!))
    expect((await compose())!.text).toContain('https://example.org/clinic/templates?attention=review')
    await change(clinic, id)
    expect(await compose()).toBeNull()
  })
})
