import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { TemplateSummary } from '../../../contract/templates.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { templates, adminTemplates } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const section = { id: 1, title: 'Treatment Description', content: '<p>A splint.</p>' }
const manager = () => testApp.clinicA.as('manager')
const admin = () => testApp.as(testApp.superAdmin)
const templateNames = ({ rows }: { rows: TemplateSummary[] }) => rows.map(({ name }) => name)

describe('a list', () => {
  /** Words that no template of the library has, so that these stand alone. */
  const make = async (name: string, fields: object = {}) => {
    testApp.clock.advance(1000)
    const sent = { name, treatmentType: 'Zygomatic', sections: [section], ...fields }
    return manager().callOk(templates.create, sent)
  }
  const find = async (filter: object) =>
    templateNames(await manager().callOk(templates.list, { pageSize: 100, ...filter }))

  beforeAll(async () => {
    await make('Quokka brace', { description: 'Straightens ÉMAIL' })
    await make('Wombat brace', { treatmentType: 'Alveolar', description: 'For the quokka too' })
    const retired = await make('Bilby brace', { treatmentSubtype: 'Quokka' })
    await manager().callOk(templates.setStatus, { templateId: retired.id, status: 'retired' })
    const platform = await admin().callOk(adminTemplates.create, {
      name: 'Numbat brace',
      treatmentType: 'Zygomatic',
      sections: [section],
    })
    await manager().callOk(templates.saveAsPersonal, { templateId: platform.id })
  })

  it.each<[string, object, string[]]>([
    ['the name, whatever the case', { search: 'qUOKKA bRACE' }, ['Wombat brace', 'Quokka brace']],
    ['the treatment type', { search: 'alveo brace' }, ['Wombat brace']],
    ['the description', { search: 'straightens zygomatic' }, ['Quokka brace']],
    ['letters of other languages, whatever the case', { search: 'émail' }, ['Quokka brace']],
    ['part of a word, blanks around', { search: '  ombat ' }, ['Wombat brace']],
    ['what the database would take for a pattern', { search: 'brac_' }, []],
    ['the same for the other one', { search: '%' }, []],
    ['what it would take for its own language', { search: `'; drop table templates; --` }, []],
    ['active ones alone unless told otherwise', { search: 'bilby' }, []],
    ['of one status', { status: 'retired' }, ['Bilby brace']],
    ['of any status', { status: 'all', search: 'bilby' }, ['Bilby brace']],
    [
      'of one treatment type, exactly',
      { treatmentType: 'Zygomatic' },
      ['Numbat brace', 'Numbat brace (Personal)', 'Quokka brace'],
    ],
    ['no treatment type by a part of it', { treatmentType: 'Zygo' }, []],
    ['the platform’s', { owner: 'platform', search: 'brace numbat' }, ['Numbat brace']],
    ['personal copies', { owner: 'personal' }, ['Numbat brace (Personal)']],
    ['its own, without personal copies', { owner: 'own', search: 'brace' }, ['Wombat brace', 'Quokka brace']],
    ['by when they were made', { order: 'created', search: 'quokka' }, ['Wombat brace', 'Quokka brace']],
    ['own by name', { order: 'name', owner: 'own', search: 'brace' }, ['Quokka brace', 'Wombat brace']],
    [
      'own by name, Z to A',
      { order: '-name', owner: 'own', search: 'brace' },
      ['Wombat brace', 'Quokka brace'],
    ],
    [
      'own by type, Z to A',
      { order: '-type', owner: 'own', search: 'brace' },
      ['Quokka brace', 'Wombat brace'],
    ],
  ])('finds by %s', async (_name, filter, found) => {
    expect(await find(filter)).toEqual(found)
  })

  it('finds by who made it', async () => {
    const { userId } = testApp.clinicA.staff.manager
    expect(await find({ createdBy: userId, search: 'brace' })).toEqual([
      'Wombat brace',
      'Numbat brace (Personal)',
      'Quokka brace',
    ])
    expect(await find({ createdBy: testApp.clinicA.staff.dentist.userId })).toEqual([])
    expect(await find({ createdBy: 'library', search: 'brace numbat' })).toEqual([])
  })

  it('has the one saved last on top where asked', async () => {
    const [oldest] = (await manager().callOk(templates.list, { search: 'quokka straightens' })).rows
    testApp.clock.advance(1000)
    await manager().callOk(templates.setStatus, { templateId: oldest!.id, status: 'inactive' })
    expect(await find({ order: 'updated', status: 'all', owner: 'own', search: 'quokka' })).toEqual([
      'Quokka brace',
      'Wombat brace',
    ])
    await manager().callOk(templates.setStatus, { templateId: oldest!.id, status: 'active' })
  })

  it('has those on top that the practice uses most, where asked', async () => {
    const used = { order: 'used', owner: 'own', search: 'brace', status: 'all' } as const
    const before = await find(used)
    const last = before.at(-1)!
    const { rows } = await manager().callOk(templates.list, used)
    await testApp.clinicA.addDraft({ templateId: rows.find(({ name }) => name === last)!.id })
    expect(await find(used)).toEqual([last, ...before.slice(0, -1)])
    expect((await find({ ...used, order: '-uses' }))[0]).toBe(last)
    expect((await find({ ...used, order: 'uses' })).at(-1)).toBe(last)
  })

  it('has those on top that all practices together use most, where the platform asks', async () => {
    const asked = { order: 'used', status: 'all', pageSize: 2 } as const
    const [first, second] = (await admin().callOk(adminTemplates.list, asked)).rows
    for (const [clinicId, count] of [
      [testApp.clinicA.id, 2],
      [testApp.clinicB.id, 3],
    ] as const)
      await testApp.owner.query(
        `insert into template_uses (clinic_id, template_id, count, last_used_at) values ($1, $2, $3, now())`,
        [clinicId, second!.id, count],
      )
    const { rows } = await admin().callOk(adminTemplates.list, asked)
    expect(rows.map(({ id, usageCount }) => [id, usageCount])).toEqual([
      [second!.id, 5],
      [first!.id, 0],
    ])
  })

  it('has the favourites of whoever asks before those used most, and nobody else’s', async () => {
    const used = { order: 'used', owner: 'own', search: 'brace', status: 'all' } as const
    const listOf = async (who: 'manager' | 'lead') =>
      (await testApp.clinicA.as(who).callOk(templates.list, used)).rows
    const before = await listOf('manager')
    const { id: templateId, name } = before.at(-1)!
    const star = (isFavourite: boolean) =>
      manager().callOk(templates.setFavourite, { templateId, isFavourite })
    expect(await star(true)).toMatchObject({ id: templateId, isFavourite: true })
    expect((await star(true)).isFavourite).toBe(true)
    expect((await listOf('manager')).map((row) => row.name)).toEqual([
      name,
      ...before.slice(0, -1).map((row) => row.name),
    ])
    expect((await listOf('lead')).some(({ isFavourite }) => isFavourite)).toBe(false)
    expect((await manager().callOk(templates.get, { templateId })).isFavourite).toBe(true)
    await star(false)
    expect((await listOf('manager')).map((row) => row.name)).toEqual(before.map((row) => row.name))
    const { rows } = await testApp.owner.query(
      `select details ->> 'isFavourite' as star from audit_rows
       where action = 'template.favourite_changed' and subject = $1 order by sequence`,
      [templateId],
    )
    expect(rows).toEqual([{ star: 'true' }, { star: 'false' }])
  })

  it('of another clinic can be nobody’s favourite here', async () => {
    const theirs = (
      await testApp.clinicB
        .as('manager')
        .callOk(templates.create, { name: 'Their brace', treatmentType: 'Other', sections: [section] })
    ).id
    const refused = await manager().call(templates.setFavourite, { templateId: theirs, isFavourite: true })
    expect([refused.status, refused.reason]).toEqual([404, 'not-found'])
  })

  it('is read page by page', async () => {
    const page = (number: number) =>
      manager().callOk(templates.list, { treatmentType: 'Zygomatic', pageSize: 2, page: number })
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([first.total, second.total, third.total]).toEqual([3, 3, 3])
    expect([...templateNames(first), ...templateNames(second)]).toEqual([
      'Numbat brace',
      'Numbat brace (Personal)',
      'Quokka brace',
    ])
    expect(templateNames(third)).toEqual([])
  })

  it('refuses a status and an order that are none', async () => {
    for (const wrong of [{ status: 'gone' }, { order: 'price' }, { owner: 'theirs' }] as never[])
      expect((await manager().call(templates.list, wrong)).reason).toBe('invalid-input')
  })

  it('of a super administrator holds the platform’s alone', async () => {
    const pages = [1, 2, 3].map((page) => ({ page, pageSize: 100, status: 'all' }) as const)
    const rows = (await Promise.all(pages.map((page) => admin().callOk(adminTemplates.list, page)))).flatMap(
      (answer) => answer.rows,
    )
    expect(rows).toHaveLength((await admin().callOk(adminTemplates.list, { status: 'all' })).total)
    expect(templateNames({ rows })).toContain('Numbat brace')
    expect(rows.filter(({ clinicId, isPersonal }) => clinicId !== null || isPersonal)).toEqual([])
    for (const owner of ['own', 'personal'] as const)
      expect((await admin().callOk(adminTemplates.list, { owner })).total).toBe(0)
  })

  it('has facets: each status and type once, of what is seen, sorted', async () => {
    const own = await manager().callOk(templates.facets, {})
    expect(own.statuses).toEqual(['active', 'retired'])
    expect(own.treatmentTypes).toContain('Zygomatic')
    expect(own.treatmentTypes).toEqual([...new Set(own.treatmentTypes)].toSorted())
    const others = await testApp.clinicB.as('manager').callOk(templates.facets, {})
    expect(others.statuses).toEqual(['active'])
    expect(others.treatmentTypes).toContain('Zygomatic')
    expect(others.treatmentTypes).not.toContain('Alveolar')
    expect((await admin().callOk(adminTemplates.facets, {})).treatmentTypes).not.toContain('Alveolar')
  })
})

describe('use', () => {
  it('is the clinic’s own for a clinic, and that of all clinics for a super administrator', async () => {
    const { id: templateId } = await admin().callOk(adminTemplates.create, {
      name: 'Used by many',
      treatmentType: 'Other',
      sections: [section],
    })
    for (const clinic of [testApp.clinicA, testApp.clinicA, testApp.clinicB]) {
      testApp.clock.advance(1000)
      await clinic.addDraft({ templateId })
    }
    const usedBy = async (clinic: TestApp['clinicA']) =>
      clinic.as('manager').callOk(templates.get, { templateId })
    const [a, b, all] = [
      await usedBy(testApp.clinicA),
      await usedBy(testApp.clinicB),
      await admin().callOk(adminTemplates.get, { templateId }),
    ]
    expect([a.usageCount, b.usageCount, all.usageCount]).toEqual([2, 1, 3])
    expect(all.lastUsedAt).toBe(b.lastUsedAt)
    expect(a.lastUsedAt! < b.lastUsedAt!).toBe(true)
    const { rows } = await admin().callOk(adminTemplates.list, { search: 'used by many' })
    expect(rows).toMatchObject([{ usageCount: 3, lastUsedAt: all.lastUsedAt }])
  })
})

describe('with 5,000 templates', () => {
  beforeAll(async () => {
    await testApp.owner.query(
      `with made as (
         insert into templates (offered_to_all, name, description, treatment_type, current_version_id)
         select true, 'Filling ' || n, 'Number ' || n || ' of many', 'Type ' || n % 20, gen_random_uuid()
         from generate_series(1, 5000) n returning id, current_version_id)
       insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
       select current_version_id, id, 1, '1.0', '{}', '{}', '', 'library', '' from made`,
    )
    await testApp.owner.query('analyze templates')
  })

  /** The statements that read templates or their uses while something is asked, with their plans. */
  async function plansOf(ask: () => Promise<unknown>): Promise<string[]> {
    type Sent = { text: string; values: unknown[] }
    const sent: Sent[] = []
    const { database } = testApp.app
    const { borrow } = database
    const spy = vi.spyOn(database, 'borrow').mockImplementation((work) =>
      borrow(async (client) => {
        const { query } = client
        client.query = ((...given: unknown[]) => {
          const [first, values] = given as [string | { text: string }, unknown[]]
          const text = typeof first === 'string' ? first : first.text
          if (/from "template/.test(text)) sent.push({ text, values })
          return Reflect.apply(query, client, given)
        }) as typeof query
        try {
          return await work(client)
        } finally {
          client.query = query
        }
      }),
    )
    try {
      await ask()
    } finally {
      spy.mockRestore()
    }
    const plans: string[] = []
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    for (const { text, values } of sent) {
      await app.query('begin')
      await app.query(
        `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', $1, true)`,
        [testApp.clinicA.id],
      )
      const { rows } = await app.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      await app.query('rollback')
    }
    await app.end()
    return plans
  }

  it.each<[string, object, number]>([
    ['the first page', {}, 5000],
    ['a search', { search: 'filling 4999' }, 1],
    ['the page behind all', { page: 1000, pageSize: 100 }, 5000],
  ])(
    '%s reads templates once to count and once to show, and their wording never',
    async (_name, filter, least) => {
      const plans = await plansOf(async () => {
        const { total } = await manager().callOk(templates.list, { ...filter })
        expect(total).toBeGreaterThanOrEqual(least)
      })
      expect(plans.length).toBeGreaterThanOrEqual(2)
      expect(plans.length).toBeLessThanOrEqual(4)
      const scans = (plan: string, table: string) =>
        plan.match(new RegExp(`(Scan|Index).* on ${table}\\b`, 'g')) ?? []
      expect(plans.slice(0, 2).map((plan) => scans(plan, 'templates').length)).toEqual([1, 1])
      for (const plan of plans) {
        expect(plan).not.toContain('template_versions')
        expect(plan).not.toContain('Nested Loop')
      }
      // Uses and favourites are read for the page that is shown, and for no template beside it.
      for (const plan of plans.slice(2)) expect(plan).toMatch(/template_(uses|favourites)/)
    },
  )
})
