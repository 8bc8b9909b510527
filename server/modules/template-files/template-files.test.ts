import { strFromU8, unzipSync } from 'fflate'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { TemplateFile, type ExportedTemplate } from '../../../contract/template-files.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { templates, adminTemplates, templateFiles, adminTemplateFiles, translations } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const manager = () => testApp.clinicA.as('manager')
const admin = () => testApp.as(testApp.superAdmin)

const fields = (name = `Splint ${randomUUID().slice(0, 8)}`) => ({
  name,
  description: 'Worn at night: "a & b"',
  treatmentType: 'Other',
  treatmentSubtype: 'Splint',
  sections: [
    {
      id: 3,
      title: 'Treatment Description',
      content: '<p>A *splint* for {{tooth}}.</p>\n<p></p>\n<p>b<br />c</p>',
    },
    {
      ...{
        id: 7,
        title: '# Benefits\nand `more` <b>',
        content: '<ul>\n<li><strong>Sleep</strong></li>\n</ul>',
      },
      media: { url: 'https://video.example.org/a', required: true, transcript: 'You sleep.' },
    },
  ],
  risks: [{ label: 'Numb lip', band: 'rare' as const, serious: true, source: 'A trial' }],
  questions: [
    {
      question: 'When is it worn?',
      answers: [
        { text: 'Yes', right: true },
        { text: '12:30', right: false },
      ],
      explanation: 'At night.',
    },
  ],
  cautions: ['Sleep apnoea', '- on: off'],
  metadata: { requiresTooth: false, requiresDiagnosis: true },
})

const createTemplate = (change: object = {}) => manager().callOk(templates.create, { ...fields(), ...change })

type Side = 'clinic' | 'admin'
const exportTemplatesAs = (
  caller: TestCaller,
  ids: string[],
  { format = 'json', side = 'clinic' as Side } = {},
) =>
  caller.get(`/api/${side}/template-files/${format}${ids.length > 0 ? `?templateIds=${ids.join(',')}` : ''}`)

type File = { name: string; text: string }
const asJson = (list: object[], name = 'templates.json'): File => ({
  name,
  text: JSON.stringify({
    format: 'candour-templates',
    version: 1,
    exportedAt: '2026-11-21T10:00:00Z',
    templates: list,
  }),
})
const importOptions = { isTrial: false, existing: 'new version' as const }
const runImport = (
  files: File[],
  how: { isTrial?: boolean; existing?: 'keep' | 'new version' } = {},
  caller = manager(),
) => caller.callOk(templateFiles.import, { files, ...importOptions, ...how })
const runSingleImport = async (file: File, how: Parameters<typeof runImport>[1] = {}, caller = manager()) => {
  const { rows } = await runImport([file], how, caller)
  expect(rows).toHaveLength(1)
  return rows[0]!
}
const get = (templateId: string) => manager().callOk(templates.get, { templateId })
const countTemplates = async () => {
  const { rows } = await testApp.owner.query<{ count: number }>(
    'select (select count(*) from templates)::int + (select count(*) from template_versions)::int as count',
  )
  return rows[0]!.count
}
const markdown = (body: string, facts = '') =>
  `---\nname: Splint ${randomUUID()}\ntreatmentType: Other\n${facts}---\n${body}`

describe('pictures', () => {
  it.each(['json', 'markdown'] as const)(
    'come back from a file as %s, and unknown ones are told',
    async (format) => {
      const made = await createTemplate({ pictures: ['crown', 'tooth-anatomy'] })
      expect(made.pictures).toEqual(['crown', 'tooth-anatomy'])
      const { raw } = await exportTemplatesAs(manager(), [made.id], { format })
      const text = format === 'json' ? raw.toString() : strFromU8(Object.values(unzipSync(raw))[0]!)
      expect(text).toContain('tooth-anatomy')
      const name = format === 'json' ? 'a.json' : 'a.md'
      const taken = await runSingleImport({ name, text: text.replaceAll(made.name, `${made.name} anew`) })
      expect(taken).toMatchObject({ outcome: 'created', remarks: [] })
      expect((await get(taken.templateId!)).pictures).toEqual(made.pictures)
      const strange = await runSingleImport({ name, text: text.replaceAll('tooth-anatomy', 'tooth-fairy') })
      expect(strange).toMatchObject({
        outcome: 'refused',
        remarks: ['The template names a picture that does not exist: tooth-fairy.'],
      })
    },
  )
})

describe('an export', () => {
  it('holds what a template says as JSON, and validates', async () => {
    const made = await createTemplate()
    const answer = await exportTemplatesAs(manager(), [made.id])
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(
      /filename="candour-templates-\d{4}-\d\d-\d\d\.json"/,
    )
    expect(answer.headers.etag).toMatch(/^"[\da-f]{64}"$/)
    const file = TemplateFile.parse(answer.body)
    const { name, sections, questions, cautions } = made
    // A figure is read off the label wherever the file is taken in.
    const { risks } = fields()
    expect(file.templates[0]!.risks[0]).not.toHaveProperty('figure')
    expect(file.templates).toMatchObject([
      { name, sections, risks, questions, cautions, clinicalOwner: null, reviewDue: null, translations: [] },
    ])
    expect(file.templates[0]!.metadata).toEqual({
      requiresTooth: false,
      requiresDiagnosis: true,
      isGlobal: false,
    })
  })

  it('holds all of one’s own, personal ones too, and nothing of others', async () => {
    const made = await createTemplate()
    const personal = await manager().callOk(templates.saveAsPersonal, {
      templateId: testApp.clinicA.templateId,
    })
    const gone = await createTemplate()
    await manager().callOk(templates.remove, { templateId: gone.id })
    const foreign = await testApp.clinicB.as('manager').callOk(templates.create, fields())
    const names = ((await exportTemplatesAs(manager(), [])).body as TemplateFile).templates.map(
      ({ name }) => name,
    )
    expect(names).toEqual(expect.arrayContaining([made.name, personal.name]))
    expect(names).not.toContain(gone.name)
    expect(names).not.toContain(foreign.name)
    expect(names).not.toContain('Composite Filling')
    for (const hidden of [foreign.id, gone.id]) {
      const answer = await exportTemplatesAs(manager(), [made.id, hidden])
      expect([answer.status, answer.reason]).toEqual([404, 'not-found'])
    }
    const empty = (await testApp.addClinic(`New ${randomUUID().slice(0, 8)}`)).as('manager')
    const { rows } = await empty.callOk(templates.list, { owner: 'own', status: 'all' })
    for (const { id } of rows) await empty.callOk(templates.remove, { templateId: id })
    const none = await exportTemplatesAs(empty, [])
    expect([none.status, none.reason]).toEqual([400, 'nothing-to-export'])
  })

  it('of the platform holds the library; a practice may name one of it', async () => {
    const all = (await exportTemplatesAs(admin(), [], { side: 'admin' })).body as TemplateFile
    expect(all.templates.map(({ name }) => name)).toContain('Composite Filling')
    expect(TemplateFile.safeParse(all).error).toBeUndefined()
    const named = (await exportTemplatesAs(manager(), [testApp.clinicA.templateId])).body as TemplateFile
    expect(named.templates).toHaveLength(1)
  })

  it('has one Markdown file for each, their names told apart', async () => {
    const [one, other] = [
      await createTemplate({ name: 'Crème & Co' }),
      await createTemplate({ name: 'creme co!' }),
    ]
    const answer = await exportTemplatesAs(manager(), [one.id, other.id], { format: 'markdown' })
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = unzipSync(answer.raw)
    expect(Object.keys(files).toSorted()).toEqual(['creme-co-2.md', 'creme-co.md'])
    const text = strFromU8(files['creme-co.md']!)
    expect(text).toMatch(/^---\nname: Cr/)
    expect(text).toContain(
      '\n## Treatment Description\n\nA \\*splint\\* for {{tooth}}.\n\n<p></p>\n\nb\\\nc\n',
    )
    expect(text).toContain('\n## \\# Benefits&#10;and \\`more\\` \\<b>\n\n- **Sleep**\n')
  })

  it.each([
    [
      'by somebody who may not manage templates',
      () => exportTemplatesAs(testApp.clinicA.as('receptionist'), []),
      403,
    ],
    ['of the platform by a practice', () => exportTemplatesAs(manager(), [], { side: 'admin' }), 403],
    ['by nobody', () => exportTemplatesAs(testApp.anonymous(), []), 401],
    ['in another form', () => exportTemplatesAs(manager(), [], { format: 'xml' }), 404],
    ['of what is no id', () => exportTemplatesAs(manager(), ['a']), 404],
    ['of what only looks like an id', () => exportTemplatesAs(manager(), ['-'.repeat(36)]), 404],
  ])('is refused %s', async (_name, ask, status) => expect((await ask()).status).toBe(status))
})

describe('what was exported', () => {
  it.each(['json', 'markdown'])('as %s says the same when it comes in again', async (format) => {
    const made = await createTemplate()
    const answer = await exportTemplatesAs(manager(), [made.id], { format })
    const text =
      format === 'json' ? answer.raw.toString() : strFromU8(Object.values(unzipSync(answer.raw))[0]!)
    const file = { name: format === 'json' ? 'a.json' : 'a.md', text }
    expect(await runSingleImport(file)).toMatchObject({
      outcome: 'unchanged',
      templateId: made.id,
      remarks: [],
    })
    // And as another practice's own, where nothing is there yet.
    const there = testApp.clinicB.as('manager')
    const row = await runSingleImport(file, {}, there)
    expect(row).toMatchObject({ outcome: 'created', remarks: [] })
    const copy = await there.callOk(templates.get, { templateId: row.templateId! })
    const { name, description, treatmentSubtype, risks, questions, cautions, requiresTooth } = made
    expect(copy).toMatchObject({
      name,
      description,
      treatmentSubtype,
      risks,
      questions,
      cautions,
      requiresTooth,
    })
    expect(copy.sections).toMatchObject(
      made.sections.map(({ title, content, media }) => ({ title, content, media })),
    )
  })

  it('of the whole library comes in again as Markdown, unchanged', async () => {
    const files = unzipSync((await exportTemplatesAs(admin(), [], { side: 'admin', format: 'markdown' })).raw)
    const report = await admin().callOk(adminTemplateFiles.import, {
      files: Object.entries(files).map(([name, bytes]) => ({ name, text: strFromU8(bytes) })),
      ...importOptions,
    })
    expect(report.rows.length).toBeGreaterThanOrEqual(5)
    for (const row of report.rows)
      expect([row.name, row.outcome, row.remarks]).toEqual([row.name, 'unchanged', []])
  })

  it('changed elsewhere becomes a new version, and the other sections stay as they are', async () => {
    const made = await createTemplate()
    const answer = await exportTemplatesAs(manager(), [made.id], { format: 'markdown' })
    const text = strFromU8(Object.values(unzipSync(answer.raw))[0]!).replace(
      '**Sleep**',
      '**Sleep** and rest',
    )
    const file = { name: 'night.md', text: text.replace(made.name, made.name.toUpperCase()) }
    expect(await runSingleImport(file, { existing: 'keep' })).toMatchObject({
      outcome: 'kept',
      templateId: made.id,
    })
    expect(await get(made.id)).toMatchObject({ versionId: made.versionId })
    expect(await runSingleImport(file)).toMatchObject({
      outcome: 'new version',
      templateId: made.id,
      remarks: [],
    })
    const saved = await get(made.id)
    expect(saved).toMatchObject({ name: made.name.toUpperCase(), version: '2.0' })
    expect(saved.sections.map(({ id }) => id)).toEqual([3, 7])
    expect(saved.sections[0]).toEqual(made.sections[0])
    expect(saved.sections[1]).toMatchObject({
      content: '<ul>\n<li><strong>Sleep</strong> and rest</li>\n</ul>',
      media: made.sections[1]!.media,
    })
    const [newest] = await manager().callOk(templates.versions, { templateId: made.id })
    expect(newest).toMatchObject({ reason: 'Imported from night.md', change: 'material' })
  })
})

describe('an import', () => {
  it('as a trial tells what would be and writes nothing', async () => {
    const made = await createTemplate()
    const file = asJson([fields(), { ...fields(made.name), description: 'Another' }, { name: 'No type' }])
    const before = await countTemplates()
    const trial = await runImport([file], { isTrial: true })
    expect(trial).toMatchObject({
      isTrial: true,
      counts: { created: 1, 'new version': 1, unchanged: 0, kept: 0, refused: 1 },
    })
    expect(trial.rows.map(({ templateId }) => templateId)).toEqual([null, made.id, null])
    expect(await countTemplates()).toBe(before)
    const real = await runImport([file])
    expect(real.counts).toEqual(trial.counts)
    expect(real.rows[0]!.templateId).not.toBeNull()
    expect(await countTemplates()).toBe(before + 3)
  })

  it('is done once for one key, and written down without any wording', async () => {
    const input = { files: [asJson([fields()])], ...importOptions }
    const key = { idempotencyKey: randomUUID() }
    const first = await manager().callOk(templateFiles.import, input, key)
    const before = await countTemplates()
    expect(await manager().callOk(templateFiles.import, input, key)).toEqual(first)
    expect(await countTemplates()).toBe(before)
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'template.imported' order by sequence desc limit 1`,
    )
    expect(rows[0].details).toEqual({ ...first.counts, templateIds: [first.rows[0]!.templateId] })
  })

  it('by a practice is its own and offered to nobody else; by the platform it is what the file says', async () => {
    const sent = (name: string, isGlobal: boolean) => ({ ...fields(name), metadata: { isGlobal } })
    const { templateId } = await runSingleImport(asJson([sent(`Own ${randomUUID()}`, true)]))
    expect(await get(templateId!)).toMatchObject({ isGlobal: false, clinicId: testApp.clinicA.id })
    const name = `Platform ${randomUUID()}`
    const both = await admin().callOk(adminTemplateFiles.import, {
      files: [asJson([sent(name, true), sent(`${name} kept`, false)])],
      ...importOptions,
    })
    const [shared, kept] = both.rows.map((row) => row.templateId!)
    expect(await get(shared!)).toMatchObject({ isGlobal: true, clinicId: null })
    expect((await manager().call(templates.get, { templateId: kept! })).reason).toBe('not-found')
    // A practice that has the same name makes one of its own; the platform's stays.
    expect(await runSingleImport(asJson([sent(name, true)]))).toMatchObject({ outcome: 'created' })
    expect(await admin().callOk(adminTemplates.get, { templateId: shared! })).toMatchObject({
      version: '1.0',
    })
  })

  it('where a practice asks for approval makes drafts and proposals, and says so', async () => {
    const clinic = await testApp.addClinic(`Careful ${randomUUID().slice(0, 8)}`)
    const there = clinic.as('manager')
    const before = await runSingleImport(asJson([fields('Standing')]), {}, there)
    await clinic.as('owner').callOk(contract.clinics.changeTemplateRules, { needsApproval: true })
    const { rows } = await runImport(
      [asJson([{ ...fields('Standing'), description: 'Anew' }, fields('Fresh')])],
      {},
      there,
    )
    expect(rows).toMatchObject([
      {
        outcome: 'new version',
        templateId: before.templateId,
        remarks: ['It is awaiting approval. The current text stays in use until another person approves it.'],
      },
      { outcome: 'created', remarks: ['It stays a draft until another person approves it.'] },
    ])
    const templateId = before.templateId!
    expect(await there.callOk(templates.get, { templateId })).toMatchObject({
      version: '1.0',
      status: 'active',
    })
    // The proposal is what the same file is compared with.
    const again = await runSingleImport(asJson([{ ...fields('Standing'), description: 'Anew' }]), {}, there)
    expect(again).toMatchObject({ outcome: 'unchanged', remarks: [] })
  })

  it('takes either form of a template, alone or in a list', async () => {
    const { name, treatmentType, ...rest } = fields()
    const second = {
      ...rest,
      title: { en: `${name} 2`, cy: 'Sblint' },
      category: treatmentType,
      subCategory: 'A',
    }
    const list = { name: 'list.json', text: JSON.stringify([second]) }
    const alone = { name: 'noending', text: ` ${JSON.stringify({ ...rest, name, treatmentType })}` }
    const { rows } = await runImport([list, alone])
    expect(rows).toMatchObject([
      { file: 'list.json', name: `${name} 2`, outcome: 'created' },
      { file: 'noending', name, outcome: 'created' },
    ])
  })

  it('takes a template that two files hold once', async () => {
    const same = fields()
    const { rows } = await runImport([
      asJson([same], 'a.json'),
      asJson([{ ...same, name: same.name.toUpperCase() }], 'b.json'),
    ])
    expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'refused'])
    expect(rows[1]!.remarks).toEqual(['The files contain this template twice. The first one was used.'])
  })

  it('takes who answers for a template, and leaves out who cannot', async () => {
    const owner = { name: 'Dr Amara Okafor', gdcNumber: '123456' }
    const given = { ...fields(), clinicalOwner: owner, reviewDue: '2027-11-21' }
    const { templateId } = await runSingleImport(asJson([given]))
    expect(await get(templateId!)).toMatchObject({ clinicalOwner: owner, reviewDue: '2027-11-21' })
    expect(await runSingleImport(asJson([{ ...given, reviewDue: '2028-01-31' }]))).toMatchObject({
      outcome: 'unchanged',
      remarks: ['Clinical owner and review date imported.'],
    })
    expect(await get(templateId!)).toMatchObject({ clinicalOwner: owner, reviewDue: '2028-01-31' })
    const wrong = { ...fields(), clinicalOwner: { name: 'A', gdcNumber: 'none' } }
    expect(await runSingleImport(asJson([wrong]))).toMatchObject({
      outcome: 'created',
      remarks: [
        'The clinical owner was not imported.',
        'Clinical owner, GDC number: enter a GDC number of 5 to 7 digits.',
      ],
    })
  })

  it('where the text waits for approval leaves its translations out', async () => {
    const clinic = await testApp.addClinic(`Bilingual ${randomUUID().slice(0, 8)}`)
    const there = clinic.as('manager')
    const welsh = (title: string) => ({
      ...fields('Standing'),
      description: title,
      translations: [
        {
          ...{ language: 'cy', format: 'standard' },
          sections: [{ sectionId: 3, title, content: '<p>Testun.</p>', status: 'machine' }],
        },
      ],
    })
    const { templateId } = await runSingleImport(asJson([welsh('Hen')]), {}, there)
    await clinic.as('owner').callOk(contract.clinics.changeTemplateRules, { needsApproval: true })
    for (const outcome of ['new version', 'unchanged']) {
      const row = await runSingleImport(asJson([welsh('Newydd')]), {}, there)
      expect(row.outcome).toBe(outcome)
      expect(row.remarks).toContain(
        'Translations were not imported, as the new text is not in use yet. Import them once it is approved.',
      )
    }
    const [standing] = await there.callOk(translations.list, { templateId: templateId! })
    expect(standing!.sections).toMatchObject([{ title: 'Hen' }])
    const { versionId } = await there.callOk(templates.get, { templateId: templateId!, text: 'newest' })
    const approved = { templateId: templateId!, versionId, decision: 'approved' } as const
    await clinic.as('lead').callOk(templates.decide, approved)
    expect(await runSingleImport(asJson([welsh('Newydd')]), {}, there)).toMatchObject({
      ...{ outcome: 'unchanged', isWritten: true, remarks: ['Translations imported.'] },
    })
    const [translated] = await there.callOk(translations.list, { templateId: templateId! })
    expect(translated).toMatchObject({ isStale: false, sections: [{ title: 'Newydd' }] })
  })

  it('says of each template whether anything of it is written, and writes that down', async () => {
    const [same, cared] = [fields(), fields()]
    const [{ templateId: sameId }, { templateId: caredId }] = [
      await runSingleImport(asJson([same])),
      await runSingleImport(asJson([cared])),
    ]
    const files = [asJson([same, { ...cared, reviewDue: '2027-11-21' }])]
    const written = async (isTrial: boolean) =>
      (await runImport(files, { isTrial })).rows.map(({ outcome, isWritten }) => [outcome, isWritten])
    const expected = [
      ['unchanged', false],
      ['unchanged', true],
    ]
    expect(await written(true)).toEqual(expected)
    expect(await written(false)).toEqual(expected)
    expect(await written(false)).toEqual([
      ['unchanged', false],
      ['unchanged', false],
    ])
    const { rows } = await testApp.owner.query<{ details: { templateIds: string[] } }>(
      `select details from audit_rows where action = 'template.imported' and details::text like $1`,
      [`%${caredId}%`],
    )
    expect(rows.map(({ details }) => details.templateIds)).toEqual([[caredId], [caredId]])
    expect(JSON.stringify(rows)).not.toContain(sameId)
  })

  it('overwrites nothing that somebody says of a template at the same moment', async () => {
    const given = { ...fields(), clinicalOwner: { name: 'Dr Amara Okafor', gdcNumber: '123456' } }
    const made = await createTemplate({ ...given, clinicalOwner: undefined })
    const dated = {
      text: `update templates set review_due = '2029-05-01' where id = $1`,
      values: [made.id],
    }
    const [row] = await whileRowsLocked(testApp, dated, () => [runSingleImport(asJson([given]))])
    expect(row).toMatchObject({ outcome: 'unchanged', templateId: made.id })
    expect(await get(made.id)).toMatchObject({
      ...{ clinicalOwner: given.clinicalOwner, reviewDue: '2029-05-01' },
    })
  })

  it('takes translations as not checked by anybody here', async () => {
    const sections = [{ sectionId: 3, title: 'Disgrifiad', content: '<p>Testun.</p>', status: 'checked' }]
    const given = { ...fields(), translations: [{ language: 'cy', format: 'standard', sections }] }
    const row = await runSingleImport(asJson([given]))
    expect(row).toMatchObject({ outcome: 'created', remarks: ['Translations are imported as not checked.'] })
    const templateId = row.templateId!
    const [welsh] = await manager().callOk(translations.list, { templateId })
    expect(welsh).toMatchObject({ language: 'cy', status: 'machine', sections: [{ checkedByName: null }] })
    // Somebody here checks it; the same file again does not take that away.
    await manager().callOk(translations.save, {
      ...{ templateId, language: 'cy', format: 'standard', translationId: welsh!.id },
      sections: [{ ...sections[0]!, status: 'checked', isCompared: true }],
    })
    expect(await runSingleImport(asJson([given]))).toMatchObject({ outcome: 'unchanged', remarks: [] })
    const [again] = await manager().callOk(translations.list, { templateId })
    expect(again).toMatchObject({ status: 'checked', sections: [{ checkedByName: 'Siân Rees' }] })
    const unknown = {
      ...given,
      ...fields(),
      translations: [{ ...given.translations[0]!, sections: [{ ...sections[0]!, sectionId: 9 }] }],
    }
    expect((await runSingleImport(asJson([unknown]))).remarks).toEqual([
      'Translation cy standard: This section is no longer in the template. Reload and check the English.',
    ])
    const file = (await exportTemplatesAs(manager(), [templateId])).body as TemplateFile
    expect(file.templates[0]!.translations).toMatchObject([
      { language: 'cy', sections: [{ status: 'checked' }] },
    ])
  })

  it.each<[string, object, string]>([
    [
      'no name',
      { name: undefined },
      'Template must have either (name + treatmentType) or (title + category)',
    ],
    ['a blank name', { name: ' ' }, 'Template name/title is required'],
    ['no section', { sections: [] }, 'Template must have at least one section.'],
    [
      'a long title',
      { sections: [{ id: 1, title: 'a'.repeat(201), content: 'b' }] },
      'Section 1, title: longer than 200 characters.',
    ],
    [
      'two sections of one number',
      {
        sections: [
          { id: 1, title: 'a', content: 'b' },
          { id: 1, title: 'c', content: 'd' },
        ],
      },
      'Sections: give each section its own id.',
    ],
    ['no content', { sections: [{ id: 1, title: 'a' }] }, 'Section 1, content: missing.'],
    [
      'a number that is none',
      { sections: [{ id: 1.5, title: 'a', content: 'b' }] },
      'Section 1, id: must be a whole number.',
    ],
    [
      'a number too large',
      { sections: [{ id: 1e300, title: 'a', content: 'b' }] },
      'Section 1, id: too large.',
    ],
    [
      'an unknown band',
      { risks: [{ label: 'a', band: 'often', serious: true }] },
      'Risk 1, band: must be very common, common, uncommon, rare, very rare or varies.',
    ],
    [
      'one answer',
      { questions: [{ question: 'a', answers: [{ text: 'b', right: true }] }] },
      'Question 1, answers: fewer than 2 of them.',
    ],
    ['no list', { cautions: 'none' }, 'Cautions: must be a list.'],
    ['a day that is none', { reviewDue: 'soon' }, 'Review due: must be a date such as 2027-11-21.'],
    [
      'what cannot be printed',
      { cautions: ['a\u0000b'] },
      'Caution 1: remove characters that cannot be printed.',
    ],
    [
      'what cannot be printed in the description',
      { description: 'a\u0000b' },
      'Description: remove characters that cannot be printed.',
    ],
    [
      'a placeholder that there is not',
      { sections: [{ id: 1, title: 'a', content: '<p>{{nobody}}</p>' }] },
      'The text has a placeholder that does not exist: {{nobody}}.',
    ],
    [
      'a video of a script',
      { sections: [{ id: 1, title: 'a', content: 'b', media: { url: 'javascript:x', required: true } }] },
      'Section 1, media, url: enter an address that begins with https://.',
    ],
  ])('says what is wrong with a template of %s, and takes the others', async (_name, change, remark) => {
    const [wrong, right] = [{ ...fields(), ...change }, fields()]
    const { rows, counts } = await runImport([asJson([wrong, right])])
    expect(rows[0]).toMatchObject({ outcome: 'refused', templateId: null, remarks: [remark] })
    expect(rows[1]).toMatchObject({ outcome: 'created', name: right.name })
    expect(counts).toMatchObject({ created: 1, refused: 1 })
  })

  it.each<[string, string, string]>([
    ['no JSON', '{"name": ', 'The file is not valid JSON.'],
    ['another file', '{"templates": []}', 'The file is not marked as a template file.'],
    [
      'another version',
      '{"format":"candour-templates","version":2,"templates":[]}',
      'Only version 1 template files can be imported.',
    ],
    ['no list', '{"format":"candour-templates","version":1,"templates":{}}', 'The templates must be a list.'],
    ['a number', '1', 'The file contains no templates.'],
    [
      'lists in lists',
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      'The template: must be a group of fields.',
    ],
    ['lists without an end', '['.repeat(200_000), 'The file is not valid JSON.'],
    [
      'too many',
      `[${'0,'.repeat(1000)}0]`,
      'The file contains 1001 templates; at most 1000 can be imported at once.',
    ],
  ])('refuses a file of %s', async (_name, text, remark) => {
    const row = await runSingleImport({ name: 'a.json', text })
    expect(row).toMatchObject({ outcome: 'refused', templateId: null, remarks: [remark] })
  })

  it('of what is neither form, or of nothing, is refused', async () => {
    expect(await runSingleImport({ name: 'a.docx', text: 'PK' })).toMatchObject({
      ...{ file: 'a.docx', outcome: 'refused' },
      remarks: ['The file is neither JSON nor Markdown.'],
    })
    const answer = await manager().call(templateFiles.import, { files: [asJson([])], ...importOptions })
    expect([answer.status, answer.reason]).toEqual([400, 'nothing-to-import'])
  })

  it('holds names of objects’ own for nothing', async () => {
    const text = JSON.stringify([{ ...fields(), constructor: { a: 1 } }]).replace(
      '"name"',
      '"__proto__":{"isAdmin":true,"name":"Hidden"},"name"',
    )
    const row = await runSingleImport({ name: 'a.json', text })
    expect(row).toMatchObject({ outcome: 'created' })
    expect(row.name).not.toBe('Hidden')
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    const facts = '__proto__:\n  isAdmin: true\nconstructor: a\n'
    expect(await runSingleImport({ name: 'a.md', text: markdown('\n## A\n\nb\n', facts) })).toMatchObject({
      outcome: 'created',
    })
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  it('repeats nothing that cannot be printed', async () => {
    const name = 'a\u0000b\ud800\u202ec.json'
    expect(await runSingleImport(asJson([{ name: 'd\u0000e' }], name))).toMatchObject({
      file: 'a b c.json',
      name: 'd e',
    })
    const { templateId } = await runSingleImport(asJson([fields()], name))
    const [first] = await manager().callOk(templates.versions, { templateId: templateId! })
    expect(first!.reason).toBe('Imported from a b c.json')
  })

  it('cuts hostile text down as saving does', async () => {
    const content = '<p onclick="a()">a</p><script>b()</script>'
    const { templateId } = await runSingleImport(
      asJson([{ ...fields(), sections: [{ id: 1, title: '<b>', content }] }]),
    )
    expect((await get(templateId!)).sections).toMatchObject([{ title: '<b>', content: '<p>a</p>' }])
  })

  it('of three hundred templates is done in one request, and again as new versions', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...fields(`Many ${index}`),
      sections: Array.from({ length: 6 }, (_section, number) => ({
        ...{ id: number + 1, title: `Part ${number}` },
        content: `<p>${'Some words for a patient to read. '.repeat(40)}</p>`,
      })),
    }))
    expect((await runImport([asJson(many)])).counts).toMatchObject({ created: 300, refused: 0 })
    const answer = await exportTemplatesAs(manager(), [], { format: 'markdown' })
    const files = Object.entries(unzipSync(answer.raw))
      .filter(([name]) => name.startsWith('many-'))
      .map(([name, bytes]) => ({ name, text: strFromU8(bytes).replace('Some words', 'Other words') }))
    expect(files).toHaveLength(300)
    expect((await runImport(files)).counts).toMatchObject({ 'new version': 300, refused: 0 })
  })

  it.each([
    [
      'somebody who may not manage templates',
      () =>
        testApp.clinicA
          .as('receptionist')
          .call(templateFiles.import, { files: [asJson([fields()])], ...importOptions }),
      403,
    ],
    [
      'a practice for the platform',
      () => manager().call(adminTemplateFiles.import, { files: [asJson([fields()])], ...importOptions }),
      403,
    ],
    [
      'nobody',
      () => testApp.anonymous().call(templateFiles.import, { files: [asJson([fields()])], ...importOptions }),
      401,
    ],
    [
      'too large a request',
      () =>
        manager().call(templateFiles.import, {
          files: [0, 1, 2].map(() => ({ name: 'a', text: ' '.repeat(5_000_000) })),
          ...importOptions,
        }),
      400,
    ],
  ])('is refused to %s', async (_name, ask, status) => expect((await ask()).status).toBe(status))
})

describe('a Markdown file', () => {
  it.each<[string, string, string]>([
    ['without fields', 'name: a\n', 'The file must begin with a block of fields between two lines of ---.'],
    [
      'with fields that are no YAML',
      '---\na: [\n---\n',
      'The block of fields between the lines of --- is not valid YAML.',
    ],
    [
      'with fields that stand for others',
      '---\na: &a [1]\nb: *a\n---\n',
      'The block of fields between the lines of --- is not valid YAML.',
    ],
    [
      'with a list of fields',
      '---\n- a\n---\n',
      'The block of fields must have one field per line, such as name: Filling.',
    ],
    [
      'with text under no heading',
      markdown('\na\n\n## B\n\nc\n'),
      'Text must be under a heading such as ## Benefits.',
    ],
    [
      'with a table',
      markdown('\n## B\n\n| a |\n| - |\n'),
      'Section “B”: cannot show this (table): | a | | - |.',
    ],
    [
      'with a block of the library',
      markdown('\n## B\n\n{% block: painkillers %}\n'),
      'Section “B”: {% block: painkillers %} stands for wording of the shipped library. Put the wording itself in its place.',
    ],
    [
      'with lists too deep',
      markdown(`\n## B\n\n${'- '.repeat(13_000)}a\n`),
      'Section “B”: too deep, one thing within another.',
    ],
    [
      'with a section too long',
      markdown(`\n## B\n\n${'a '.repeat(30_001)}\n`),
      'Section “B”: longer than 60000 characters.',
    ],
  ])('%s is refused', async (_name, text, remark) => {
    const row = await runSingleImport({ name: 'a.md', text })
    expect(row).toMatchObject({ outcome: 'refused' })
    expect(row.remarks).toEqual([remark])
  })

  it('of the library’s form is taken without what only the library has', async () => {
    const facts =
      'group: la\nseedFacts: []\nrisks:\n  - { label: Pain, band: common, serious: false, source: S1, inText: hurts }\n'
    const row = await runSingleImport({
      name: 'a.md',
      text: markdown('\n## Risks\n\nIt **hurts**.\n', facts),
    })
    expect(row).toMatchObject({
      outcome: 'created',
      remarks: [
        'Left out, as templates have no such field: group, seedFacts.',
        'Left out of the risks, as templates have no such field: inText.',
      ],
    })
    expect(await get(row.templateId!)).toMatchObject({
      risks: [{ label: 'Pain', source: 'S1' }],
      sections: [{ id: 1, title: 'Risks', content: '<p>It <strong>hurts</strong>.</p>' }],
    })
  })
})

describe('the JSON Schema', () => {
  it('is there for anybody, and describes what an export holds', async () => {
    const answer = await testApp.anonymous().get('/api/template-file.schema.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/schema+json; charset=utf-8')
    const schema = answer.body as {
      $schema: string
      required: string[]
      properties: { templates: { items: { properties: Record<string, unknown> } } }
    }
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(schema.required).toEqual(['format', 'version', 'exportedAt', 'templates'])
    const made = await createTemplate()
    const file = (await exportTemplatesAs(manager(), [made.id])).body as { templates: ExportedTemplate[] }
    const described = Object.keys(schema.properties.templates.items.properties)
    expect(described).toEqual(expect.arrayContaining(Object.keys(file.templates[0]!)))
  })
})
