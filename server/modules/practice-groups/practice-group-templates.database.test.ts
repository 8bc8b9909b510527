import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember } from '../../testing/test-group.ts'
import { addVideo } from '../../testing/test-upload.ts'

const { adoptions, groupTemplates, practiceGroups, templates } = contract
const agreement = 'templates' as const

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Media = { url: string; required: boolean; transcript: string }
const fieldsOf = (name: string, text: string, media: Media | null = null) => ({
  ...{ name, treatmentType: 'Other', description: 'Worn at night' },
  sections: [{ id: 1, title: 'Treatment Description', content: `<p>${text}</p>`, media }],
  metadata: { requiresTooth: false, requiresDiagnosis: false },
})

let practices = 0
/** A group of two practices, of which the first has a template that it made. */
async function openGroup() {
  const [source, other] = [
    await testApp.addClinic(`Source ${++practices}`),
    await testApp.addClinic(`Other ${practices}`),
  ]
  const { caller, groupId } = await source.addOwnGroup()
  await addGroupMember(testApp.owner, groupId, other.id)
  const { group } = await caller.callOk(groupTemplates.list, {})
  const name = `Snoring splint ${randomUUID().slice(0, 8)}`
  const template = await source.as('manager').callOk(templates.create, fieldsOf(name, 'A splint.'))
  const share = ({ id: templateId, versionId }: Template = template) =>
    caller.call(groupTemplates.share, { templateId, versionId })
  const shared = async () => (await caller.callOk(groupTemplates.list, {})).templates
  /** The practice saves its template anew; answers what it says then. */
  const revise = (text: string, change: 'material' | 'cosmetic' = 'material', media: Media | null = null) =>
    source
      .as('manager')
      .callOk(templates.get, { templateId: template.id })
      .then(({ versionId }) =>
        source.as('manager').callOk(templates.update, {
          ...{ ...fieldsOf(name, text, media), templateId: template.id, versionId, change },
        }),
      )
  return { source, other, caller, groupId, group, name, template, share, shared, revise }
}

const listed = async (clinic: TestClinic, owner: 'all' | 'group' | 'platform' = 'group', search = '') =>
  (await clinic.as('dentist').callOk(templates.list, { owner, search, status: 'all', pageSize: 100 })).rows

const auditOf = async (subject: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [subject],
  )
  return rows
}

describe('a template that a group shares', () => {
  it('is in the library of each of its practices, marked as the group’s, and is changed by none', async () => {
    const { source, other, group, name, share, shared } = await openGroup()
    expect(await listed(other)).toEqual([])
    expect((await share()).status).toBe(200)
    const [copy] = await shared()
    expect(copy).toMatchObject({ name, version: '1.0', practice: source.name, newer: null })
    for (const clinic of [source, other]) {
      expect(await listed(clinic)).toEqual([
        expect.objectContaining({
          ...{ id: copy!.id, name, groupName: group, clinicId: null, clinicName: null },
          ...{ isGlobal: false, isPersonal: false, isActive: true },
        }),
      ])
      expect((await clinic.as('dentist').callOk(templates.facets, {})).groupName).toBe(group)
    }
    expect((await listed(other, 'platform', name)).map(({ id }) => id)).not.toContain(copy!.id)
    const manager = other.as('manager')
    const { versionId } = await manager.callOk(templates.get, { templateId: copy!.id })
    const change = { ...fieldsOf(name, 'Ours.'), templateId: copy!.id, versionId }
    expect((await manager.call(templates.update, change)).reason).toBe('not-own')
    expect((await manager.call(templates.remove, { templateId: copy!.id })).reason).toBe('not-own')
  })

  it('is not there for a practice outside, nor for those who run the platform', async () => {
    const { share, shared, name } = await openGroup()
    await share()
    const templateId = (await shared())[0]!.id
    const stranger = testApp.clinicB
    expect(await listed(stranger, 'all', name)).toEqual([])
    for (const outside of [
      await stranger.as('manager').call(templates.get, { templateId }),
      await stranger.as('manager').call(templates.duplicate, { templateId }),
      await testApp.as(testApp.superAdmin).call(contract.adminTemplates.get, { templateId }),
      await (await stranger.addOwnGroup()).caller.call(groupTemplates.get, { templateId }),
      await (await stranger.addOwnGroup()).caller.call(groupTemplates.remove, { templateId }),
    ])
      expect(outside.reason).toBe('not-found')
    const all = await testApp
      .as(testApp.superAdmin)
      .callOk(contract.adminTemplates.list, { search: name, status: 'all' })
    expect(all.rows).toEqual([])
  })

  it('is adopted and sent as it is; a new version asks for adoption again and is offered to copies', async () => {
    const { other, caller, name, share, shared, revise } = await openGroup()
    await share()
    const { id: templateId } = (await shared())[0]!
    const [lead, manager] = [other.as('lead'), other.as('manager')]
    const stateOf = async () => (await lead.callOk(adoptions.get, { templateId })).adoption.state
    expect(await stateOf()).toBe('none')
    await lead.callOk(adoptions.adopt, { templateIds: [templateId] })
    expect(await stateOf()).toBe('adopted')
    const copy = await manager.callOk(templates.duplicate, { templateId })
    expect(copy).toMatchObject({ clinicId: other.id, groupName: null, hasOffer: false })

    const cosmetic = await revise('A splint…', 'cosmetic')
    const [before] = await shared()
    expect(before!.newer).toEqual({ ...before!.newer, versionId: cosmetic.versionId, label: '1.1' })
    const changeOf = async () =>
      (await caller.callOk(groupTemplates.get, { templateId: before!.newer!.templateId })).change
    expect(await changeOf()).toBe('cosmetic')
    await caller.callOk(groupTemplates.update, { templateId, versionId: cosmetic.versionId })
    expect([(await shared())[0]!.version, await stateOf()]).toEqual(['1.1', 'adopted'])

    await revise('A soft splint.')
    const last = await revise('A soft splint!', 'cosmetic')
    expect(await changeOf()).toBe('material')
    await caller.callOk(groupTemplates.update, { templateId, versionId: last.versionId })
    expect(await shared()).toMatchObject([{ version: '2.0', newer: null }])
    expect(await stateOf()).toBe('outdated')
    const { offer } = await manager.callOk(templates.offer, { templateId: copy.id })
    expect(offer!.theirs).toMatchObject({ label: '2.0', sections: [{ content: '<p>A soft splint!</p>' }] })
    expect(await listed(other, 'all', `${name} (Copy)`)).toMatchObject([{ id: copy.id, hasOffer: true }])
    expect(await auditOf(templateId)).toMatchObject([
      { action: 'group.template_shared', details: { copiedFrom: expect.any(String) } },
      { action: 'group.template_updated', details: { before: '1.0', version: '1.1', change: 'cosmetic' } },
      { action: 'group.template_updated', details: { before: '1.1', version: '2.0', change: 'material' } },
    ])
  })

  it.each(['leaves the group', 'is no longer offered it'] as const)(
    'stays in consents of a practice that %s, which makes no more of it',
    async (how) => {
      const { other, caller, name, share, shared } = await openGroup()
      await share()
      const { id: templateId } = (await shared())[0]!
      const plan = { templateId }
      const sent = await other.addSent(plan)
      const draft = await other.addDraft(plan)
      const copy = await other.as('manager').callOk(templates.duplicate, { templateId })
      if (how === 'leaves the group') await other.as('owner').callOk(practiceGroups.leave, {})
      else await caller.callOk(groupTemplates.remove, { templateId })

      const { patient } = await other.open(sent)
      const read = await patient.callOk(contract.signing.read, { consentId: sent.consentId })
      expect(JSON.stringify(read)).toContain('A splint.')
      expect((await listed(other, 'all', name)).map(({ id }) => id)).toEqual([copy.id])
      const dentist = other.as('dentist')
      expect((await dentist.call(templates.get, { templateId })).reason).toBe('not-found')
      const send = {
        consentId: draft.id,
        by: 'link',
        unaskedAcknowledged: true,
        wordingConfirmed: true,
      } as const
      expect((await dentist.call(contract.consents.send, send)).reason).toBe('template-not-in-use')
      expect(await dentist.callOk(templates.get, { templateId: copy.id })).toMatchObject({ hasOffer: false })
    },
  )

  it.each(['belongs to the group', 'has left'] as const)(
    'has signed consents reconfirmed only where it can be opened: at a practice that %s',
    async (how) => {
      const { other, caller, share, shared, revise } = await openGroup()
      await share()
      const { id: templateId } = (await shared())[0]!
      const { consentId } = await other.addSigned({ templateId })
      const kindsNow = async () => {
        await testApp.app.sweep('consents.outdated')
        await testApp.runJobs()
        const { changes } = await other.as('dentist').callOk(contract.consents.get, { consentId })
        return changes.map(({ kind }) => kind)
      }
      if (how === 'has left') await other.as('owner').callOk(practiceGroups.leave, {})
      const { versionId } = await revise('A soft splint.')
      await caller.callOk(groupTemplates.update, { templateId, versionId })
      expect(await kindsNow()).toEqual(how === 'has left' ? [] : ['wording'])
    },
  )

  it('leaves to be reconfirmed, at a practice that leaves, what had to be before', async () => {
    const { other, caller, share, shared, revise } = await openGroup()
    await share()
    const { id: templateId } = (await shared())[0]!
    const { consentId } = await other.addSigned({ templateId })
    const { versionId } = await revise('A soft splint.')
    await caller.callOk(groupTemplates.update, { templateId, versionId })
    await testApp.app.sweep('consents.outdated')
    await testApp.runJobs()
    const dentist = other.as('dentist')
    const { changes } = await dentist.callOk(contract.consents.get, { consentId })
    expect(changes).toMatchObject([{ kind: 'wording' }])
    await other.as('owner').callOk(practiceGroups.leave, {})
    await caller.callOk(groupTemplates.update, {
      templateId,
      versionId: (await revise('A hard splint.')).versionId,
    })
    // Looked at anew, it has changed in the same: all that is left to ask for is a witness.
    const confirmed = await dentist.call(contract.consents.confirm, { consentId, changes, witness: null })
    expect(confirmed.reason).toBe('witness-required')
  })

  it('goes on when its practice leaves, and has no newer version then', async () => {
    const { source, other, caller, share, shared, revise } = await openGroup()
    await share()
    const newer = await revise('A soft splint.')
    await source.as('owner').callOk(practiceGroups.leave, {})
    expect(await shared()).toMatchObject([{ practice: null, newer: null }])
    const { id: templateId } = (await shared())[0]!
    const update = await caller.call(groupTemplates.update, { templateId, versionId: newer.versionId })
    expect(update.reason).toBe('nothing-new')
    expect(await listed(other)).toMatchObject([{ id: templateId }])
  })
})

describe('an administrator of a group', () => {
  it('finds templates of its practices, reads one, and shares it once, as it was read', async () => {
    const { source, caller, name, template, share, revise } = await openGroup()
    const find = async (search: string) =>
      (await caller.callOk(groupTemplates.practiceTemplates, { search })).rows
    const row = { id: template.id, name, practice: source.name, version: '1.0', isShared: false }
    expect(await find(`${source.name} splint`)).toEqual([expect.objectContaining(row)])
    const read = await caller.callOk(groupTemplates.get, { templateId: template.id })
    expect(read).toMatchObject({ label: '1.0', sections: [{ content: '<p>A splint.</p>' }] })
    expect(read).toMatchObject({ description: 'Worn at night', evidence: [], change: null })
    const newest = await revise('A soft splint.')
    expect((await share()).reason).toBe('changed-meanwhile')
    expect((await share({ ...newest, versionId: randomUUID() })).reason).toBe('changed-meanwhile')
    expect((await share(newest)).status).toBe(200)
    expect((await share(newest)).reason).toBe('already-shared')
    expect(await find(name)).toMatchObject([{ isShared: true }])
    const none = await find('nothing is called this')
    expect(none).toEqual([])
  })

  it('is shown no template of a practice that did not agree, until it does', async () => {
    const { source, caller, name, groupId, share } = await openGroup()
    await testApp.owner.query(
      'update practice_group_members set shares_templates_since = null where clinic_id = $1',
      [source.id],
    )
    const found = async () =>
      (await caller.callOk(groupTemplates.practiceTemplates, { search: name })).rows.length
    const owner = source.as('owner')
    expect([await found(), (await share()).reason]).toEqual([0, 'not-found'])
    expect((await owner.callOk(practiceGroups.membership, {})).group!.agreements).not.toContain('templates')
    expect((await source.as('lead').call(practiceGroups.agree, { agreement })).status).toBe(403)
    for (let times = 0; times < 2; times++) {
      const { group } = await owner.callOk(practiceGroups.agree, { agreement })
      expect(group!.agreements).toContain('templates')
    }
    expect([await found(), (await share()).status]).toEqual([1, 200])
    expect(await auditOf(groupId)).toEqual([
      {
        action: 'group.agreement_given',
        details: { group: expect.any(String), agreement, before: 'undecided' },
      },
    ])
  })

  it('reads no template of a practice that stopped sharing, and keeps the copy that it shares', async () => {
    const { source, other, caller, name, template, share, shared, revise } = await openGroup()
    await share()
    const newer = await revise('A soft splint.')
    const { id: templateId } = (await shared())[0]!
    await source.as('owner').callOk(practiceGroups.stopAgreement, { agreement })
    const { rows } = await caller.callOk(groupTemplates.practiceTemplates, { search: name })
    const asked = [
      await caller.call(groupTemplates.get, { templateId: template.id }),
      await share(newer),
      await caller.call(groupTemplates.update, { templateId, versionId: newer.versionId }),
    ]
    expect([rows, ...asked.map(({ reason }) => reason)]).toEqual([
      ...[[], 'not-found', 'not-found', 'nothing-new'],
    ])
    expect(await shared()).toMatchObject([{ id: templateId, practice: null, newer: null, version: '1.0' }])
    const read = await caller.callOk(groupTemplates.get, { templateId })
    expect(read).toMatchObject({ sections: [{ content: '<p>A splint.</p>' }] })
    expect(await listed(other)).toMatchObject([{ id: templateId }])
    await source.as('owner').callOk(practiceGroups.agree, { agreement })
    expect(await shared()).toMatchObject([{ practice: source.name, newer: { versionId: newer.versionId } }])
  })

  it('is named in the log of the practice whose template was shared', async () => {
    const { source, caller, group, name, template, share, shared, revise } = await openGroup()
    await share()
    const newer = await revise('A soft splint.')
    const { id: templateId } = (await shared())[0]!
    await caller.callOk(groupTemplates.update, { templateId, versionId: newer.versionId })
    const { rows } = await source.as('owner').callOk(contract.audit.list, { pageSize: 100 })
    const told = rows.filter(({ action }) => action.startsWith('group.')).toReversed()
    expect(told).toMatchObject([
      { action: 'group.template_shared', subject: template.id, details: { name, group, version: '1.0' } },
      { action: 'group.template_updated', subject: template.id, details: { name, group, version: '2.0' } },
    ])
    expect(told.map(({ userRole }) => userRole)).toEqual(['group_admin', 'group_admin'])
  })

  it('is shown no template that is out of use, and none of the platform', async () => {
    const { source, caller, template, share } = await openGroup()
    await source.as('manager').callOk(templates.setStatus, { templateId: template.id, status: 'inactive' })
    expect((await share()).reason).toBe('not-found')
    const { rows } = await testApp.owner.query<{ id: string }>(
      'select id from templates where offered_to_all limit 1',
    )
    const ofPlatform = await caller.call(groupTemplates.get, { templateId: rows[0]!.id })
    expect(ofPlatform.reason).toBe('not-found')
  })

  it('shares no template with a video that its practice alone has', async () => {
    const { source, share, revise } = await openGroup()
    const { id } = await addVideo(source.as('owner'), 'clinic')
    const url = `/api/videos/${id}/file`
    const shown = await revise('A splint.', 'material', { url, required: false, transcript: '' })
    expect((await share(shown)).reason).toBe('video-of-practice')
  })

  it('has nothing new to share of what did not change', async () => {
    const { caller, share, shared, template } = await openGroup()
    await share()
    const { id: templateId } = (await shared())[0]!
    const { versionId } = template
    expect((await caller.call(groupTemplates.update, { templateId, versionId })).reason).toBe('nothing-new')
  })
})

it('an auditor reads what is shared, and shares nothing', async () => {
  const { caller, groupId, share, shared, template } = await openGroup()
  await share()
  await testApp.owner.query(`update practice_group_people set role = 'group_auditor' where group_id = $1`, [
    groupId,
  ])
  const [{ id: templateId } = { id: '' }] = await shared()
  const { versionId } = template
  const asked = [
    await share(),
    await caller.call(groupTemplates.update, { templateId, versionId }),
    await caller.call(groupTemplates.remove, { templateId }),
  ]
  expect(asked.map(({ reason }) => reason)).toEqual(Array(3).fill('group-administrators-only'))
})
