import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsentPlan } from '../../../contract/consent-plan.ts'
import { contract } from '../../../contract/index.ts'
import { addVideo, videoBytes } from '../../testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const { templates, videos, consents } = contract
const manager = () => testApp.clinicA.as('manager')
const text = { name: 'Splint', treatmentType: 'Other' }
const metadata = { requiresTooth: false, requiresDiagnosis: false, isGlobal: false }

type Media = { url: string; required: boolean; transcript: string; videoId?: string; autoplay?: boolean }
const templateWith = (media: Media) => ({
  ...text,
  name: `Splint ${crypto.randomUUID()}`,
  metadata,
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint.</p>', media }],
})
const mediaInput = (videoId: string, more: Partial<Media> = {}): Media => ({
  ...{ url: `/api/videos/${videoId}/file`, required: true, transcript: 'A splint.', videoId },
  ...more,
})
const mediaOf = (template: { sections: { media?: object | null | undefined }[] }) =>
  template.sections[0]!.media

describe('a template', () => {
  it('names a video of the library by its id and the address that never changes', async () => {
    const { id } = await addVideo(manager(), 'clinic')
    const made = await manager().callOk(
      templates.create,
      templateWith(mediaInput(id, { url: 'https://x.example/y' })),
    )
    expect(mediaOf(made)).toEqual(mediaInput(id))
    // Told by its address alone it is the same, and what is as always is not said.
    const { videoId: _none, ...byAddress } = mediaInput(id, { autoplay: false })
    const again = await manager().callOk(templates.create, templateWith(byAddress))
    expect(mediaOf(again)).toEqual(mediaInput(id))
    const { versionId } = made
    const autoplay = templateWith(mediaInput(id, { autoplay: true }))
    const saved = await manager().callOk(templates.update, { ...autoplay, templateId: made.id, versionId })
    expect(mediaOf(saved)).toEqual(mediaInput(id, { autoplay: true }))
  })

  it('names no video of another practice, nor one that is not there', async () => {
    const foreign = await addVideo(testApp.clinicB.as('owner'), 'clinic')
    for (const videoId of [foreign.id, crypto.randomUUID()]) {
      const refused = await manager().call(templates.create, templateWith(mediaInput(videoId)))
      expect(refused).toMatchObject({ status: 400, reason: 'video-unknown' })
      const { videoId: _none, ...byAddress } = mediaInput(videoId)
      expect(await manager().call(templates.create, templateWith(byAddress))).toMatchObject({
        reason: 'video-unknown',
      })
    }
  })

  it('goes out as a file and comes in again with its video', async () => {
    const { id } = await addVideo(manager(), 'clinic')
    const made = await manager().callOk(templates.create, templateWith(mediaInput(id, { autoplay: true })))
    for (const format of ['json', 'markdown'] as const) {
      const out = await manager().get(`/api/clinic/template-files/${format}?templateIds=${made.id}`)
      expect(out.status).toBe(200)
      if (format === 'markdown') continue
      expect((out.body as { templates: (typeof made)[] }).templates[0]!.sections[0]!.media).toEqual(
        mediaInput(id, { autoplay: true }),
      )
      const files = [{ name: 'a.json', text: out.raw.toString() }]
      const own = await manager().callOk(contract.templateFiles.import, { files, isTrial: false })
      expect(own.rows).toMatchObject([{ outcome: 'unchanged', templateId: made.id }])
      const foreign = await testApp.clinicB
        .as('owner')
        .callOk(contract.templateFiles.import, { files, isTrial: false })
      expect(foreign.rows).toMatchObject([{ outcome: 'refused' }])
      expect(foreign.rows[0]!.remarks.join()).toContain('not in your library')
    }
  })

  it('keeps the file of a video that is removed, until no template shows it', async () => {
    const { id: videoId } = await addVideo(manager(), 'clinic')
    const made = await manager().callOk(templates.create, templateWith(mediaInput(videoId)))
    const removed = await manager().callOk(videos.remove, { videoId })
    expect(removed).toMatchObject({ keptFor: 'template', keptReason: /template still uses this video/ })
    await testApp.app.sweep('videos')
    await testApp.runJobs()
    const rows = () => testApp.owner.query('select id from videos where id = $1', [videoId])
    expect((await rows()).rowCount).toBe(1)
    // What stood there may stay; nobody else chooses it any more.
    const kept = { ...templateWith(mediaInput(videoId)), templateId: made.id, versionId: made.versionId }
    const saved = await manager().callOk(templates.update, kept)
    expect(await manager().call(templates.create, templateWith(mediaInput(videoId)))).toMatchObject({
      reason: 'video-unknown',
    })
    const without = { ...kept, sections: [{ ...kept.sections[0]!, media: null }] }
    await manager().callOk(templates.update, { ...without, versionId: saved.versionId })
    await testApp.app.sweep('videos')
    await testApp.runJobs()
    expect((await rows()).rowCount).toBe(0)
  })
})

describe('sending a consent', () => {
  it('freezes its video as it is then, and keeps the file for good', async () => {
    const video = await addVideo(manager(), 'clinic')
    const told = { width: 1280, height: 720, duration: 12, thumbnail: 'data:image/jpeg;base64,/9j/4A==' }
    await manager().callOk(videos.describe, { videoId: video.id, ...told })
    const template = await manager().callOk(templates.create, templateWith(mediaInput(video.id)))
    const draft = await testApp.clinicA.addDraft({ templateId: template.id, placeholders: {} })
    const sent = await testApp.clinicA.as('dentist').callOk(consents.send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    const { publicId, sha256, bytes: size, format } = video
    expect(mediaOf(sent.content!)).toEqual({
      ...mediaInput(video.id),
      ...told,
      ...{ autoplay: false, controls: true, publicId, sha256, size, format },
    })
    await manager().callOk(videos.describe, { videoId: video.id, transcript: 'Changed', width: 1 })
    const seen = await testApp.clinicA.as('dentist').callOk(consents.get, { consentId: draft.id })
    expect(seen.content).toEqual(sent.content)
    const removed = await manager().callOk(videos.remove, { videoId: video.id })
    expect(removed).toMatchObject({ keptFor: 'consent', keptReason: /part of that record/ })
    await testApp.app.sweep('videos')
    await testApp.runJobs()
    const { rowCount } = await testApp.owner.query('select id from videos where id = $1', [video.id])
    expect(rowCount).toBe(1)
  })

  it('takes the words of the video where the template has none of its own', async () => {
    const video = await addVideo(manager(), 'clinic')
    await manager().callOk(videos.describe, { videoId: video.id, transcript: 'A splint protects.' })
    const template = await manager().callOk(
      templates.create,
      templateWith(mediaInput(video.id, { transcript: '' })),
    )
    const draft = await testApp.clinicA.addDraft({ templateId: template.id, placeholders: {} })
    const sent = await testApp.clinicA.as('dentist').callOk(consents.send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    expect(mediaOf(sent.content!)).toMatchObject({ transcript: 'A splint protects.' })
  })

  it('waits for a video that nobody could watch', async () => {
    const bytes = videoBytes('avi')
    const video = await addVideo(manager(), 'clinic', { bytes, name: 'old.avi', type: 'video/avi' })
    const template = await manager().callOk(templates.create, templateWith(mediaInput(video.id)))
    const draft = await testApp.clinicA.addDraft({ templateId: template.id, placeholders: {} })
    const refused = await testApp.clinicA.as('dentist').call(consents.send, {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    expect(refused).toMatchObject({ status: 409, reason: 'video-not-playable' })
    expect(refused.error!.message).toContain('old.avi')
  })
})

describe('the video that a clinician chooses for one consent', () => {
  const dentist = () => testApp.clinicA.as('dentist')
  const send = (consentId: string) =>
    dentist().callOk(consents.send, {
      consentId,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
  const draftWith = async (media: Media, video: ConsentPlan['video']) => {
    const template = await manager().callOk(templates.create, templateWith(media))
    return testApp.clinicA.addDraft({ templateId: template.id, placeholders: {}, video })
  }
  const other = async () => {
    const { id } = await addVideo(manager(), 'clinic')
    return manager().callOk(videos.describe, { videoId: id, transcript: 'A better film.', duration: 9 })
  }

  it('takes the place of the template’s, with its own words, and is kept with the record', async () => {
    const { id: videoId } = await addVideo(manager(), 'clinic')
    const chosen = await other()
    const draft = await draftWith(mediaInput(videoId), {
      show: 'chosen',
      videoId: chosen.id,
      required: false,
    })
    expect(draft.plan.video).toEqual({ show: 'chosen', videoId: chosen.id, required: false })
    const sent = await send(draft.id)
    expect(sent.content.sections.filter(({ media }) => media)).toHaveLength(1)
    const frozen = sent.content.sections.find(({ media }) => media)!.media
    expect(frozen).toMatchObject({
      ...{ videoId: chosen.id, required: false, transcript: 'A better film.', duration: 9 },
      sha256: chosen.sha256,
    })
    expect(await manager().callOk(videos.remove, { videoId: chosen.id })).toMatchObject({
      keptFor: 'consent',
    })
    expect(await manager().callOk(videos.remove, { videoId })).toMatchObject({ keptFor: 'template' })
  })

  it('is left out, or no more required, where that is said; an older draft is as its template', async () => {
    const { id: videoId } = await addVideo(manager(), 'clinic')
    const none = await send((await draftWith(mediaInput(videoId), { show: 'none' })).id)
    expect(none.content.sections.some(({ media }) => media)).toBe(false)
    const free = await send((await draftWith(mediaInput(videoId), { show: 'template', required: false })).id)
    expect(mediaOf(free.content)).toMatchObject({ videoId, required: false })
    const older = await draftWith(mediaInput(videoId), null)
    await testApp.owner.query(`update consents set plan = plan - 'video' where id = $1`, [older.id])
    expect(mediaOf((await send(older.id)).content)).toMatchObject({ videoId, required: true })
  })

  it('is one of the library: not another practice’s, nor one that was taken out', async () => {
    const foreign = await addVideo(testApp.clinicB.as('owner'), 'clinic')
    const removed = await other()
    const draft = await draftWith(mediaInput((await other()).id), null)
    const { patient, clinician, plan } = draft
    const save = (videoId: string) =>
      dentist().call(consents.update, {
        ...plan,
        ...{ consentId: draft.id, patientId: patient.id, clinicianId: clinician.id },
        video: { show: 'chosen', videoId, required: true },
      })
    expect((await save(removed.id)).status).toBe(200)
    await manager().callOk(videos.remove, { videoId: removed.id })
    for (const videoId of [foreign.id, removed.id, crypto.randomUUID()])
      expect(await save(videoId)).toMatchObject({ status: 404, reason: 'video-not-found' })
  })
})
