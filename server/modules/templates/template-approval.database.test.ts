import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { oneTreatment, type TestClinic } from '../../testing/test-clinic.ts'
import type { StaffName } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { templates, adminTemplates, clinics, consents } = contract

let testApp: TestApp
/** A practice that asks for approval; clinic A of the world does not. */
let clinic: TestClinic
beforeAll(async () => {
  testApp = await openTestApp()
  clinic = await testApp.addClinic('Approval Arcade')
  await setApprovalPolicy(true)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const setApprovalPolicy = (needsApproval: boolean) =>
  clinic.as('owner').callOk(clinics.changeTemplateRules, { needsApproval })
/** Writes templates; the lead approves them. */
const author = () => clinic.as('manager')
const lead = () => clinic.as('lead')
const admin = () => testApp.as(testApp.superAdmin)

const seriousRisk = { label: 'Numb lip', band: 'rare', serious: true, source: 'A trial' } as const
const fields = {
  name: 'Snoring splint',
  description: 'Worn at night',
  treatmentType: 'Other',
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint.</p>', media: null }],
  risks: [seriousRisk],
  metadata: { requiresTooth: false, requiresDiagnosis: false },
}
const editInput = ({ id, versionId }: Pick<Template, 'id' | 'versionId'>, change: object = {}) => ({
  ...{ ...fields, ...change },
  templateId: id,
  versionId,
})
const createDraft = () => author().callOk(templates.create, fields)
const decide = (
  who: StaffName,
  { id: templateId, versionId }: Pick<Template, 'id' | 'versionId'>,
  decision: 'approved' | 'changes asked' = 'approved',
  comment = decision === 'approved' ? '' : 'Say how rare.',
) => clinic.as(who).call(templates.decide, { templateId, versionId, decision, comment })
/** An active template, its only version approved by the lead. */
async function createActive(): Promise<Template> {
  const { status, body } = await decide('lead', await createDraft())
  expect(status).toBe(200)
  return body
}
/** The same with a newer version, saved by the author, that waits. */
async function createProposal(change: object = { name: 'Night splint' }) {
  const active = await createActive()
  const proposed = await author().callOk(templates.update, {
    ...editInput(active, change),
    reason: 'Renamed',
  })
  return { active, proposed }
}
const read = (templateId: string, text: 'current' | 'newest' = 'current') =>
  author().callOk(templates.get, { templateId, text })
const auditOf = async (templateId: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [templateId],
  )
  return rows
}

describe('what a practice asks', () => {
  it('is read by all of its staff and changed by those who may open the settings', async () => {
    const other = await testApp.addClinic('Rules Row')
    expect(await other.as('receptionist').callOk(clinics.templateRules, {})).toEqual({ needsApproval: false })
    for (const who of ['receptionist', 'dentist', 'lead'] as const)
      expect((await other.as(who).call(clinics.changeTemplateRules, { needsApproval: true })).status).toBe(
        403,
      )
    const after = { needsApproval: true }
    expect(await other.as('auditor').callOk(clinics.changeTemplateRules, after)).toEqual(after)
    expect(await other.as('nurse').callOk(clinics.templateRules, {})).toEqual(after)
    expect(await testApp.clinicA.as('owner').callOk(clinics.templateRules, {})).toEqual({
      needsApproval: false,
    })
    const { rows } = await testApp.owner.query(
      `select action, details from audit_rows where clinic_id = $1 and action like 'clinic.%'`,
      [other.id],
    )
    expect(rows).toEqual([
      { action: 'clinic.template_rules_changed', details: { before: { needsApproval: false }, after } },
    ])
  })

  it('makes what is new a draft, copies too, and of that nobody can make a consent out', async () => {
    const made = await createDraft()
    expect(made).toMatchObject({ status: 'draft', isActive: false, hasProposal: false, proposal: null })
    const named = { templateId: clinic.templateId }
    expect((await author().callOk(templates.duplicate, named)).status).toBe('draft')
    expect((await author().callOk(templates.saveAsPersonal, named)).status).toBe('draft')
    const draft = {
      patientId: await clinic.addPatient(),
      clinicianId: clinic.staff.dentist.staffId!,
      templateId: made.id,
    }
    const refused = await clinic.as('dentist').call(consents.create, oneTreatment(draft))
    expect(refused.reason).toBe('template-not-found')
  })

  it('is never asked of the platform', async () => {
    const made = await admin().callOk(adminTemplates.create, fields)
    expect(made.status).toBe('active')
    const saved = await admin().callOk(adminTemplates.update, editInput(made, { name: 'Night splint' }))
    expect(saved).toMatchObject({ name: 'Night splint', proposal: null })
    const answer = { templateId: made.id, versionId: saved.versionId, decision: 'approved' } as const
    const decided = await admin().callOk(adminTemplates.decide, answer)
    expect(decided.approvals).toMatchObject([{ byName: 'Rowan Pemberton', gdcNumber: null }])
  })
})

describe('an approval', () => {
  it('puts a draft in use, with the name and number of who gave it', async () => {
    const made = await createDraft()
    const { body } = await decide('lead', made, 'approved', 'Read against the guidance.')
    const approval = {
      decision: 'approved',
      byName: 'Priya Nair',
      gdcNumber: '271905',
      comment: 'Read against the guidance.',
    }
    expect(body).toMatchObject({ status: 'active', versionId: made.versionId, approvals: [approval] })
    const [version] = await author().callOk(templates.versions, { templateId: made.id })
    expect(version).toMatchObject({ isCurrent: true, isProposed: false, decisions: [approval] })
    expect((await auditOf(made.id)).at(-1)).toEqual({
      action: 'template.decided',
      details: { name: 'Snoring splint', version: '1.0', decision: 'approved' },
    })
  })

  it('keeps the number of that day, whatever the record says later', async () => {
    const made = await createActive()
    await testApp.owner.query(`update staff set gdc_number = '999999' where id = $1`, [
      clinic.staff.lead.staffId,
    ])
    expect((await read(made.id)).approvals).toMatchObject([{ gdcNumber: '271905' }])
    await testApp.owner.query(`update staff set gdc_number = '271905' where id = $1`, [
      clinic.staff.lead.staffId,
    ])
  })

  it('puts a proposal in use with its name, and then only for new consents', async () => {
    const { active, proposed } = await createProposal()
    const sent = await clinic.addSent({ templateId: active.id })
    await decide('lead', { id: active.id, versionId: proposed.versionId })
    expect(await read(active.id)).toMatchObject({
      name: 'Night splint',
      version: '2.0',
      status: 'active',
      proposal: null,
      hasProposal: false,
    })
    const { rows: listed } = await author().callOk(templates.list, { owner: 'own', pageSize: 100 })
    expect(listed.find(({ id }) => id === active.id)!.name).toBe('Night splint')
    const newer = await clinic.addSent({ templateId: active.id })
    const versionOf = async ({ consentId }: { consentId: string }) =>
      (await clinic.as('dentist').callOk(consents.get, { consentId })).content.templateVersion
    expect([await versionOf(sent), await versionOf(newer)]).toEqual(['1.0', '2.0'])
    const { rows, total } = await clinic.as('dentist').callOk(consents.ofTemplate, { templateId: active.id })
    expect(total).toBe(2)
    expect(rows.map(({ id, templateVersion, isCurrent }) => [id, templateVersion, isCurrent])).toEqual([
      [newer.consentId, '2.0', true],
      [sent.consentId, '1.0', false],
    ])
  })

  it('is not given by the author of the version, but by whoever else may change templates', async () => {
    const made = await createDraft()
    const own = await decide('manager', made)
    expect([own.status, own.reason, own.error!.message]).toEqual([
      409,
      'own-version',
      'Someone other than the author must approve this version.',
    ])
    expect((await decide('dentist', made)).status).toBe(403)
    expect((await decide('owner', made)).status).toBe(200)
    // Whose version it is counts, not whose template.
    const theirs = await lead().callOk(templates.update, editInput(made, { name: 'Theirs' }))
    expect((await decide('lead', theirs)).reason).toBe('own-version')
    expect((await decide('manager', theirs)).status).toBe(200)
  })

  it('holds for the newest version alone', async () => {
    const { active, proposed } = await createProposal()
    const { id } = active
    expect((await decide('lead', { id, versionId: active.versionId })).reason).toBe('not-newest')
    const newer = await author().callOk(templates.update, editInput(proposed, { name: 'Third' }))
    expect((await decide('lead', { id, versionId: proposed.versionId })).reason).toBe('not-newest')
    const foreign = await createDraft()
    expect((await decide('lead', { id, versionId: foreign.versionId })).reason).toBe('not-found')
    expect((await decide('lead', { id, versionId: newer.versionId })).body.name).toBe('Third')
  })

  it('given twice by one person is written down once; by two at the same moment, twice', async () => {
    const { active, proposed } = await createProposal()
    const version = { id: active.id, versionId: proposed.versionId }
    const lock = { text: 'select 1 from templates where id = $1 for update', values: [active.id] }
    const answers = await whileRowsLocked(testApp, lock, () =>
      (['lead', 'owner', 'lead'] as const).map((who) => decide(who, version)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { approvals, versionId } = await read(active.id)
    expect(versionId).toBe(proposed.versionId)
    expect(approvals.map(({ byName }) => byName).toSorted()).toEqual(['Amara Okafor', 'Priya Nair'])
    const decided = (await auditOf(active.id)).filter(({ action }) => action === 'template.decided')
    // The first is of the version before.
    expect(decided.map(({ details }) => details.version)).toEqual(['1.0', '2.0', '2.0'])
  })

  it('and a newer version at the same moment: that one is not in use without its own approval', async () => {
    const { active, proposed } = await createProposal()
    const lock = { text: 'select 1 from templates where id = $1 for update', values: [active.id] }
    const [decided, saved] = await whileRowsLocked(testApp, lock, () => [
      decide('lead', { id: active.id, versionId: proposed.versionId }),
      author().call(templates.update, editInput(proposed, { name: 'Later' })),
    ])
    expect(saved!.status).toBe(200)
    expect(decided!.status === 200 || decided!.reason === 'not-newest').toBe(true)
    const now = await read(active.id)
    expect(now.name).toBe(decided!.status === 200 ? 'Night splint' : 'Snoring splint')
    expect(now.proposal).toMatchObject({ label: '3.0', decision: null })
  })
})

describe('asking for changes', () => {
  it('needs to say which', async () => {
    const made = await createDraft()
    const refused = await decide('lead', made, 'changes asked', ' ')
    expect([refused.status, refused.reason, refused.error!.message]).toEqual([
      400,
      'comment-missing',
      'Enter the changes needed.',
    ])
  })

  it('sends what is in review back, and leaves a proposal where it is, with the answer', async () => {
    const made = await createDraft()
    await author().callOk(templates.setStatus, { templateId: made.id, status: 'in review' })
    const { body } = await decide('lead', made, 'changes asked')
    expect(body).toMatchObject({ status: 'draft', approvals: [] })
    const { active, proposed } = await createProposal()
    await decide('lead', { id: active.id, versionId: proposed.versionId }, 'changes asked')
    const now = await read(active.id)
    expect(now).toMatchObject({ name: 'Snoring splint', status: 'active', hasProposal: true })
    expect(now.proposal!.decision).toMatchObject({ decision: 'changes asked', comment: 'Say how rare.' })
    expect(JSON.stringify(await auditOf(active.id))).not.toContain('rare')
    // Whoever asked for changes may still come round.
    await decide('lead', { id: active.id, versionId: proposed.versionId })
    expect(await read(active.id)).toMatchObject({ name: 'Night splint', approvals: [{}] })
    const versions = await author().callOk(templates.versions, { templateId: active.id })
    expect(versions[0]!.decisions.map(({ decision }) => decision)).toEqual(['approved', 'changes asked'])
  })
})

describe('a proposal', () => {
  it('waits beside the version in use, which stays as it is everywhere', async () => {
    const { active, proposed } = await createProposal({ name: 'Night splint', treatmentType: 'Sleep' })
    expect(proposed).toMatchObject({ name: 'Night splint', version: '2.0', hasProposal: true, approvals: [] })
    const current = await read(active.id)
    expect(current).toMatchObject({ name: 'Snoring splint', version: '1.0', treatmentType: 'Other' })
    expect(current.proposal).toEqual({
      versionId: proposed.versionId,
      label: '2.0',
      byName: 'Siân Rees',
      at: proposed.proposal!.at,
      reason: 'Renamed',
      isOwn: true,
      decision: null,
    })
    expect(await read(active.id, 'newest')).toEqual(proposed)
    expect((await lead().callOk(templates.get, { templateId: active.id })).proposal!.isOwn).toBe(false)
    const { rows } = await author().callOk(templates.list, {
      attention: 'approval',
      status: 'all',
      pageSize: 100,
    })
    expect(rows.find(({ id }) => id === active.id)).toMatchObject({
      name: 'Snoring splint',
      hasProposal: true,
    })
    const ofPlatform = await admin().callOk(adminTemplates.create, fields)
    await admin().callOk(adminTemplates.setStatus, { templateId: ofPlatform.id, status: 'in review' })
    const filter = { attention: 'approval', status: 'in review', pageSize: 100 } as const
    expect((await author().callOk(templates.list, filter)).rows).toEqual([])
    expect((await admin().callOk(adminTemplates.list, filter)).rows).toMatchObject([{ id: ofPlatform.id }])
    const draft = await clinic.addDraft({ templateId: active.id })
    expect(draft.content).toMatchObject({ title: 'Snoring splint', templateVersion: '1.0' })
    const versions = await author().callOk(templates.versions, { templateId: active.id })
    expect(versions.map(({ isCurrent, isProposed }) => [isCurrent, isProposed])).toEqual([
      [false, true],
      [true, false],
    ])
    expect((await auditOf(active.id)).at(-1)!.details).toEqual({
      name: 'Snoring splint',
      version: '2.0',
      proposed: true,
      change: 'material',
    })
  })

  it('is what the next saving starts from', async () => {
    const { active, proposed } = await createProposal()
    const stale = await author().call(templates.update, editInput(active, { name: 'Other' }))
    expect([stale.status, stale.reason]).toEqual([409, 'changed-meanwhile'])
    expect(stale.error!.details).toMatchObject({ versionId: proposed.versionId })
    const same = await author().callOk(templates.update, editInput(proposed, { name: 'Night splint' }))
    expect(same).toEqual(proposed)
    const next = await author().callOk(templates.update, editInput(proposed, { name: 'Third' }))
    expect(next).toMatchObject({ name: 'Third', version: '3.0' })
    expect(await read(active.id)).toMatchObject({ name: 'Snoring splint', proposal: { label: '3.0' } })
  })

  it('is not cosmetic where it changes a serious risk of the version in use, however many steps it took', async () => {
    const { proposed } = await createProposal({ risks: [] })
    const cosmetic = {
      ...editInput(proposed, { risks: [], description: 'Nightly' }),
      change: 'cosmetic',
    } as const
    expect((await author().call(templates.update, cosmetic)).reason).toBe('serious-risk-changed')
    const back = { ...editInput(proposed), change: 'cosmetic' } as const
    expect((await author().call(templates.update, back)).reason).toBe('serious-risk-changed')
  })

  it('stays material, whatever is put right in it before it is used', async () => {
    const { active, proposed } = await createProposal({ description: 'Worn by day' })
    const spelling = { ...editInput(proposed, { description: 'Worn by day.' }), change: 'cosmetic' } as const
    const saved = await author().callOk(templates.update, spelling)
    const [newest] = await author().callOk(templates.versions, { templateId: active.id })
    expect(newest).toMatchObject({ id: saved.versionId, label: '3.0', change: 'material', isProposed: true })
    await decide('lead', { id: active.id, versionId: saved.versionId })
    const next = { ...editInput(saved, { description: 'Worn by day!' }), change: 'cosmetic' } as const
    await author().callOk(templates.update, next)
    const [cosmetic] = await author().callOk(templates.versions, { templateId: active.id })
    expect(cosmetic).toMatchObject({ label: '3.1', change: 'cosmetic' })
  })

  it('is made by restoring too', async () => {
    const { active, proposed } = await createProposal()
    await decide('lead', { id: active.id, versionId: proposed.versionId })
    const named = { templateId: active.id, versionId: active.versionId }
    const restored = await author().callOk(templates.restore, named)
    expect(restored).toMatchObject({ name: 'Snoring splint', version: '3.0', hasProposal: true })
    expect((await read(active.id)).name).toBe('Night splint')
    // What says the same as the newest text is restored already.
    expect(await author().callOk(templates.restore, named)).toEqual(restored)
  })

  it('is taken back, and stays in the history', async () => {
    const { active, proposed } = await createProposal()
    const dropped = await author().callOk(templates.dropProposal, { templateId: active.id })
    expect(dropped).toMatchObject({ name: 'Snoring splint', proposal: null, hasProposal: false })
    expect((await auditOf(active.id)).at(-1)).toEqual({
      action: 'template.proposal_dropped',
      details: { name: 'Snoring splint', version: '2.0' },
    })
    const written = (await auditOf(active.id)).length
    expect(await author().callOk(templates.dropProposal, { templateId: active.id })).toEqual(dropped)
    expect(await auditOf(active.id)).toHaveLength(written)
    const named = { templateId: active.id, versionId: proposed.versionId }
    expect(await author().callOk(templates.version, named)).toMatchObject({
      isProposed: false,
      name: 'Night splint',
    })
    expect((await decide('lead', { id: active.id, versionId: proposed.versionId })).reason).toBe('not-newest')
  })

  it('that stands when the practice asks no longer is dropped by the next saving', async () => {
    const { active, proposed } = await createProposal()
    await setApprovalPolicy(false)
    const saved = await author().callOk(templates.update, editInput(proposed, { name: 'Third' }))
    await setApprovalPolicy(true)
    expect(saved).toMatchObject({ name: 'Third', status: 'active', proposal: null })
    expect((await read(active.id)).version).toBe('3.0')
  })

  it('that stands then may be put in use by its author too', async () => {
    const { active, proposed } = await createProposal()
    await setApprovalPolicy(false)
    const answer = await decide('manager', { id: active.id, versionId: proposed.versionId })
    await setApprovalPolicy(true)
    expect(answer.body).toMatchObject({ name: 'Night splint', proposal: null })
  })
})

describe('the status', () => {
  it('becomes active only once somebody else has approved the version in use', async () => {
    const { id: templateId, versionId } = await createDraft()
    const activate = () => author().call(templates.setStatus, { templateId, status: 'active' })
    const refused = await activate()
    expect([refused.status, refused.reason]).toEqual([409, 'approval-needed'])
    for (const status of ['in review', 'inactive', 'draft', 'retired'] as const)
      expect((await author().call(templates.setStatus, { templateId, status })).status).toBe(200)
    expect((await activate()).reason).toBe('approval-needed')
    // Approved while it is retired, it stays so until somebody brings it back.
    expect((await decide('lead', { id: templateId, versionId })).body.status).toBe('retired')
    expect((await activate()).status).toBe(200)
  })

  it('is not helped by an approval of the author, or of an earlier version', async () => {
    await setApprovalPolicy(false)
    const made = await createDraft()
    expect(made.status).toBe('active')
    expect((await decide('manager', made)).status).toBe(200)
    await setApprovalPolicy(true)
    const templateId = made.id
    expect((await author().call(templates.setStatus, { templateId, status: 'active' })).status).toBe(200)
    await author().callOk(templates.setStatus, { templateId, status: 'inactive' })
    expect((await author().call(templates.setStatus, { templateId, status: 'active' })).reason).toBe(
      'approval-needed',
    )
    await decide('lead', made)
    // Nothing waits beside what is not in use: the newest becomes current, and is asked about anew.
    const saved = await author().callOk(templates.update, editInput(made, { name: 'Newer' }))
    expect(saved).toMatchObject({ name: 'Newer', hasProposal: false })
    expect((await author().call(templates.setStatus, { templateId, status: 'active' })).reason).toBe(
      'approval-needed',
    )
  })

  it('is not helped by an approval after which somebody asked for changes', async () => {
    const { id: templateId, versionId } = await createActive()
    const set = (status: 'active' | 'inactive') => author().call(templates.setStatus, { templateId, status })
    await set('inactive')
    await decide('owner', { id: templateId, versionId }, 'changes asked')
    expect((await set('active')).reason).toBe('approval-needed')
    await decide('lead', { id: templateId, versionId })
    // Whoever approved it already has the last word again.
    expect((await set('active')).status).toBe(200)
  })

  it('in review again: who approved it before may approve it again, and it is in use', async () => {
    const { id, versionId } = await createActive()
    await author().callOk(templates.setStatus, { templateId: id, status: 'in review' })
    const { body } = await decide('lead', { id, versionId })
    expect(body).toMatchObject({ status: 'active', approvals: [{}, {}] })
  })

  it('retired: what was made out of it is not sent', async () => {
    const { id: templateId } = await createActive()
    const { id: consentId } = await clinic.addDraft({ templateId })
    await author().callOk(templates.setStatus, { templateId, status: 'retired' })
    const refused = await clinic
      .as('dentist')
      .call(consents.send, { consentId, by: 'link', unaskedAcknowledged: true })
    expect(refused.reason).toBe('template-not-in-use')
  })
})

describe('whose a decision is', () => {
  it('another clinic and the platform find nothing to decide about', async () => {
    const { active, proposed } = await createProposal()
    const named = { templateId: active.id, versionId: proposed.versionId, decision: 'approved' } as const
    const answers = [
      await testApp.clinicB.as('owner').call(templates.decide, named),
      await testApp.clinicB.as('owner').call(templates.dropProposal, named),
      await testApp.clinicB
        .as('owner')
        .call(templates.setCare, { ...named, clinicalOwner: null, reviewDue: null }),
      await testApp.clinicB.as('owner').call(templates.offer, named),
      await testApp.clinicB.as('owner').call(templates.declineOffer, named),
      await admin().call(adminTemplates.decide, named),
      await admin().call(adminTemplates.dropProposal, named),
    ]
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['not-found']))
    expect((await read(active.id)).hasProposal).toBe(true)
  })

  it('a clinic decides nothing of the platform’s', async () => {
    const shared = await admin().callOk(adminTemplates.create, fields)
    const named = { templateId: shared.id, versionId: shared.versionId }
    const care = { ...named, clinicalOwner: null, reviewDue: '2027-01-01' }
    const answers = [
      await decide('lead', shared),
      await lead().call(templates.dropProposal, named),
      await lead().call(templates.declineOffer, named),
      await lead().call(templates.setCare, care),
    ]
    expect(answers.map(({ reason }) => reason)).toEqual(['not-own', 'not-own', 'not-own', 'not-own'])
  })

  it('the database shows it to its own clinic alone, and lets nobody change or take it away', async () => {
    const { id, versionId } = await createActive()
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const raw = rawQuery(app)
    const seen = (scope: Parameters<typeof raw>[0]) =>
      raw(scope, 'select id from template_decisions where template_id = $1', [id])
    const own = { role: 'candour_clinic', clinicId: clinic.id } as const
    const other = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    expect(await seen(own)).toHaveLength(1)
    expect(await seen(other)).toEqual([])
    expect(await seen({ role: 'candour_admin' })).toEqual([])
    for (const statement of [
      `update template_decisions set comment = '' where template_id = '${id}'`,
      `delete from template_decisions where template_id = '${id}'`,
    ]) {
      for (const scope of [own, other, { role: 'candour_admin' }] as const)
        await expect(raw(scope, statement)).rejects.toThrow('permission denied')
    }
    const insert = `insert into template_decisions (template_id, version_id, decision, by, by_name, at)
      values ($1, $2, 'approved', 'somebody', 'Somebody', now())`
    for (const scope of [other, { role: 'candour_admin' }] as const)
      await expect(raw(scope, insert, [id, versionId])).rejects.toThrow('row-level security')
    await app.end()
  })
})
