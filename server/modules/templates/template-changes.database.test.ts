import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { hostileHtml } from '../../../tests/hostile-html.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { findActiveContent } from '../../testing/active-content.ts'
import { oneTreatment } from '../../testing/test-clinic.ts'
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

const manager = () => testApp.clinicA.as('manager')
const admin = () => testApp.as(testApp.superAdmin)

const seriousRisk = { label: 'Numb lip', band: 'rare', serious: true, source: 'A trial' } as const
const fields = {
  name: 'Snoring splint',
  description: 'Worn at night',
  treatmentType: 'Other',
  treatmentSubtype: 'Splint',
  sections: [
    { id: 1, title: 'Treatment Description', content: '<p>A splint for {{tooth}}.</p>', media: null },
    { id: 2, title: 'Benefits', content: '<ul><li><strong>Sleep</strong></li></ul>', media: null },
  ],
  risks: [seriousRisk],
  questions: [
    {
      question: 'When is it worn?',
      answers: [
        { text: 'At night', right: true },
        { text: 'At meals', right: false },
      ],
      explanation: 'At night.',
    },
  ],
  cautions: ['Sleep apnoea'],
  metadata: { requiresTooth: false, requiresDiagnosis: false },
}

const createTemplate = (change: object = {}) => manager().callOk(templates.create, { ...fields, ...change })
const createPlatformTemplate = (change: object = {}) =>
  admin().callOk(adminTemplates.create, { ...fields, ...change })
/** A template as it would be saved again, with a change. */
const editInput = ({ id, versionId }: Template, change: object = {}) => ({
  ...{ ...fields, ...change },
  templateId: id,
  versionId,
})

const auditOf = async (templateId: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [templateId],
  )
  return rows
}
const countTemplates = async () => {
  const { rows } = await testApp.owner.query<{ count: number }>(
    'select count(*)::int as count from templates',
  )
  return rows[0]!.count
}

describe('making a template', () => {
  it('gives a clinic an active template of its own, never offered to others whatever was sent', async () => {
    const made = await createTemplate({ metadata: { ...fields.metadata, isGlobal: true } })
    expect(made).toMatchObject({
      ...fields,
      status: 'active',
      isActive: true,
      isGlobal: false,
      isPersonal: false,
      clinicId: testApp.clinicA.id,
      clinicName: 'Harbour Street',
      usageCount: 0,
      lastUsedAt: null,
      createdBy: testApp.clinicA.staff.manager.userId,
      createdByName: 'Siân Rees',
      updatedByName: 'Siân Rees',
      version: '1.0',
      placeholders: ['tooth'],
      metadata: {
        ...{ version: '1.0', templateType: 'consent', isGlobal: false, isPersonal: false },
        ...{ duplicatedFrom: null, savedFromTemplate: null, ...fields.metadata },
      },
    })
    expect(await manager().callOk(templates.get, { templateId: made.id })).toEqual(made)
    expect(await auditOf(made.id)).toEqual([
      { action: 'template.created', details: { name: 'Snoring splint' } },
    ])
  })

  it('gives the platform one that is offered to all, unless it is said not to be', async () => {
    const [shared, kept] = [
      await createPlatformTemplate(),
      await createPlatformTemplate({ metadata: { ...fields.metadata, isGlobal: false } }),
    ]
    expect(shared).toMatchObject({ isGlobal: true, clinicId: null, createdByName: 'Rowan Pemberton' })
    expect(kept).toMatchObject({ isGlobal: false, clinicId: null })
    expect(await manager().callOk(templates.get, { templateId: shared.id })).toMatchObject({ isGlobal: true })
    expect((await manager().call(templates.get, { templateId: kept.id })).reason).toBe('not-found')
  })

  it.each<[string, object, string, string]>([
    [
      'neither form',
      { name: undefined },
      'name-or-title-missing',
      'Template must have either (name + treatmentType) or (title + category)',
    ],
    [
      'null for a name',
      { name: null },
      'name-or-title-missing',
      'Template must have either (name + treatmentType) or (title + category)',
    ],
    ['a blank name', { name: ' ' }, 'name-empty', 'Template name/title is required'],
    ['a blank type', { treatmentType: ' ' }, 'type-empty', 'Template treatment type/category is required'],
    ['no section', { sections: [] }, 'sections-missing', 'Template must have at least one section.'],
    [
      'an empty section',
      { sections: [{ id: 1, title: 'Benefits', content: '<p></p>' }] },
      'sections-empty',
      'All sections must have both a title and content.',
    ],
    [
      'an unknown placeholder',
      { sections: [{ id: 1, title: 'Benefits', content: '<p>{{nobody}}</p>' }] },
      'placeholder-unknown',
      'The text has a placeholder that does not exist.',
    ],
    [
      'a placeholder in a title',
      { sections: [{ id: 1, title: 'Why {{tooth}}', content: '<p>Text</p>' }] },
      'placeholder-misplaced',
      'Placeholders work only in the text of sections. Remove them from names, titles, risks and questions.',
    ],
  ])('is refused for %s, on both sides, when made and when saved', async (_name, change, reason, message) => {
    const [own, platform] = [await createTemplate(), await createPlatformTemplate()]
    const before = await countTemplates()
    const answers = [
      await manager().call(templates.create, { ...fields, ...change }),
      await admin().call(adminTemplates.create, { ...fields, ...change }),
      await manager().call(templates.update, editInput(own, change)),
      await admin().call(adminTemplates.update, editInput(platform, change)),
    ]
    for (const { status, reason: told, error } of answers)
      expect([status, told, error!.message]).toEqual([400, reason, message])
    expect(await countTemplates()).toBe(before)
    expect((await manager().callOk(templates.get, { templateId: own.id })).versionId).toBe(own.versionId)
  })

  it('is done once for one key', async () => {
    const key = { idempotencyKey: randomUUID() }
    const first = await manager().callOk(templates.create, fields, key)
    expect(await manager().callOk(templates.create, fields, key)).toEqual(first)
    const ofAdmin = await admin().callOk(adminTemplates.create, fields, key)
    expect(await admin().callOk(adminTemplates.create, fields, key)).toEqual(ofAdmin)
    expect(ofAdmin.id).not.toBe(first.id)
  })

  it('takes what nobody could print from no one', async () => {
    for (const name of ['a\u0000b', 'a\ud800b'])
      expect((await manager().call(templates.create, { ...fields, name })).reason).toBe('invalid-input')
    expect((await createTemplate({ name: 'a\u202eb' })).name).toBe('ab')
    const sections = [{ id: 1, title: 'Benefits', content: '<p>a\u0000b</p>' }]
    expect((await manager().call(templates.create, { ...fields, sections })).reason).toBe('invalid-input')
    const marked = [{ ...sections[0]!, content: '<p>a\u202eb</p>' }]
    expect((await createTemplate({ sections: marked })).sections[0]!.content).toBe('<p>ab</p>')
  })
})

describe('saving a template', () => {
  it('makes a new version of it, and leaves the one before as it was', async () => {
    const made = await createTemplate()
    testApp.clock.advance(60_000)
    const saved = await testApp.clinicA.as('lead').callOk(templates.update, {
      ...editInput(made, { name: 'Night splint', treatmentType: 'Sleep', cautions: [] }),
      reason: 'Renamed',
    })
    expect(saved).toMatchObject({
      name: 'Night splint',
      treatmentType: 'Sleep',
      version: '2.0',
      cautions: [],
      createdByName: 'Siân Rees',
      updatedByName: 'Priya Nair',
    })
    expect(saved.updatedAt > made.updatedAt).toBe(true)
    const templateId = made.id
    const versions = await manager().callOk(templates.versions, { templateId })
    expect(versions).toMatchObject([
      { ...{ id: saved.versionId, number: 2, label: '2.0', reason: 'Renamed' }, isCurrent: true },
      { ...{ id: made.versionId, number: 1, label: '1.0', reason: 'Created' }, isCurrent: false },
    ])
    expect(versions.map(({ createdByName }) => createdByName)).toEqual(['Priya Nair', 'Siân Rees'])
    const old = await manager().callOk(templates.version, { templateId, versionId: made.versionId })
    const { metadata, ...written } = fields
    expect(old).toMatchObject({ ...written, ...metadata, number: 1, isCurrent: false })
    expect((await auditOf(templateId)).at(-1)).toEqual({
      action: 'template.updated',
      details: { name: 'Night splint', version: '2.0', change: 'material' },
    })
  })

  it('makes none when it says the same again, and writes nothing down', async () => {
    const made = await createTemplate()
    testApp.clock.advance(60_000)
    const again = await manager().callOk(templates.update, { ...editInput(made), reason: 'Again' })
    expect(again).toEqual(made)
    expect(await manager().callOk(templates.versions, { templateId: made.id })).toHaveLength(1)
    expect(await auditOf(made.id)).toHaveLength(1)
  })

  it('says whether the change is cosmetic, which a change to a serious risk is not', async () => {
    const made = await createTemplate()
    const reworded = [{ ...seriousRisk, label: 'Numb lips' }]
    const refused = await manager().call(templates.update, {
      ...editInput(made, { risks: reworded }),
      change: 'cosmetic',
    })
    expect([refused.status, refused.reason]).toEqual([400, 'serious-risk-changed'])
    const cosmetic = await manager().callOk(templates.update, {
      ...editInput(made, { description: 'Worn all night' }),
      change: 'cosmetic',
    })
    expect(cosmetic.version).toBe('1.1')
    const material = await manager().callOk(templates.update, editInput(cosmetic, { risks: reworded }))
    expect(material.version).toBe('2.0')
    const versions = await manager().callOk(templates.versions, { templateId: made.id })
    expect(versions.map(({ change }) => change)).toEqual(['material', 'cosmetic', 'material'])
  })

  it('from a version that is no longer the current one is refused, and overwrites nothing', async () => {
    const made = await createTemplate()
    const theirs = await manager().callOk(templates.update, editInput(made, { name: 'Theirs' }))
    const answer = await manager().call(templates.update, editInput(made, { name: 'Mine' }))
    expect([answer.status, answer.reason]).toEqual([409, 'changed-meanwhile'])
    expect(answer.error!.details).toMatchObject({ versionId: theirs.versionId })
    expect(await manager().callOk(templates.get, { templateId: made.id })).toEqual(theirs)
    const merged = await manager().callOk(templates.update, editInput(theirs, { name: 'Both' }))
    expect(merged).toMatchObject({ name: 'Both', version: '3.0' })
  })

  it.each(['clinic', 'admin'] as const)(
    'by five of the %s at the same moment: one is saved, the others are told',
    async (side) => {
      const made = side === 'clinic' ? await createTemplate() : await createPlatformTemplate()
      const save = (name: string) =>
        side === 'clinic'
          ? manager().call(templates.update, editInput(made, { name }))
          : admin().call(adminTemplates.update, editInput(made, { name }))
      const lock = { text: 'select 1 from templates where id = $1 for update', values: [made.id] }
      const answers = await whileRowsLocked(testApp, lock, () => ['A', 'B', 'C', 'D', 'E'].map(save))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      const won = answers.find(({ status }) => status === 200)!.body
      for (const { error } of answers.filter(({ status }) => status === 409))
        expect(error!.details).toMatchObject({ reason: 'changed-meanwhile', versionId: won.versionId })
      const { rows } = await testApp.owner.query(
        `select number, label, heading ->> 'name' as name from template_versions where template_id = $1 order by number`,
        [made.id],
      )
      expect(rows).toEqual([
        { number: 1, label: '1.0', name: 'Snoring splint' },
        { number: 2, label: '2.0', name: won.name },
      ])
    },
  )

  it('while somebody restores loses neither', async () => {
    const made = await createTemplate()
    const second = await manager().callOk(templates.update, editInput(made, { name: 'Second' }))
    const named = { templateId: made.id, versionId: made.versionId }
    const lock = { text: 'select 1 from templates where id = $1 for update', values: [made.id] }
    const [saved, restored] = await whileRowsLocked(testApp, lock, () => [
      manager().call(templates.update, editInput(second, { name: 'Third' })),
      manager().call(templates.restore, named),
    ])
    expect(restored!.status).toBe(200)
    const said = (await manager().callOk(templates.versions, { templateId: made.id })).map(
      ({ number }) => number,
    )
    // Whoever came second either made a version of their own or was told; no number was used twice.
    expect(said).toEqual(saved!.status === 200 ? [4, 3, 2, 1] : [3, 2, 1])
    expect((await manager().callOk(templates.get, { templateId: made.id })).name).toBe('Snoring splint')
  })

  it('lets super administrators alone say whether it is offered, and needs no version for that', async () => {
    const shared = await createPlatformTemplate()
    const withdrawn = await admin().callOk(
      adminTemplates.update,
      editInput(shared, { metadata: { ...fields.metadata, isGlobal: false } }),
    )
    expect(withdrawn).toMatchObject({ isGlobal: false, versionId: shared.versionId })
    expect((await manager().call(templates.get, { templateId: shared.id })).reason).toBe('not-found')
    const own = await createTemplate()
    const saved = await manager().callOk(
      templates.update,
      editInput(own, { name: 'Ours', metadata: { ...fields.metadata, isGlobal: true } }),
    )
    expect(saved).toMatchObject({ isGlobal: false, metadata: { isGlobal: false } })
    const { rows } = await testApp.owner.query(
      'select id from templates where owner_clinic_id is not null and offered_to_all',
    )
    expect(rows).toEqual([])
  })
})

describe('restoring', () => {
  it('saves what an old version said as a new one', async () => {
    const made = await createTemplate()
    const second = await manager().callOk(templates.update, editInput(made, { name: 'Second', risks: [] }))
    const restored = await manager().callOk(templates.restore, {
      templateId: made.id,
      versionId: made.versionId,
    })
    expect(restored).toMatchObject({ ...fields, version: '3.0' })
    expect([made.versionId, second.versionId]).not.toContain(restored.versionId)
    const [newest] = await manager().callOk(templates.versions, { templateId: made.id })
    expect(newest).toMatchObject({ number: 3, change: 'material', reason: 'Restored version 1.0' })
    expect((await auditOf(made.id)).at(-1)).toEqual({
      action: 'template.updated',
      details: { name: 'Snoring splint', version: '3.0', restored: '1.0' },
    })
  })

  it('of what counts now changes nothing', async () => {
    const made = await createTemplate()
    const named = { templateId: made.id, versionId: made.versionId }
    expect(await manager().callOk(templates.restore, named)).toEqual(made)
    expect(await auditOf(made.id)).toHaveLength(1)
  })

  it('finds no version of another template', async () => {
    const [one, other] = [await createTemplate(), await createTemplate()]
    const named = { templateId: one.id, versionId: other.versionId }
    expect((await manager().call(templates.version, named)).reason).toBe('not-found')
    expect((await manager().call(templates.restore, named)).reason).toBe('not-found')
  })
})

describe('the status', () => {
  it('is changed and written down with what it was', async () => {
    const { id: templateId } = await createTemplate()
    for (const status of ['inactive', 'draft', 'in review', 'retired', 'active'] as const)
      expect(await manager().callOk(templates.setStatus, { templateId, status })).toMatchObject({
        status,
        isActive: status === 'active',
      })
    await manager().callOk(templates.setStatus, { templateId, status: 'active' })
    const changes = (await auditOf(templateId)).slice(1)
    expect(changes).toHaveLength(5)
    expect(changes[0]).toEqual({
      action: 'template.status_changed',
      details: { name: 'Snoring splint', before: 'active', after: 'inactive' },
    })
  })
})

describe('copies', () => {
  it('of a platform template belong to the clinic that makes them', async () => {
    const shared = await createPlatformTemplate()
    const templateId = shared.id
    const said = {
      ...fields,
      status: 'active',
      isGlobal: false,
      clinicId: testApp.clinicA.id,
      version: '1.0',
    }
    const copy = await manager().callOk(templates.duplicate, { templateId })
    expect(copy).toMatchObject({ ...said, name: 'Snoring splint (Copy)', isPersonal: false })
    expect(copy.metadata).toMatchObject({ duplicatedFrom: templateId, savedFromTemplate: null })
    const personal = await manager().callOk(templates.saveAsPersonal, { templateId })
    expect(personal).toMatchObject({ ...said, name: 'Snoring splint (Personal)', isPersonal: true })
    expect(personal.metadata).toMatchObject({ duplicatedFrom: null, savedFromTemplate: templateId })
    expect(await auditOf(copy.id)).toEqual([
      { action: 'template.duplicated', details: { name: copy.name, copiedFrom: templateId } },
    ])
    expect(await auditOf(personal.id)).toEqual([
      { action: 'template.saved_as_personal', details: { name: personal.name, copiedFrom: templateId } },
    ])
    // The copy goes its own way.
    await manager().callOk(templates.update, editInput(copy, { name: 'Ours' }))
    expect((await manager().callOk(templates.get, { templateId })).name).toBe('Snoring splint')
  })

  it('of what is not active are active, without its uses, and start at its current wording', async () => {
    const made = await createTemplate()
    const saved = await manager().callOk(templates.update, editInput(made, { description: 'Newer' }))
    await testApp.clinicA.addDraft({ templateId: made.id })
    await manager().callOk(templates.setStatus, { templateId: made.id, status: 'retired' })
    const copy = await manager().callOk(templates.duplicate, { templateId: made.id })
    expect(copy).toMatchObject({ status: 'active', usageCount: 0, description: saved.description })
    expect(await manager().callOk(templates.versions, { templateId: copy.id })).toHaveLength(1)
  })

  it('of a super administrator belong to the platform and are not offered', async () => {
    const { id: templateId } = await createPlatformTemplate()
    const copy = await admin().callOk(adminTemplates.duplicate, { templateId })
    expect(copy).toMatchObject({ name: 'Snoring splint (Copy)', clinicId: null, isGlobal: false })
    const refused = await admin().call(adminTemplates.saveAsPersonal, { templateId })
    expect([refused.status, refused.error!.message]).toEqual([
      409,
      'User must be associated with a clinic to save personal templates',
    ])
  })
})

describe('whose a template is', () => {
  const { update, setStatus, remove, restore, ...others } = templates

  it('another clinic finds nothing of it', async () => {
    const made = await createTemplate()
    const theirs = testApp.clinicB.as('owner')
    const named = { templateId: made.id, versionId: made.versionId }
    const answers = [
      await theirs.call(update, editInput(made)),
      await theirs.call(setStatus, { ...named, status: 'retired' }),
      await theirs.call(remove, named),
      await theirs.call(restore, named),
      await theirs.call(others.get, named),
      await theirs.call(others.versions, named),
      await theirs.call(others.version, named),
      await theirs.call(others.duplicate, named),
      await theirs.call(others.saveAsPersonal, named),
    ]
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['404 not-found']),
    )
    expect(await manager().callOk(templates.get, named)).toEqual(made)
  })

  it('a super administrator finds nothing of a clinic’s', async () => {
    const made = await createTemplate()
    const named = { templateId: made.id, versionId: made.versionId }
    const answers = [
      await admin().call(adminTemplates.update, editInput(made)),
      await admin().call(adminTemplates.setStatus, { ...named, status: 'retired' }),
      await admin().call(adminTemplates.remove, named),
      await admin().call(adminTemplates.restore, named),
      await admin().call(adminTemplates.get, named),
      await admin().call(adminTemplates.versions, named),
      await admin().call(adminTemplates.version, named),
      await admin().call(adminTemplates.duplicate, named),
    ]
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['404 not-found']),
    )
  })

  it('a clinic reads what the platform offers, and changes none of it', async () => {
    const shared = await createPlatformTemplate()
    const named = { templateId: shared.id, versionId: shared.versionId }
    const answers = [
      await manager().call(update, editInput(shared, { name: 'Ours' })),
      await manager().call(setStatus, { ...named, status: 'retired' }),
      await manager().call(remove, named),
      await manager().call(restore, named),
    ]
    for (const { status, reason } of answers) expect([status, reason]).toEqual([409, 'not-own'])
    expect(await manager().callOk(others.versions, named)).toHaveLength(1)
    expect(await manager().callOk(others.version, named)).toMatchObject({ label: '1.0', isCurrent: true })
    expect(await admin().callOk(adminTemplates.get, named)).toEqual(shared)
    const { rows } = await testApp.owner.query(
      `select distinct action from audit_rows where details ->> 'reason' = 'not-own'`,
    )
    expect(rows).toEqual([{ action: 'template.change_refused' }])
  })
})

describe('a template that consents were made of', () => {
  const makeFor = async (template: Template) => {
    const draft = await testApp.clinicA.addDraft({ templateId: template.id })
    const sent = await testApp.clinicA.addSent({ templateId: template.id })
    return { draftId: draft.id, ...sent }
  }
  const send = (consentId: string) =>
    testApp.clinicA
      .as('dentist')
      .call(contract.consents.send, { consentId, by: 'link', unaskedAcknowledged: true })
  const read = (consentId: string) =>
    testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })

  const away: [string, () => Promise<Template>, (template: Template) => Promise<unknown>][] = [
    [
      'is deleted',
      () => createTemplate(),
      ({ id }) => manager().callOk(templates.remove, { templateId: id }),
    ],
    [
      'is deleted by the platform',
      () => createPlatformTemplate(),
      ({ id }) => admin().callOk(adminTemplates.remove, { templateId: id }),
    ],
    [
      'is retired',
      () => createTemplate(),
      ({ id }) => manager().callOk(templates.setStatus, { templateId: id, status: 'retired' }),
    ],
    [
      'is not active',
      () => createTemplate(),
      ({ id }) => manager().callOk(templates.setStatus, { templateId: id, status: 'in review' }),
    ],
    [
      'is offered no longer',
      () => createPlatformTemplate(),
      (template) =>
        admin().callOk(
          adminTemplates.update,
          editInput(template, { metadata: { ...fields.metadata, isGlobal: false } }),
        ),
    ],
  ]
  it.each(away)(
    'and %s: what was sent stays, a draft reads its text and is not sent',
    async (_how, of, end) => {
      const template = await of()
      const { draftId, consentId } = await makeFor(template)
      const [draft, sent] = [await read(draftId), await read(consentId)]
      await end(template)
      expect((await read(draftId)).content).toEqual(draft.content)
      expect((await read(consentId)).content).toEqual(sent.content)
      const refused = await send(draftId)
      expect([refused.status, refused.reason, refused.error!.message]).toEqual([
        409,
        'template-not-in-use',
        'This template is no longer in use. Choose another template.',
      ])
      const patientId = draft.patient.id
      const anew = { patientId, templateId: template.id, clinicianId: draft.clinician.id, teeth: ['46'] }
      const answer = await testApp.clinicA.as('dentist').call(contract.consents.create, oneTreatment(anew))
      expect(answer.reason).toBe('template-not-found')
      // Made out of another one, the same draft can be sent.
      const { id: templateId } = await createTemplate()
      await testApp.clinicA
        .as('dentist')
        .callOk(contract.consents.update, oneTreatment({ ...anew, templateId, consentId: draftId }))
      expect((await send(draftId)).status).toBe(200)
      expect((await manager().callOk(templates.get, { templateId })).usageCount).toBe(1)
    },
  )

  it('and is changed keeps for each consent the version it was made of', async () => {
    const made = await createTemplate()
    const { draftId } = await makeFor(made)
    await manager().callOk(templates.update, editInput(made, { name: 'Anew' }))
    expect((await read(draftId)).content).toMatchObject({
      title: 'Snoring splint',
      templateVersionId: made.versionId,
      templateVersion: '1.0',
    })
    expect((await send(draftId)).status).toBe(200)
  })

  it('once deleted is found by nobody', async () => {
    const made = await createTemplate()
    const named = { templateId: made.id, versionId: made.versionId }
    expect(await manager().callOk(templates.remove, named)).toEqual({ removed: true })
    expect((await auditOf(made.id)).at(-1)).toEqual({
      action: 'template.deleted',
      details: { name: 'Snoring splint' },
    })
    const answers = [
      await manager().call(templates.get, named),
      await manager().call(templates.update, editInput(made)),
      await manager().call(templates.setStatus, { ...named, status: 'active' }),
      await manager().call(templates.remove, named),
      await manager().call(templates.duplicate, named),
      await manager().call(templates.saveAsPersonal, named),
      await manager().call(templates.versions, named),
      await manager().call(templates.version, named),
      await manager().call(templates.restore, named),
    ]
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['not-found']))
    const { rows } = await manager().callOk(templates.list, { status: 'all', owner: 'own', pageSize: 100 })
    expect(rows.map(({ id }) => id)).not.toContain(made.id)
  })
})

describe('pictures', () => {
  it('stay when nobody speaks of them, are changed by who does, and go along with copies', async () => {
    const made = await createTemplate({ pictures: ['crown', 'tooth-anatomy', 'crown'] })
    expect(made.pictures).toEqual(['crown', 'tooth-anatomy'])
    const same = await manager().callOk(templates.update, editInput(made))
    expect([same.versionId, same.pictures]).toEqual([made.versionId, made.pictures])
    const copy = await manager().callOk(templates.duplicate, { templateId: made.id })
    expect(copy.pictures).toEqual(made.pictures)
    const fewer = await manager().callOk(templates.update, editInput(made, { pictures: ['tooth-anatomy'] }))
    expect([fewer.pictures, fewer.version]).toEqual([['tooth-anatomy'], '2.0'])
    const { pictures } = await manager().callOk(templates.version, {
      templateId: made.id,
      versionId: made.versionId,
    })
    expect(pictures).toEqual(['crown', 'tooth-anatomy'])
    const none = await manager().callOk(templates.update, editInput(fewer, { pictures: [] }))
    expect(none.pictures).toEqual([])
  })

  it('that do not exist are refused', async () => {
    const answer = await manager().call(templates.create, { ...fields, pictures: ['crown', '../secret'] })
    expect([answer.status, answer.reason]).toEqual([400, 'picture-unknown'])
  })
})

describe('figures', () => {
  it('are read off the label of a risk that has a source, whatever was sent', async () => {
    const risk = {
      label: 'Numb lip in 2 to 20 in 100',
      band: 'common',
      serious: true,
      source: 'A trial',
    } as const
    const sent = { ...risk, figure: { from: 1, to: 1, of: 100 } }
    const made = await createTemplate({ risks: [sent, { ...risk, source: '' }, seriousRisk] })
    expect(made.risks.map(({ figure }) => figure)).toEqual([{ from: 2, to: 20, of: 100 }, null, null])
    const reworded = { ...risk, label: 'Numb lip in 3 in 120' }
    const saved = await manager().callOk(templates.update, editInput(made, { risks: [reworded] }))
    expect(saved.risks).toEqual([{ ...reworded, figure: { from: 3, to: 3, of: 120 } }])
  })

  it('are none in versions of before, which a save that says the same leaves as they are', async () => {
    const made = await createTemplate()
    await testApp.owner.query(
      `update template_versions set wording = wording - 'pictures' || jsonb_build_object('risks',
         (select jsonb_agg(r - 'figure') from jsonb_array_elements(wording -> 'risks') r)) where id = $1`,
      [made.versionId],
    )
    const before = await manager().callOk(templates.get, { templateId: made.id })
    expect(before).toMatchObject({ pictures: [], risks: [{ ...seriousRisk, figure: null }] })
    const same = await manager().callOk(templates.update, editInput(before))
    expect(same.versionId).toBe(made.versionId)
  })
})

describe('hostile input', () => {
  const everywhere = (typed: string) => ({
    name: typed,
    title: typed,
    description: typed,
    sections: [
      { id: 1, title: typed, content: `<p>Kept</p>${typed}` },
      { id: 2, title: 'Link', content: `<p><a href="${typed}">Kept</a></p>` },
    ],
    risks: [{ label: typed, band: 'rare', serious: false }],
    cautions: [typed],
  })

  it('is stored as plain words, and as rich text in which nothing is alive', async () => {
    // What would be read as a placeholder, or cannot be printed, is refused before it is stored.
    const storable = hostileHtml.filter((typed) => !/\{\{|(?!\n)\p{Cc}/u.test(typed) && typed.length <= 200)
    const chosen = storable.filter((_typed, index) => index % 3 === 0)
    expect(chosen.length).toBeGreaterThan(200)
    for (const typed of chosen) {
      const made = await createTemplate(everywhere(typed))
      const words = typed.trim()
      expect([made.name, made.description, made.risks[0]!.label, made.cautions[0]]).toEqual([
        ...[words, words, words, words],
      ])
      expect(made.sections[0]!.title).toBe(words)
      for (const { content } of made.sections) {
        expect(findActiveContent(content), typed).toEqual([])
        expect(content).toContain('Kept')
      }
      const { name, description, treatmentType, treatmentSubtype, sections, risks, cautions } = made
      const again = { name, description, treatmentType, treatmentSubtype, sections, risks, cautions }
      const saved = await manager().callOk(templates.update, editInput(made, again))
      expect(saved.versionId, typed).toBe(made.versionId)
    }
  })

  it('leaves no trace in what is written down of it', async () => {
    const { id } = await createTemplate({ ...everywhere('<script>alert(1)</script>'), name: 'Named' })
    const { rows } = await testApp.owner.query<{ text: string }>(
      'select details::text as text from audit_rows where subject = $1',
      [id],
    )
    expect(rows).toEqual([{ text: '{"name": "Named"}' }])
    expect(testApp.logged.join()).not.toContain('Snoring')
  })

  it('keeps harmless formatting as it was', async () => {
    const content =
      '<h3>Risks</h3><p>It is <strong>rare</strong>, <em>very</em> <u>rare</u>.<br />Ask.</p>' +
      '<ul><li>One &amp; two</li></ul><ol><li>Three</li></ol><h4>More</h4>' +
      '<p><a href="https://example.org/a?b=1&amp;c=2">Read</a> <a href="tel:+442079460018">phone</a></p>'
    const made = await createTemplate({ sections: [{ id: 1, title: 'Risks & more', content }] })
    expect(made.sections[0]).toMatchObject({ title: 'Risks & more', content })
  })
})
