import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import type { Translation } from '../../../contract/translations.ts'
import { hostileHtml } from '../../../tests/hostile-html.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { findActiveContent } from '../../testing/active-content.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { templates, adminTemplates, translations, adminTranslations } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const manager = () => testApp.clinicA.as('manager')
const owner = () => testApp.clinicA.as('owner')
const admin = () => testApp.as(testApp.superAdmin)

const english = [
  { id: 1, title: 'Treatment Description', content: '<p>A splint for {{tooth}}.</p>' },
  { id: 2, title: 'Benefits', content: '<p>Sleep.</p>' },
]
const fields = { name: 'Snoring splint', treatmentType: 'Other', sections: english }
const createTemplate = () => manager().callOk(templates.create, fields)
const createPlatformTemplate = () => admin().callOk(adminTemplates.create, fields)

const sectionInput = (change: object = {}) => ({
  ...{ sectionId: 1, title: 'Disgrifiad', content: '<p>Sblint i {{tooth}}.</p>' },
  ...({ status: 'machine', isCompared: false } as const),
  ...change,
})
const benefitsInput = (change: object = {}) =>
  sectionInput({ sectionId: 2, title: 'Manteision', content: '<p>Cwsg.</p>', ...change })
const welshInput = ({ id }: Pick<Template, 'id'>, change: object = {}) => ({
  ...({ templateId: id, language: 'cy', format: 'standard', translationId: null } as const),
  sections: [sectionInput(), benefitsInput({ status: 'checked' })],
  ...change,
})
/** The English of a template, saved with other words in its first section. */
const editEnglish = ({ id: templateId, versionId }: Template, content = '<p>Another splint.</p>') =>
  manager().callOk(templates.update, {
    ...{ ...fields, templateId, versionId },
    sections: [{ ...english[0]!, content }, english[1]!],
  })

const listOf = ({ id: templateId }: Pick<Template, 'id'>) =>
  manager().callOk(translations.list, { templateId })
const rowsOf = async ({ id }: Pick<Template, 'id'>) => {
  const { rows } = await testApp.owner.query<{ number: number; language: string; parts: number }>(
    `select number, language, jsonb_array_length(sections) as parts from template_translations
     where template_id = $1 order by language, number`,
    [id],
  )
  return rows
}
const auditOf = async ({ id }: Pick<Template, 'id'>) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_rows where subject = $1 and action like 'template.transl%' order by sequence`,
    [id],
  )
  return rows
}

describe('saving a translation', () => {
  it('keeps each section with who checked it, and tells what is not there yet', async () => {
    const made = await createTemplate()
    const before = testApp.clock.now()
    const saved = await manager().callOk(translations.save, welshInput(made))
    expect(new Date(saved.updatedAt).getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(saved).toMatchObject({
      ...{ language: 'cy', format: 'standard', status: 'machine', isStale: false, missing: [] },
      updatedByName: 'Siân Rees',
      sections: [
        { sectionId: 1, title: 'Disgrifiad', status: 'machine', checkedByName: null, checkedAt: null },
        {
          ...{ sectionId: 2, status: 'checked', isStale: false, checkedByName: 'Siân Rees' },
          checkedAt: saved.updatedAt,
        },
      ],
    })
    expect(await listOf(made)).toEqual([saved])
    const small = await manager().callOk(
      translations.save,
      welshInput(made, { language: 'pl', sections: [sectionInput()] }),
    )
    expect(small).toMatchObject({ missing: [2], status: 'machine' })
    const all = [sectionInput({ status: 'checked' }), benefitsInput({ status: 'checked' })]
    const whole = await manager().callOk(
      translations.save,
      welshInput(made, { translationId: saved.id, sections: all }),
    )
    expect(whole).toMatchObject({ status: 'checked', sections: [{ checkedByName: 'Siân Rees' }, {}] })
  })

  it('adds a row each time, and none where nothing was changed', async () => {
    const made = await createTemplate()
    const first = await manager().callOk(translations.save, welshInput(made))
    const again = welshInput(made, { translationId: first.id })
    expect(await owner().callOk(translations.save, again)).toEqual(first)
    const title = 'Disgrifiad newydd'
    const next = await owner().callOk(translations.save, {
      ...again,
      sections: [sectionInput({ title }), benefitsInput({ status: 'checked' })],
    })
    expect(next.id).not.toBe(first.id)
    expect(next.updatedByName).not.toBe(first.updatedByName)
    expect(next.sections[1]).toEqual(first.sections[1])
    expect((await rowsOf(made)).map(({ number }) => number)).toEqual([1, 2])
    expect(await auditOf(made)).toEqual([
      { action: 'template.translated', details: { language: 'cy', format: 'standard', number: 1 } },
      { action: 'template.translated', details: { language: 'cy', format: 'standard', number: 2 } },
    ])
    expect(await listOf(made)).toEqual([next])
  })

  it('writes English as Easy Read and in large print, and lists it first', async () => {
    const made = await createTemplate()
    const forms = [
      ['ar', 'easy-read'],
      ['cy', 'large-print'],
      ['cy', 'standard'],
      ['en', 'large-print'],
      ['en', 'easy-read'],
    ] as const
    for (const [language, format] of forms)
      await manager().callOk(translations.save, { ...welshInput(made), language, format })
    expect((await listOf(made)).map(({ language, format }) => `${language} ${format}`)).toEqual([
      ...['en easy-read', 'en large-print', 'cy standard', 'cy large-print', 'ar easy-read'],
    ])
  })

  type Case = [string, string, number, (of: { made: Template; there: Translation }) => object]
  const refused: Case[] = [
    ['English itself', 'english-standard', 400, () => ({ language: 'en' })],
    ['an older state', 'changed-meanwhile', 409, () => ({ translationId: randomUUID() })],
    ['none where there is one', 'changed-meanwhile', 409, () => ({ translationId: null })],
    ['one where there is none', 'changed-meanwhile', 409, () => ({ language: 'pl' })],
    ['an older English', 'english-changed', 409, () => ({ versionId: randomUUID() })],
    [
      'a section that is gone',
      'section-unknown',
      400,
      () => ({ sections: [sectionInput({ sectionId: 9 })] }),
    ],
    ['no section', 'sections-missing', 400, () => ({ sections: [] })],
    [
      'nothing written',
      'sections-missing',
      400,
      () => ({ sections: [sectionInput({ title: ' ', content: '<p></p>' })] }),
    ],
    [
      'an unknown placeholder',
      'placeholder-unknown',
      400,
      () => ({ sections: [sectionInput({ content: '<p>{{dant}}</p>' })] }),
    ],
    ['a template that is not there', 'not-found', 404, () => ({ templateId: randomUUID() })],
  ]
  it.each(refused)('is refused for %s, and nothing is written', async (_name, reason, status, change) => {
    const made = await createTemplate()
    const there = await manager().callOk(translations.save, welshInput(made))
    const input = { ...welshInput(made, { translationId: there.id }), ...change({ made, there }) }
    const answer = await manager().call(translations.save, input)
    expect([answer.status, answer.reason]).toEqual([status, reason])
    expect(await rowsOf(made)).toHaveLength(1)
    expect(await listOf(made)).toEqual([there])
  })

  it('is refused for the same section twice', async () => {
    const made = await createTemplate()
    const answer = await manager().call(
      translations.save,
      welshInput(made, { sections: [sectionInput(), sectionInput()] }),
    )
    expect([answer.status, answer.code]).toEqual([400, 'invalid-argument'])
    expect(await rowsOf(made)).toEqual([])
  })

  it('is refused for the second of two at once, who is told of the first', async () => {
    const made = await createTemplate()
    const there = await manager().callOk(translations.save, welshInput(made))
    const saveAs = (title: string) =>
      manager().call(
        translations.save,
        welshInput(made, { translationId: there.id, sections: [sectionInput({ title })] }),
      )
    const held = { text: 'select id from templates where id = $1 for update', values: [made.id] }
    const answers = await whileRowsLocked(testApp, held, () => [saveAs('Un'), saveAs('Dau')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = [
      answers.find(({ status }) => status === 200)!,
      answers.find(({ status }) => status === 409)!,
    ]
    expect(lost.reason).toBe('changed-meanwhile')
    expect(lost.error!.details).toMatchObject({ translationId: won.body.id })
    expect(await listOf(made)).toEqual([won.body])
    expect(await rowsOf(made)).toHaveLength(2)
  })

  it('is refused for the second of two who both begin one', async () => {
    const made = await createTemplate()
    const held = { text: 'select id from templates where id = $1 for update', values: [made.id] }
    const begin = () => manager().call(translations.save, welshInput(made))
    const answers = await whileRowsLocked(testApp, held, () => [begin(), begin()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rowsOf(made)).toHaveLength(1)
  })
})

describe('a change of the English', () => {
  it('makes what says it stale, until somebody writes it anew or compares it', async () => {
    const made = await createTemplate()
    const sections = [sectionInput({ status: 'checked' }), benefitsInput({ status: 'checked' })]
    const first = await manager().callOk(translations.save, welshInput(made, { sections }))
    await editEnglish(made)
    const [stale] = await listOf(made)
    expect(stale).toMatchObject({
      ...{ id: first.id, isStale: true, status: 'checked' },
      sections: [{ isStale: true, checkedByName: 'Siân Rees' }, { isStale: false }],
    })
    const untouched = welshInput(made, { translationId: first.id, sections })
    expect((await owner().callOk(translations.save, untouched)).id).toBe(first.id)
    const compared = await owner().callOk(translations.save, {
      ...untouched,
      sections: [sectionInput({ status: 'checked', isCompared: true }), sections[1]!],
    })
    expect(compared).toMatchObject({ isStale: false, status: 'checked' })
    const names = compared.sections.map(({ checkedByName }) => checkedByName)
    expect(names[0]).not.toBe('Siân Rees')
    expect(names[1]).toBe('Siân Rees')
  })

  it('stops whoever wrote beside the older one, and tells which it is now', async () => {
    const made = await createTemplate()
    const seen = welshInput(made, { versionId: made.versionId })
    const changed = await editEnglish(made)
    const answer = await manager().call(translations.save, seen)
    expect(answer.error).toMatchObject({
      ...{ code: 'aborted', details: { reason: 'english-changed', versionId: changed.versionId } },
      message: 'The English has changed. Check the new text, then save.',
    })
    expect(await rowsOf(made)).toEqual([])
    const saved = await manager().callOk(translations.save, { ...seen, versionId: changed.versionId })
    expect(saved.isStale).toBe(false)
  })

  it('back to what it said makes it say the English again', async () => {
    const made = await createTemplate()
    await manager().callOk(translations.save, welshInput(made))
    const changed = await editEnglish(made)
    expect(await listOf(made)).toMatchObject([{ isStale: true }])
    await editEnglish(changed, english[0]!.content)
    expect(await listOf(made)).toMatchObject([{ isStale: false }])
  })

  it('that takes a section away leaves what said it stale, and it cannot be saved again', async () => {
    const made = await createTemplate()
    const there = await manager().callOk(translations.save, welshInput(made))
    await manager().callOk(templates.update, {
      ...{ ...fields, templateId: made.id, versionId: made.versionId },
      sections: [english[0]!, { id: 3, title: 'Alternatives', content: '<p>None.</p>' }],
    })
    expect(await listOf(made)).toMatchObject([
      { isStale: true, missing: [3], sections: [{ isStale: false }, { isStale: true }] },
    ])
    const again = welshInput(made, { translationId: there.id })
    const answer = await manager().call(translations.save, again)
    expect([answer.reason, answer.error!.details['sectionIds']]).toEqual(['section-unknown', [2]])
    const saved = await manager().callOk(translations.save, { ...again, sections: [sectionInput()] })
    expect(saved).toMatchObject({ isStale: false, missing: [3] })
  })
})

describe('taking a translation away', () => {
  it('leaves its history and nothing to read, and another one begins anew', async () => {
    const made = await createTemplate()
    const { id: templateId } = made
    await manager().callOk(translations.save, welshInput(made))
    await manager().callOk(translations.save, welshInput(made, { language: 'pl' }))
    const key = { templateId, language: 'cy', format: 'standard' } as const
    expect(await manager().callOk(translations.remove, key)).toEqual({ removed: true })
    expect(await listOf(made)).toMatchObject([{ language: 'pl' }])
    // A second time there is nothing to do.
    expect(await manager().callOk(translations.remove, key)).toEqual({ removed: true })
    expect(await rowsOf(made)).toMatchObject([
      { language: 'cy', number: 1, parts: 2 },
      { language: 'cy', number: 2, parts: 0 },
      { language: 'pl', number: 1, parts: 2 },
    ])
    expect((await auditOf(made)).at(-1)).toEqual({
      action: 'template.translation_removed',
      details: { language: 'cy', format: 'standard', number: 2 },
    })
    // What was checked before is checked by whoever sends it now.
    const anew = await owner().callOk(translations.save, welshInput(made))
    expect(anew.sections[1]!.checkedByName).not.toBe('Siân Rees')
    expect((await rowsOf(made)).map(({ number }) => number)).toEqual([1, 2, 3, 1])
  })
})

describe('who may', () => {
  it('a clinic reads the platform’s and changes none; the platform changes its own and finds no clinic’s', async () => {
    const [own, platform] = [await createTemplate(), await createPlatformTemplate()]
    const saved = await admin().callOk(adminTranslations.save, welshInput(platform))
    expect(saved.updatedByName).toBe('Rowan Pemberton')
    expect(await listOf(platform)).toEqual([saved])
    const { templateId, language, format } = welshInput(platform)
    const foreign = [
      await manager().call(translations.save, welshInput(platform, { translationId: saved.id })),
      await manager().call(translations.remove, { templateId, language, format }),
    ]
    for (const { status, reason } of foreign) expect([status, reason]).toEqual([409, 'not-own'])
    await manager().callOk(translations.save, welshInput(own))
    const named = { templateId: own.id, language, format }
    const hidden = [
      await admin().call(adminTranslations.list, named),
      await admin().call(adminTranslations.save, welshInput(own)),
      await admin().call(adminTranslations.remove, named),
      await testApp.clinicB.as('owner').call(translations.list, named),
      await testApp.clinicB.as('owner').call(translations.save, welshInput(own)),
      await testApp.clinicB.as('owner').call(translations.remove, named),
    ]
    for (const { status, reason } of hidden) expect([status, reason]).toEqual([404, 'not-found'])
    expect([await rowsOf(own), await rowsOf(platform)]).toMatchObject([[{ number: 1 }], [{ number: 1 }]])
  })

  it('somebody who may not change templates reads, and saves nothing', async () => {
    const made = await createTemplate()
    const saved = await manager().callOk(translations.save, welshInput(made))
    const reader = testApp.clinicA.as('receptionist')
    const { templateId, language, format } = welshInput(made)
    expect(await reader.callOk(translations.list, { templateId })).toEqual([saved])
    const answers = [
      await reader.call(translations.save, welshInput(made, { translationId: saved.id })),
      await reader.call(translations.remove, { templateId, language, format }),
    ]
    for (const { status, code } of answers) expect([status, code]).toEqual([403, 'permission-denied'])
    expect(await rowsOf(made)).toHaveLength(1)
  })

  it('nobody finds one of a template that was deleted', async () => {
    const made = await createTemplate()
    const { templateId, language, format } = welshInput(made)
    await manager().callOk(translations.save, welshInput(made))
    await manager().callOk(templates.remove, { templateId })
    const answers = [
      await manager().call(translations.list, { templateId }),
      await manager().call(translations.save, welshInput(made)),
      await manager().call(translations.remove, { templateId, language, format }),
    ]
    for (const { reason } of answers) expect(reason).toBe('not-found')
  })
})

describe('behind the code', () => {
  it('the database shows a translation with its template alone, and lets nobody change one', async () => {
    const [made, platform] = [await createTemplate(), await createPlatformTemplate()]
    await manager().callOk(translations.save, welshInput(made))
    await admin().callOk(adminTranslations.save, welshInput(platform))
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    try {
      const query = rawQuery(app)
      const [ofA, ofB, ofAdmin] = [
        { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const,
        { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const,
        { role: 'candour_admin' } as const,
      ]
      const read = 'select id from template_translations where template_id = $1'
      expect(await query(ofA, read, [made.id])).toHaveLength(1)
      expect(await query(ofB, read, [made.id])).toEqual([])
      expect(await query(ofAdmin, read, [made.id])).toEqual([])
      expect(await query(ofB, read, [platform.id])).toHaveLength(1)
      const add = `insert into template_translations
        (template_id, language, format, number, sections, created_by, created_at)
        values ($1, 'cy', 'standard', 9, '[]', 'x', now())`
      expect(await query(ofA, `${add} returning id`, [made.id])).toHaveLength(1)
      const stopped: [typeof ofA | typeof ofAdmin, string][] = [
        [ofB, made.id],
        [ofA, platform.id],
        [ofAdmin, made.id],
      ]
      for (const [scope, templateId] of stopped)
        await expect(query(scope, add, [templateId])).rejects.toThrow('row-level security')
      for (const scope of [ofA, ofAdmin])
        for (const change of [
          `update template_translations set sections = '[]'`,
          'delete from template_translations',
        ])
          await expect(query(scope, change)).rejects.toThrow('permission denied')
    } finally {
      await app.end()
    }
  })
})

describe('hostile input', () => {
  it('is stored as plain words, and as rich text in which nothing is alive', async () => {
    const storable = hostileHtml.filter((typed) => !/\{\{|(?!\n)\p{Cc}/u.test(typed) && typed.length <= 200)
    const chosen = storable.filter((_typed, index) => index % 5 === 0)
    expect(chosen.length).toBeGreaterThan(100)
    const made = await createTemplate()
    let translationId: string | null = null
    for (const typed of chosen) {
      const sections = [
        sectionInput({ title: typed, content: `<p>Kept</p>${typed}` }),
        benefitsInput({ content: `<p>Kept</p><p><a href="${typed}">Link</a></p>` }),
      ]
      const saved: Translation = await manager().callOk(
        translations.save,
        welshInput(made, { translationId, sections }),
      )
      translationId = saved.id
      expect(saved.sections[0]!.title).toBe(typed.trim())
      for (const { content } of saved.sections) {
        expect(findActiveContent(content), typed).toEqual([])
        expect(content).toContain('Kept')
      }
      const sent = saved.sections.map(({ sectionId, title, content, status }) =>
        sectionInput({ sectionId, title, content, status }),
      )
      const again = await manager().callOk(
        translations.save,
        welshInput(made, { translationId, sections: sent }),
      )
      expect(again.id, typed).toBe(saved.id)
    }
  })

  it('leaves no trace of the text in what is written down of it', async () => {
    const made = await createTemplate()
    await manager().callOk(translations.save, welshInput(made))
    await manager().call(
      translations.save,
      welshInput(made, { sections: [sectionInput({ content: '<p>{{dant}}</p>' })] }),
    )
    const { rows } = await testApp.owner.query<{ text: string }>(
      'select details::text as text from audit_rows',
    )
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/Disgrifiad|Sblint|Manteision|Cwsg/)
    expect(testApp.logged.join('\n')).not.toMatch(/Disgrifiad|Sblint|Manteision|Cwsg/)
  })
})
