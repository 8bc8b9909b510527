import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { adminTemplates, adoptions, consents } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const lead = () => testApp.clinicA.as('lead')
const idOf = async (libraryId: string): Promise<string> => {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return rows[0]!.id
}

/** A super administrator changes what a template of the platform says. */
async function publishMaterialChange(templateId: string): Promise<void> {
  const admin = testApp.as(testApp.superAdmin)
  const { id: _id, metadata, ...read } = await admin.callOk(adminTemplates.get, { templateId })
  const { name, treatmentType, sections, risks, questions, cautions, versionId } = read
  const changed = sections.map((section) => ({ ...section, content: `${section.content}<p>And more.</p>` }))
  await admin.callOk(adminTemplates.update, {
    ...{ templateId, versionId, name, treatmentType, risks, questions, cautions },
    ...{ sections: changed, change: 'material', metadata: { ...metadata, isGlobal: true } },
  })
}

const withdraw = (templateId: string) =>
  lead().callOk(adoptions.withdraw, { templateId, reason: 'To look at it again' })

/** A template to which the practice stands in each way, each one of its own. */
const templateIn = {
  adopted: () => idOf('molar-root-canal'),
  own: () => Promise.resolve(testApp.clinicA.templateId),
  async outdated() {
    const templateId = await idOf('porcelain-crown')
    await publishMaterialChange(templateId)
    return templateId
  },
  async none() {
    const templateId = await idOf('composite-filling')
    const { adoption } = await dentist().callOk(adoptions.get, { templateId })
    if (adoption.state !== 'none') await withdraw(templateId)
    return templateId
  },
}

describe('sending wording', () => {
  it.each([
    ['adopted', false, 'adopted'],
    ['adopted', true, 'adopted'],
    ['own', false, 'own'],
    ['own', true, 'own'],
    ['outdated', false, null],
    ['outdated', true, 'confirmed'],
    ['none', false, null],
    ['none', true, 'confirmed'],
  ] as const)('that is %s, confirmed %s: %s', async (state, wordingConfirmed, kind) => {
    const draft = await testApp.clinicA.addDraft({ templateId: await templateIn[state]() })
    expect(draft.wordingToConfirm).toBe(state === 'outdated' || state === 'none')
    expect(draft.content).not.toHaveProperty('wordingBy')
    const answer = await dentist().call(consents.send, {
      ...{ consentId: draft.id, by: 'link', unaskedAcknowledged: true, wordingConfirmed },
    })
    if (kind === null) {
      expect(answer).toMatchObject({ status: 409, reason: 'wording-unconfirmed' })
      expect(answer.error).toMatchObject({
        message:
          'Nobody in your practice has adopted this wording yet. Confirm that you have read it and that it is right for this patient, then send.',
      })
      expect((await dentist().callOk(consents.get, { consentId: draft.id })).status).toBe('draft')
      return
    }
    const { wordingToConfirm, content, chainIntact } = answer.body
    expect({ wordingToConfirm, chainIntact }).toEqual({ wordingToConfirm: false, chainIntact: true })
    expect(content.wordingBy).toEqual(
      {
        adopted: { kind, name: 'Amara Okafor', gdcNumber: '204417', at: expect.any(String) },
        // The fixture's copy was saved by nobody in person.
        own: { kind, name: '', gdcNumber: null, at: expect.any(String) },
        confirmed: { kind, name: 'Tom Hughes', gdcNumber: '248163', at: answer.body.sentAt },
      }[kind],
    )
  })

  it('is confirmed by whoever sends, registered or not', async () => {
    const draft = await testApp.clinicA.addDraft({ templateId: await templateIn.none() })
    const send = {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    } as const
    const { content } = await testApp.clinicA.as('nurse').callOk(consents.send, send)
    expect(content.wordingBy).toMatchObject({ kind: 'confirmed', name: 'Ewa Kowalczyk', gdcNumber: null })
  })

  it('asks about the version that the draft was made of, not about the newest', async () => {
    const templateId = await idOf('simple-extraction')
    const made = await testApp.clinicA.addDraft({ templateId })
    const toConfirm = async () =>
      (await dentist().callOk(consents.get, { consentId: made.id })).wordingToConfirm
    await publishMaterialChange(templateId)
    // What was adopted is what this draft says.
    expect(await toConfirm()).toBe(false)
    expect((await dentist().callOk(adoptions.get, { templateId })).adoption.state).toBe('outdated')
    await lead().callOk(adoptions.adopt, { templateIds: [templateId] })
    // The practice stands behind the newer text now, and so not behind this one.
    expect(await toConfirm()).toBe(true)
    const { id: consentId } = await testApp.clinicA.addDraft({ templateId })
    expect((await dentist().callOk(consents.get, { consentId })).wordingToConfirm).toBe(false)
  })

  it('keeps who stood behind it, whatever happens to the adoption', async () => {
    const templateId = await templateIn.adopted()
    const { consentId, contentHash } = await testApp.clinicA.addSent({ templateId })
    await withdraw(templateId)
    const kept = await dentist().callOk(consents.get, { consentId })
    expect(kept.content.wordingBy).toMatchObject({ kind: 'adopted', name: 'Amara Okafor' })
    expect(kept).toMatchObject({ contentHash, chainIntact: true, wordingToConfirm: false })
  })
})
