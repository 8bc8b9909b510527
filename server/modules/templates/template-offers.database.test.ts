import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import type { LibraryRisk, LibraryTemplate } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import type { Template } from '../../../contract/templates.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedTemplates } from './index.ts'

const { templates, adminTemplates } = contract
const library = libraryFile as unknown as LibraryTemplate[]

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

const wordingOf = (content: string) => [
  { id: 1, title: 'Treatment Description', content: `<p>${content}</p>`, media: null },
]
const fields = {
  name: 'Snoring splint',
  description: 'Worn at night',
  treatmentType: 'Other',
  treatmentSubtype: '',
  sections: wordingOf('A splint.'),
  metadata: { requiresTooth: false, requiresDiagnosis: false },
}
const createPlatformTemplate = () => admin().callOk(adminTemplates.create, fields)
const savePlatformTemplate = ({ id, versionId }: Template, change: object) =>
  admin().callOk(adminTemplates.update, { ...fields, ...change, templateId: id, versionId })
const offerOf = async (templateId: string) => (await manager().callOk(templates.offer, { templateId })).offer
/** Copies of ours that lists say newer wording is there for. */
const listOfferedCopies = async () => {
  const filter = { attention: 'offer', status: 'all', pageSize: 100 } as const
  const found = (await manager().callOk(templates.list, filter)).rows.map(({ id }) => id)
  const owners = ['own', 'personal'] as const
  const lists = owners.map((owner) =>
    manager().callOk(templates.list, { owner, status: 'all', order: 'updated', pageSize: 100 }),
  )
  const rows = (await Promise.all(lists)).flatMap((answer) => answer.rows)
  // What a list filters by is what its rows say.
  expect(
    rows
      .filter(({ hasOffer }) => hasOffer)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(found.toSorted())
  return found
}
const takeOfferInput = (copy: Template, change: object, takenVersionId?: string) => ({
  ...{ ...fields, name: copy.name, ...change },
  templateId: copy.id,
  versionId: copy.versionId,
  takenVersionId,
})
const auditOf = async (templateId: string) => {
  const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [templateId],
  )
  return rows
}

describe.each(['duplicate', 'saveAsPersonal'] as const)('a copy made by %s', (kind) => {
  const copyOf = ({ id }: Template) => manager().callOk(templates[kind], { templateId: id })

  it('is offered what its source says anew, until it is taken in, and then what comes after', async () => {
    const source = await createPlatformTemplate()
    const copy = await copyOf(source)
    expect([copy.hasOffer, await offerOf(copy.id)]).toEqual([false, null])
    const second = await savePlatformTemplate(source, { sections: wordingOf('A soft splint.') })
    expect(await listOfferedCopies()).toContain(copy.id)
    const offer = (await offerOf(copy.id))!
    expect(offer).toMatchObject({
      sourceName: 'Snoring splint',
      base: { id: source.versionId, sections: source.sections, isCurrent: false },
      theirs: { id: second.versionId, sections: second.sections, label: '2.0', isCurrent: true },
    })
    const sent = takeOfferInput(copy, { sections: wordingOf('Our soft splint.') }, offer.theirs.id)
    const taken = await manager().callOk(templates.update, sent)
    expect(taken).toMatchObject({ hasOffer: false, sections: [{ content: '<p>Our soft splint.</p>' }] })
    expect(await offerOf(copy.id)).toBeNull()
    expect((await auditOf(copy.id)).at(-1)!.details).toMatchObject({ takenIn: '2.0', version: '2.0' })

    const third = await savePlatformTemplate(second, { sections: wordingOf('A hard splint.') })
    expect(await offerOf(copy.id)).toMatchObject({
      base: { id: second.versionId },
      theirs: { id: third.versionId },
    })
    const named = { templateId: copy.id, versionId: third.versionId }
    const declined = await manager().callOk(templates.declineOffer, named)
    expect(declined).toMatchObject({ hasOffer: false, versionId: taken.versionId, sections: taken.sections })
    expect(await offerOf(copy.id)).toBeNull()
    expect((await auditOf(copy.id)).at(-1)).toEqual({
      action: 'template.offer_declined',
      details: { name: copy.name, leftOut: '3.0' },
    })
    const written = (await auditOf(copy.id)).length
    await manager().callOk(templates.declineOffer, named)
    expect(await auditOf(copy.id)).toHaveLength(written)

    const fourth = await savePlatformTemplate(third, { sections: wordingOf('A clear splint.') })
    expect((await offerOf(copy.id))!.theirs.id).toBe(fourth.versionId)
  })

  it('is offered cosmetic changes as well', async () => {
    const source = await createPlatformTemplate()
    const copy = await copyOf(source)
    await savePlatformTemplate(source, { description: 'Worn every night', change: 'cosmetic' })
    expect((await offerOf(copy.id))!.theirs).toMatchObject({ label: '1.1', change: 'cosmetic' })
  })

  it('that is only taken in, without a word changed, is offered no more', async () => {
    const source = await createPlatformTemplate()
    const copy = await copyOf(source)
    const { versionId } = await savePlatformTemplate(source, { sections: wordingOf('A soft splint.') })
    const taken = await manager().callOk(templates.update, takeOfferInput(copy, {}, versionId))
    expect(taken).toMatchObject({ versionId: copy.versionId, hasOffer: false })
    expect((await auditOf(copy.id)).at(-1)!.details).toMatchObject({ takenIn: '2.0', version: '1.0' })
  })

  it('that says the same already is offered nothing', async () => {
    const source = await createPlatformTemplate()
    const copy = await copyOf(source)
    const sections = wordingOf('A soft splint.')
    const saved = await manager().callOk(
      templates.update,
      takeOfferInput(copy, { name: fields.name, sections }),
    )
    await savePlatformTemplate(source, { sections })
    expect(await offerOf(copy.id)).toBeNull()
    expect(await listOfferedCopies()).not.toContain(copy.id)
    await manager().callOk(templates.update, takeOfferInput(saved, { name: 'Ours', sections }))
    expect(await listOfferedCopies()).toContain(copy.id)
  })

  it('is offered nothing of a source that is deleted, or no longer offered to it', async () => {
    const [deleted, kept] = [await createPlatformTemplate(), await createPlatformTemplate()]
    const copies = [await copyOf(deleted), await copyOf(kept)]
    const newer = await savePlatformTemplate(deleted, { sections: wordingOf('A soft splint.') })
    await savePlatformTemplate(kept, {
      sections: wordingOf('A soft splint.'),
      metadata: { ...fields.metadata, isGlobal: false },
    })
    expect(await listOfferedCopies()).toContain(copies[0]!.id)
    await admin().callOk(adminTemplates.remove, { templateId: deleted.id })
    const found = await listOfferedCopies()
    for (const { id } of copies) {
      expect(found).not.toContain(id)
      expect(await offerOf(id)).toBeNull()
    }
    const gone = { templateId: copies[0]!.id, versionId: newer.versionId }
    expect((await manager().call(templates.declineOffer, gone)).reason).toBe('not-found')
  })

  it('takes in and leaves out versions of its source alone', async () => {
    const [source, other] = [await createPlatformTemplate(), await createPlatformTemplate()]
    const copy = await copyOf(source)
    await savePlatformTemplate(source, { sections: wordingOf('A soft splint.') })
    for (const versionId of [other.versionId, copy.versionId]) {
      const declined = await manager().call(templates.declineOffer, { templateId: copy.id, versionId })
      const taken = await manager().call(templates.update, takeOfferInput(copy, { name: 'Ours' }, versionId))
      expect([declined.reason, taken.reason]).toEqual(['not-found', 'not-found'])
    }
    expect(await offerOf(copy.id)).not.toBeNull()
    expect((await manager().callOk(templates.get, { templateId: copy.id })).name).toBe(copy.name)
  })
})

describe('what is offered', () => {
  it('is approved wording: a proposal of the source is none, until it is in use', async () => {
    const clinic = await testApp.addClinic('Offer Orchard')
    await clinic.as('owner').callOk(contract.clinics.changeTemplateRules, { needsApproval: true })
    const [author, lead] = [clinic.as('manager'), clinic.as('lead')]
    const { templateId } = clinic
    const source = await author.callOk(templates.get, { templateId })
    const copy = await author.callOk(templates.duplicate, { templateId })
    const { description, treatmentType, sections, risks, questions, cautions } = source
    const proposed = await author.callOk(templates.update, {
      ...{ templateId, versionId: source.versionId, description, treatmentType, sections, risks },
      ...{ questions, cautions, name: 'Renamed' },
    })
    expect(proposed.hasProposal).toBe(true)
    const offer = async () => (await author.callOk(templates.offer, { templateId: copy.id })).offer
    expect(await offer()).toBeNull()
    const { versionId } = proposed
    await lead.callOk(templates.decide, { templateId, versionId, decision: 'approved', comment: 'Good.' })
    expect((await offer())!.theirs).toMatchObject({ name: 'Renamed', decisions: [{ byName: 'Priya Nair' }] })
  })

  it('to a template that is no copy is nothing', async () => {
    const made = await manager().callOk(templates.create, fields)
    expect(await offerOf(made.id)).toBeNull()
    const named = { templateId: made.id, versionId: made.versionId }
    expect((await manager().call(templates.declineOffer, named)).reason).toBe('not-found')
    expect((await manager().call(templates.offer, { templateId: crypto.randomUUID() })).reason).toBe(
      'not-found',
    )
  })
})

describe('the shipped library', () => {
  const seed = (entry: LibraryTemplate) => seedTemplates(testApp.owner, [entry], testApp.clock.now())
  const versionOf = (entry: LibraryTemplate, number: number): LibraryTemplate => ({
    ...entry,
    hash: `${number}`.repeat(64),
    version: `${number}.0`,
    description: `Shipped as ${number}`,
    reviewDue: `203${number}-01-01`,
  })
  const seededAs = async (libraryId: string) => {
    const { rows } = await testApp.owner.query<{ id: string }>(
      'select id from templates where library_id = $1',
      [libraryId],
    )
    return admin().callOk(adminTemplates.get, { templateId: rows[0]!.id })
  }
  const offerOfPlatform = async (templateId: string) =>
    (await admin().callOk(adminTemplates.offer, { templateId })).offer

  it('gives review dates, and moves an unedited template and its date along without offering anything', async () => {
    const entry = library.find(({ id }) => id === 'composite-filling')!
    expect(await seededAs(entry.id)).toMatchObject({ reviewDue: entry.reviewDue, clinicalOwner: null })
    await seed(versionOf(entry, 5))
    const moved = await seededAs(entry.id)
    expect(moved).toMatchObject({ version: '5.0', reviewDue: '2035-01-01', hasOffer: false })
    expect(await offerOfPlatform(moved.id)).toBeNull()
    // What was moved along grew from what is shipped now: an edit of it has nothing to take in.
    const { name, treatmentType, sections } = moved
    const edit = { templateId: moved.id, versionId: moved.versionId, name, treatmentType, sections }
    expect((await admin().callOk(adminTemplates.update, edit)).versionId).not.toBe(moved.versionId)
    expect(await offerOfPlatform(moved.id)).toBeNull()
  })

  it('says what risks rest on, and an edit leaves it beside those whose words stay', async () => {
    const entry = library.find(({ id }) => id === 'porcelain-crown')!
    const [first, second, third] = entry.risks as [LibraryRisk, LibraryRisk, LibraryRisk]
    const basis: NonNullable<LibraryRisk['basis']> = {
      ...{ certainty: 'low', citation: 'Kang et al. 2020', in100: [1, 2], per: 'tooth' },
    }
    await seed({ ...versionOf(entry, 5), risks: [first, { ...second, basis }, { ...third, basis }] })
    const shipped = await seededAs(entry.id)
    expect(shipped.risks.map((risk) => risk.basis)).toEqual([undefined, basis, basis])
    const { id: templateId, name, treatmentType, sections } = shipped
    const edit = (from: Template, change: object) =>
      admin().callOk(adminTemplates.update, {
        ...{ name, treatmentType, sections, templateId, versionId: from.versionId },
        ...change,
      })
    const reworded = { ...shipped.risks[2]!, label: 'In other words' }
    const edited = await edit(shipped, { risks: [shipped.risks[1], reworded] })
    expect(edited.risks.map((risk) => risk.basis)).toEqual([basis, undefined])
    // What is taken in of newer wording brings what that rests on.
    await seed({ ...versionOf(entry, 6), risks: [{ ...first, basis }] })
    const { theirs } = (await offerOfPlatform(templateId))!
    const merged = await edit(edited, { risks: [reworded, theirs.risks[0]], takenVersionId: theirs.id })
    expect(merged.risks.map((risk) => risk.basis)).toEqual([undefined, basis])
  })

  it('offers super administrators what it ships after they edited, once taken in no more', async () => {
    const entry = library.find(({ id }) => id === 'single-tooth-implant')!
    const shipped = await seededAs(entry.id)
    const { id: templateId, name, description, treatmentType, treatmentSubtype } = shipped
    const { sections, risks, questions, cautions, metadata } = shipped
    const said = {
      name,
      description,
      treatmentType,
      treatmentSubtype,
      sections,
      risks,
      questions,
      cautions,
      metadata,
    }
    const edit = (from: Template, change: object) =>
      admin().callOk(adminTemplates.update, { ...said, ...change, templateId, versionId: from.versionId })
    const edited = await edit(shipped, { name: 'Ours' })
    expect(edited.hasOffer).toBe(false)
    await seed(versionOf(entry, 6))
    const offered = await seededAs(entry.id)
    expect(offered).toMatchObject({ name: 'Ours', hasOffer: true, reviewDue: entry.reviewDue })
    const offer = (await offerOfPlatform(templateId))!
    expect(offer).toMatchObject({
      base: { id: shipped.versionId, label: entry.version },
      theirs: { label: '6.0', description: 'Shipped as 6' },
    })
    const filter = { attention: 'offer', status: 'all', pageSize: 100 } as const
    const list = async () => (await admin().callOk(adminTemplates.list, filter)).rows.map(({ id }) => id)
    expect(await list()).toEqual([templateId])
    // Clinics have nothing to take in: to them it is one template like any other.
    expect((await manager().callOk(templates.get, { templateId })).hasOffer).toBe(false)
    expect(await offerOf(templateId)).toBeNull()

    const own = await admin().call(adminTemplates.declineOffer, { templateId, versionId: edited.versionId })
    expect(own.reason).toBe('not-found')
    const merged = await edit(edited, { name: 'Ours', description: 'Both', takenVersionId: offer.theirs.id })
    expect(merged.hasOffer).toBe(false)
    await seed(versionOf(entry, 7))
    const next = (await offerOfPlatform(templateId))!
    expect([next.base.label, next.theirs.label]).toEqual(['6.0', '7.0'])
    await admin().callOk(adminTemplates.declineOffer, { templateId, versionId: next.theirs.id })
    expect(await list()).toEqual([])
    await seed(versionOf(entry, 7))
    expect(await offerOfPlatform(templateId)).toBeNull()
  })
})
