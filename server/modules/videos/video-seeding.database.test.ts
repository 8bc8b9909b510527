import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import films from '../../../build/content/films.json' with { type: 'json' }
import { contract } from '../../../contract/index.ts'
import { openFiles } from '../../platform/files/files.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createFilmWriter, seedVideos } from './index.ts'

const { adminVideos, consents, videos, templates } = contract
const [film] = films as [(typeof films)[number]]

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await openTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'films-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

const files = () => openFiles({ off: true }, folder, { call_ms_max: 1000, upload_ms_max: 1000 })
const seed = () =>
  seedVideos(testApp.owner, films, { now: testApp.clock.now(), saveFile: createFilmWriter(files()) })
const rows = async () =>
  (await testApp.owner.query('select * from videos where owner_clinic_id is null order by id')).rows

it('a film of ours is in the platform’s library, for every practice to see and none to change', async () => {
  const seen = await testApp.clinicA.as('dentist').callOk(videos.details, { videoId: film.id })
  expect(seen).toMatchObject({
    ...{ isOwn: false, state: 'playable', sha256: film.sha256, bytes: film.bytes },
    ...{ width: 960, height: 540, hasCaptions: true },
  })
  expect(seen.publicId).toMatch(/^videos\/\d+_[\w.-]+$/)
  expect(seen.transcript).toContain('no sound')
  const refused = await testApp.clinicA.as('owner').call(videos.remove, { videoId: film.id })
  expect(refused.reason).toBe('not-own')
})

it('is seeded once, its file before its row, and never overwritten', async () => {
  await testApp.owner.query('delete from videos where id = $1', [film.id])
  await expect(
    seedVideos(testApp.owner, films, {
      now: testApp.clock.now(),
      saveFile: () => Promise.reject(new Error('The store is away')),
    }),
  ).rejects.toThrow('away')
  expect(await rows()).toEqual([])
  await Promise.all([seed(), seed()])
  const [row] = await rows()
  expect(await files().readAll(String(row!.public_id))).toHaveLength(film.bytes)
  await testApp
    .as(testApp.superAdmin)
    .callOk(adminVideos.describe, { videoId: film.id, transcript: 'Said better.' })
  await testApp.as(testApp.superAdmin).callOk(adminVideos.remove, { videoId: film.id })
  const before = await rows()
  await seed()
  expect(await rows()).toEqual(before)
  await testApp.owner.query(`update videos set removed_at = null, transcript = $1`, [film.transcript])
})

it('stands in the text that it explains, where nobody has to watch it until a practice says so', async () => {
  const dentist = testApp.clinicA.as('dentist')
  const { rows: found } = await dentist.callOk(templates.list, { search: 'Premolar Root Canal' })
  const template = found.find(({ name }) => name === 'Premolar Root Canal')!
  const draft = await testApp.clinicA.addDraft({ templateId: template.id, teeth: ['35'] })
  expect(draft.content.sections.find(({ media }) => media)?.media).toMatchObject({
    ...{ videoId: film.id, required: false, transcript: film.transcript },
  })
  const sent = await dentist.callOk(consents.send, {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  expect(sent.content.sections.find(({ media }) => media)?.media).toMatchObject({
    ...{ sha256: film.sha256, duration: film.duration },
  })
})
