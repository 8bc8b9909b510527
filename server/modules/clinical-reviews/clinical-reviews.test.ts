import type { InferContractRouterInputs } from '@orpc/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import outdatedSources from '../../../build/content/outdated-sources.json' with { type: 'json' }
import { contract, type Contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { addCalendarDays, dayAt } from '../../platform/zoned-time.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { seedClinicalReviews } from '../templates/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** While every source of the library stands, only a made-up one can be withdrawn. */
const madeUp = {
  ...{ reference: 'A guideline of 2010', state: 'superseded', on: '2026-11-01', note: null },
  replacedBy: 'A guideline of 2026',
}
const sources: (typeof madeUp)[] = outdatedSources

const { clinicalReviews, adminTemplates, templates } = contract
type TemplateInput = InferContractRouterInputs<Contract>['adminTemplates']['create']

let testApp: TestApp
beforeAll(async () => {
  sources.push(madeUp)
  testApp = await openTestApp()
})
afterAll(async () => {
  sources.splice(sources.indexOf(madeUp), 1)
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const today = () => dayAt(testApp.clock.now(), 'Europe/London')

const fields = {
  ...{ name: 'Snoring splint', treatmentType: 'Other' },
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint for {{tooth}}.</p>' }],
  risks: [
    { label: 'Sore teeth', band: 'common', serious: false, source: 'A guideline of 2010' },
    { label: 'Teeth that move', band: 'uncommon', serious: true, source: 'Kang et al.' },
  ],
} satisfies TemplateInput
let count = 0
/** A template of the platform, with a name of its own. */
const newTemplate = (): Promise<Template> =>
  admin().callOk(adminTemplates.create, { ...fields, name: `Snoring splint ${++count}` })
const changeText = ({ id: templateId, versionId, name }: Template) =>
  admin().callOk(adminTemplates.update, {
    ...{ ...fields, name, templateId, versionId },
    sections: [{ ...fields.sections[0]!, content: '<p>Another splint.</p>' }],
  })

const reviewer = { reviewerName: 'Dr Amara Okafor', gdcNumber: '123456' }
const signatureOf = ({ id: templateId, versionId }: Template) => ({
  ...{ templateId, versionId, ...reviewer, reviewedOn: '2026-03-14', remarks: 'Read twice.' },
})
const sign = (template: Template, change: object = {}) =>
  admin().callOk(clinicalReviews.sign, { ...signatureOf(template), ...change })
const getReview = ({ id: templateId }: Template) => admin().callOk(clinicalReviews.get, { templateId })
const seenByClinic = ({ id: templateId }: Template) =>
  testApp.clinicA.as('dentist').callOk(templates.get, { templateId })
const rowsOf = async ({ id }: Template) => {
  const { rows } = await testApp.owner.query<{ gdc_number: string; disagreements: number }>(
    'select gdc_number, disagreements from template_reviews where template_id = $1 order by id',
    [id],
  )
  return rows
}
const auditOf = async ({ id }: Template) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_rows where subject = $1 and action like 'clinical_review.%' order by sequence`,
    [id],
  )
  return rows
}

const packOf = ({ id }: Template, format: string) =>
  admin().get(`/api/admin/clinical-reviews/${id}/pack/${format}`)

/** The sheet of a template's pack as a reviewer sends it back; the answer and remark by item, agreement without. */
async function answeredSheet(
  template: Template,
  changes: Record<string, [answer: string, remark?: string]> = {},
): Promise<string> {
  const { raw } = await packOf(template, 'csv')
  const facts = { name: [reviewer.reviewerName], gdc: [reviewer.gdcNumber], date: ['14/03/2026'] }
  const given: Record<string, string[]> = { ...facts, ...(changes as Record<string, string[]>) }
  const lines = raw.toString().split('\r\n').filter(Boolean)
  return lines
    .map((line) => {
      const cells = Array.from(line.matchAll(/"((?:[^"]|"")*)"/g), ([, cell]) => cell!)
      const item = cells[0]!
      const answer = given[item] ?? (/^[RCS]\d+$/.test(item) ? ['agree'] : undefined)
      if (answer) cells.splice(5, 2, answer[0]!, answer[1] ?? '')
      return cells.map((cell) => `"${cell}"`).join(',')
    })
    .join('\r\n')
}
const asFile = (text: string) => ({ content: Buffer.from(text).toString('base64') })
const importSheet = async (template: Template, changes: Parameters<typeof answeredSheet>[1] = {}) =>
  admin().callOk(clinicalReviews.importAnswers, asFile(await answeredSheet(template, changes)))

describe('signing a version', () => {
  it('says who signed and when wherever the template is read, and moves the next review on', async () => {
    const made = await newTemplate()
    expect((await seenByClinic(made)).clinicalReview).toBeNull()
    const page = await sign(made)
    const signature = { ...reviewer, reviewedOn: '2026-03-14' }
    expect(page).toMatchObject({
      ...{ state: 'signed', signature, reviewDue: '2027-03-14', isChanged: false },
      reviews: [{ ...signature, version: '1.0', isCurrentText: true, remarks: 'Read twice.', answers: 0 }],
    })
    const seen = await seenByClinic(made)
    expect(seen.clinicalReview).toEqual(signature)
    expect(JSON.stringify(seen)).not.toContain('Read twice')
    expect(await auditOf(made)).toEqual([
      {
        action: 'clinical_review.signed',
        details: expect.objectContaining({
          reviewer: 'Dr Amara Okafor',
          gdcNumber: '123456',
          disagreements: 0,
        }),
      },
    ])
  })

  it('holds for that version alone: a newer one awaits review, and is told as changed', async () => {
    const made = await newTemplate()
    await sign(made)
    const changed = await changeText(made)
    expect((await seenByClinic(made)).clinicalReview).toBeNull()
    expect(await getReview(made)).toMatchObject({
      ...{ state: 'awaiting', signature: null, isChanged: true },
      lastReview: { ...reviewer, version: '1.0' },
      reviews: [{ isCurrentText: false }],
    })
    await sign(changed, { gdcNumber: '7654321' })
    expect((await seenByClinic(made)).clinicalReview).toMatchObject({ gdcNumber: '7654321' })
  })

  it('is written once where the same is said again', async () => {
    const made = await newTemplate()
    await sign(made)
    expect(await sign(made)).toMatchObject({ state: 'signed' })
    expect(await rowsOf(made)).toHaveLength(1)
    expect(await auditOf(made)).toHaveLength(1)
  })

  it.each([
    ['an older version', 'version-other', 409, { versionId: '01999999-0000-7000-8000-000000000001' }],
    ['a day to come', 'date-in-future', 400, { reviewedOn: '2990-01-01' }],
    [
      'a template that is not there',
      'not-found',
      404,
      { templateId: '01999999-0000-7000-8000-000000000001' },
    ],
    ['a GDC number of four digits', 'invalid-input', 400, { gdcNumber: '1234' }],
    ['no name', 'invalid-input', 400, { reviewerName: ' ' }],
  ])('is refused for %s, and nothing is written', async (_what, reason, status, change) => {
    const made = await newTemplate()
    const answer = await admin().call(clinicalReviews.sign, { ...signatureOf(made), ...change })
    expect([answer.status, answer.reason]).toEqual([status, reason])
    expect(await rowsOf(made)).toEqual([])
  })

  it('is not for a practice’s own template', async () => {
    const own = await testApp.clinicA.as('manager').callOk(templates.create, fields)
    const answer = await admin().call(clinicalReviews.sign, signatureOf(own))
    expect(answer.reason).toBe('not-found')
    expect(own.clinicalReview).toBeNull()
  })
})

describe('the list', () => {
  it('tells what is due, changed, never reviewed, disputed and resting on an outdated source', async () => {
    const [never, signed, changed, disputed] = [
      ...[await newTemplate(), await newTemplate(), await newTemplate(), await newTemplate()],
    ]
    for (const one of [signed!, changed!]) await sign(one)
    await changeText(changed!)
    await importSheet(disputed!, { R2: ['disagree', 'It is common.'] })
    const reviewDue = addCalendarDays(today(), 60)
    await admin().callOk(adminTemplates.setCare, { templateId: never!.id, clinicalOwner: null, reviewDue })
    const namesOf = async (show: 'due' | 'changed' | 'never' | 'disputed' | 'signed' | 'outdated-source') => {
      const list = await admin().callOk(clinicalReviews.list, { show, pageSize: 100 })
      expect(list.counts[show]).toBe(list.total)
      return list.rows.map(({ name }) => name)
    }
    expect(await namesOf('due')).toContain(never!.name)
    expect(await namesOf('due')).not.toContain(signed!.name)
    expect(await namesOf('never')).toContain(never!.name)
    expect(await namesOf('never')).not.toContain(changed!.name)
    expect(await namesOf('changed')).toContain(changed!.name)
    expect(await namesOf('changed')).not.toContain(signed!.name)
    expect(await namesOf('disputed')).toEqual([disputed!.name])
    expect(await namesOf('signed')).toContain(signed!.name)
    expect(await namesOf('outdated-source')).toContain(never!.name)
    const { outdatedSources } = await admin().callOk(clinicalReviews.list, {})
    expect(outdatedSources).toMatchObject([
      { reference: 'A guideline of 2010', state: 'superseded', replacedBy: 'A guideline of 2026' },
    ])
    expect(outdatedSources[0]!.templates).toContainEqual({ templateId: never!.id, name: never!.name })
  })

  it('is searched, sorted and paged, and leaves out what was deleted', async () => {
    const made = await newTemplate()
    const found = await admin().callOk(clinicalReviews.list, { search: `other ${made.name}` })
    expect(found).toMatchObject({ total: 1, rows: [{ templateId: made.id, version: '1.0' }] })
    const page = await admin().callOk(clinicalReviews.list, { sort: '-name', pageSize: 1, page: 2 })
    expect(page.rows).toHaveLength(1)
    await admin().callOk(adminTemplates.remove, { templateId: made.id })
    expect((await admin().callOk(clinicalReviews.list, { search: made.name })).total).toBe(0)
  })
})

describe('the reviewer’s pack', () => {
  it('is a document and an answer sheet of the version', async () => {
    const made = await newTemplate()
    const pdf = await packOf(made, 'pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.headers['content-disposition']).toContain('snoring-splint')
    const sheet = (await packOf(made, 'csv')).raw.toString()
    expect(sheet).toContain('"R2","Teeth that move","uncommon, serious","Kang et al."')
    expect(sheet).toContain((await getReview(made)).hash)
  })

  it('comes back: agreement with every item signs the version', async () => {
    const made = await newTemplate()
    const page = await importSheet(made, { remarks: ['A clear text.'] })
    expect(page).toMatchObject({
      ...{ state: 'signed', signature: { ...reviewer, reviewedOn: '2026-03-14' }, disagreements: 0 },
      reviews: [{ answers: 8, remarks: 'A clear text.' }],
    })
    expect(page.items[0]!.answers).toEqual([{ ...reviewer, agrees: true, remark: '' }])
    expect(await importSheet(made, { remarks: ['A clear text.'] })).toMatchObject({ state: 'signed' })
    expect(await rowsOf(made)).toHaveLength(1)
  })

  it('keeps a version unsigned where the reviewer disagrees, until they agree or the wording changes', async () => {
    const made = await newTemplate()
    const page = await importSheet(made, { R2: ['disagree', 'It is common.'] })
    expect(page).toMatchObject({ state: 'disputed', signature: null, disagreements: 1 })
    expect(page.items[1]!.answers).toEqual([{ ...reviewer, agrees: false, remark: 'It is common.' }])
    expect((await seenByClinic(made)).clinicalReview).toBeNull()
    const signing = await admin().call(clinicalReviews.sign, { ...signatureOf(made), gdcNumber: '7654321' })
    expect([signing.status, signing.reason]).toEqual([409, 'claims-disputed'])
    expect(await importSheet(made, { gdc: ['7654321'] })).toMatchObject({ state: 'disputed' })
    expect(await importSheet(made)).toMatchObject({ state: 'signed', disagreements: 0 })
    expect((await auditOf(made)).map(({ action }) => action)).toEqual(
      [1, 2, 3].map(() => 'clinical_review.answers_imported'),
    )
  })

  it.each([
    ['items without an answer', 'answers-missing', 400, { R1: [''], S6: ['maybe'] }, /R1, S6/],
    ['a disagreement without a reason', 'remarks-missing', 400, { R1: ['disagree'] }, /R1/],
    ['no reviewer', 'reviewer-missing', 400, { name: [''] }, /full name/],
    ['no GDC number', 'gdc-number-missing', 400, { gdc: [''] }, /GDC number/],
    ['no day', 'date-missing', 400, { date: [''] }, /14\/03\/2026/],
    ['a day to come', 'date-in-future', 400, { date: ['01/01/2990'] }, /future/],
    ['another fingerprint', 'version-other', 409, { fingerprint: ['sha256:00'] }, /another version/],
    ['another version', 'version-other', 409, { version: ['version 0.9'] }, /another version/],
    ['a template that is not there', 'template-unknown', 409, { template: ['crown'] }, /does not exist/],
  ] as [string, string, number, Record<string, [string]>, RegExp][])(
    'is refused for %s, and what was recorded stays',
    async (_what, reason, status, changes, message) => {
      const made = await newTemplate()
      await importSheet(made, { R2: ['disagree', 'It is common.'] })
      const before = await getReview(made)
      const answer = await admin().call(
        clinicalReviews.importAnswers,
        asFile(await answeredSheet(made, changes)),
      )
      expect([answer.status, answer.reason]).toEqual([status, reason])
      expect(JSON.stringify(answer.error)).toMatch(message)
      expect(await getReview(made)).toEqual(before)
    },
  )

  it('is refused once the template has changed, and for another one than was meant', async () => {
    const [made, other] = [await newTemplate(), await newTemplate()]
    const sheet = asFile(await answeredSheet(made))
    const wrong = await admin().call(clinicalReviews.importAnswers, { ...sheet, templateId: other.id })
    expect(wrong.reason).toBe('template-other')
    await changeText(made)
    const late = await admin().call(clinicalReviews.importAnswers, { ...sheet, templateId: made.id })
    expect(late.reason).toBe('version-other')
    expect(await rowsOf(made)).toEqual([])
  })

  it.each([
    ['an item that the version does not have', 'items-unknown', '"R9","x","","","","agree",""'],
    ['an item that comes twice', 'items-repeated', '"R1","x","","","","disagree","x"'],
  ])('is refused with %s', async (_what, reason, line) => {
    const made = await newTemplate()
    const sheet = `${await answeredSheet(made)}\r\n${line}`
    expect((await admin().call(clinicalReviews.importAnswers, asFile(sheet))).reason).toBe(reason)
  })

  it.each([
    ['another table', 'not-an-answer-sheet', 'Name,Born\r\nAda,1961\r\n'],
    ['a spreadsheet’s own file', 'workbook', 'PK\u0003\u0004 xl/workbook.xml'],
  ])('is refused as %s', async (_what, reason, text) => {
    expect((await admin().call(clinicalReviews.importAnswers, asFile(text))).reason).toBe(reason)
  })
})

describe('signatures of the shipped library', () => {
  const shipped = { template: 'amalgam-filling', remarks: 'Clear.', ...reviewer, reviewedOn: '2026-03-14' }
  const findShipped = async () => {
    const { rows } = await testApp.owner.query<{ id: string; hash: string; label: string }>(
      `select t.id, v.hash, v.label from templates t join template_versions v on v.id = t.current_version_id
       where t.library_id = 'amalgam-filling'`,
    )
    const { hash, label: version } = rows[0]!
    return { template: { id: rows[0]!.id } as Template, review: { ...shipped, hash, version } }
  }
  const seed = (...reviews: Parameters<typeof seedClinicalReviews>[1]) =>
    seedClinicalReviews(testApp.owner, reviews, testApp.clock.now())

  it('are brought in once, for the texts that they name, and go out as they are shipped', async () => {
    const { template, review } = await findShipped()
    await seed({ ...review, hash: 'ab12'.repeat(16) }, { ...review, template: 'no-such-template' })
    expect((await seenByClinic(template)).clinicalReview).toBeNull()
    await seed(review)
    await seed(review)
    expect(await rowsOf(template)).toHaveLength(1)
    expect((await seenByClinic(template)).clinicalReview).toEqual({ ...reviewer, reviewedOn: '2026-03-14' })
    const file = (await admin().get('/api/admin/signed-clinical-reviews.yaml')).raw.toString()
    // As `tools/content/clinical-review-loader.test.ts` reads it.
    expect(file).toBe(
      [
        ...['- template: "amalgam-filling"', `  version: "${review.version}"`, `  hash: "${review.hash}"`],
        ...['  reviewerName: "Dr Amara Okafor"', '  gdcNumber: "123456"', '  reviewedOn: "2026-03-14"'],
        ...['  remarks: "Clear."', ''],
      ].join('\n'),
    )
  })

  it('leave what was recorded here of the same reviewer, and do not go out while a claim is disputed', async () => {
    const { template, review } = await findShipped()
    await importSheet(template, { R1: ['disagree', 'It is rare.'] })
    await seed(review)
    expect(await getReview(template)).toMatchObject({ state: 'disputed' })
    const file = (await admin().get('/api/admin/signed-clinical-reviews.yaml')).raw.toString()
    expect(file).toBe('[]\n')
  })
})

describe('the database', () => {
  it('shows practices who signed what, and lets nobody but super administrators add a review', async () => {
    const made = await newTemplate()
    await sign(made)
    const own = await testApp.clinicA.as('manager').callOk(templates.create, fields)
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    try {
      const query = rawQuery(app)
      const clinic = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
      const platform = { role: 'candour_admin' } as const
      const signed = 'select gdc_number from template_reviews where template_id = $1'
      expect(await query(clinic, signed, [made.id])).toEqual([{ gdc_number: '123456' }])
      for (const column of ['remarks', 'answers', 'recorded_by_name'])
        await expect(query(clinic, `select ${column} from template_reviews`)).rejects.toThrow(
          'permission denied',
        )
      const add = `insert into template_reviews (template_id, version_id, hash, reviewer_name, gdc_number,
        reviewed_on, answers, disagreements, recorded_by, recorded_by_name, recorded_at)
        values ($1, $2, 'x', 'x', '12345', now(), '[]', 0, 'x', 'x', now())`
      await expect(query(clinic, add, [made.id, made.versionId])).rejects.toThrow('permission denied')
      await expect(query(platform, add, [own.id, own.versionId])).rejects.toThrow('row-level security')
      for (const change of ['update template_reviews set remarks = $$x$$', 'delete from template_reviews'])
        await expect(query(platform, change)).rejects.toThrow('permission denied')
    } finally {
      await app.end()
    }
  })
})
