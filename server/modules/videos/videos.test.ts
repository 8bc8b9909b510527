import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  open_uploads_max,
  upload_hours_max,
  video_address_minutes,
  video_bytes_max,
} from '../../../contract/limits.ts'
import { plans } from '../../../contract/plans.ts'
import type { VideoAsset } from '../../../contract/videos.ts'
import type { TestResponse, TestCaller } from '../../testing/test-caller.ts'
import { isSealedStart } from '../../platform/files/segment-cipher.ts'
import { newHeic } from '../../testing/test-files.ts'
import {
  addVideo,
  getUploadOffset,
  beginUpload,
  resumeUpload,
  uploadIdOf,
  uploadFile,
  videoBytes,
} from '../../testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

let owner: TestCaller
let colleague: TestCaller
let other: TestCaller
let admin: TestCaller
beforeEach(async () => {
  const clinic = await testApp.addClinic(`Videos ${crypto.randomUUID().slice(0, 8)}`)
  owner = clinic.as('owner')
  colleague = clinic.as('manager')
  other = testApp.clinicB.as('owner')
  admin = testApp.as(testApp.superAdmin)
})

const { videos, adminVideos } = contract
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const outcome = ({ status, reason }: TestResponse<unknown>) => `${status} ${reason}`
const uploadsFolder = () => readdir(path.join(testApp.config.dataDir, 'uploads')).catch(() => [])
/** Some time later; sessions, which end meanwhile, are found again afterwards. */
async function runLater(ms: number, work: () => Promise<void>): Promise<void> {
  testApp.clock.advance(ms)
  await work().finally(() => testApp.clock.advance(-ms))
}
const hour_ms = 3_600_000

const fetchAddress = (caller: TestCaller, address: string, headers: Record<string, string> = {}) =>
  caller.send({ method: 'GET', url: address, headers })

describe('an upload', () => {
  it('becomes a video with the fields of the specification, stored under its time and safe name', async () => {
    const bytes = videoBytes()
    const uploadId = await uploadFile(owner, 'clinic', { bytes, name: 'Root canal (für Anna).mp4' })
    const told = { width: 1280, height: 720, duration: 12.5, thumbnail: 'data:image/jpeg;base64,/9j/4A==' }
    const video = await owner.callOk(videos.finish, { uploadId, ...told })
    expect(video).toMatchObject({
      ...told,
      url: `/api/videos/${video.id}/file`,
      originalUrl: `/api/videos/${video.id}/original`,
      publicId: expect.stringMatching(/^videos\/\d{13}_Root_canal__f_r_Anna_\.mp4$/),
      format: 'video/mp4',
      resourceType: 'video',
      bytes: bytes.length,
      name: 'Root canal (für Anna).mp4',
      state: 'playable',
      sha256: sha256(bytes),
      isOwn: true,
    })
    expect(video.estimatedCost).toBeGreaterThan(0)
    await testApp.runJobs()
    const name = path.basename(video.publicId)
    const kept = path.join(testApp.config.dataDir, 'files', 'videos', name.slice(0, 2), name)
    expect(isSealedStart(await readFile(kept))).toBe(true)
    expect(await uploadsFolder()).not.toContain(`${uploadId}.whole`)
    expect(await owner.callOk(videos.finish, { uploadId })).toMatchObject({ id: video.id })
  })

  it('goes on where it was cut, and in another session of the same practice', async () => {
    const bytes = videoBytes('webm', 9000)
    const begun = await beginUpload(owner, 'clinic', {
      bytes: bytes.length,
      type: 'video/webm',
      name: 'a.webm',
    })
    const uploadId = uploadIdOf(begun)
    await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes: bytes.subarray(0, 4000) })
    expect((await getUploadOffset(owner, 'clinic', uploadId)).headers['upload-offset']).toBe('4000')
    const wrong = await resumeUpload(owner, 'clinic', { uploadId, offset: 10, bytes: bytes.subarray(10) })
    expect(wrong.status).toBe(409)
    expect(await owner.call(videos.finish, { uploadId })).toMatchObject({ reason: 'upload-unfinished' })
    const rest = await resumeUpload(colleague, 'clinic', {
      uploadId,
      offset: 4000,
      bytes: bytes.subarray(4000),
    })
    expect(rest).toMatchObject({ status: 204, headers: { 'upload-offset': String(bytes.length) } })
    expect(await colleague.callOk(videos.finish, { uploadId })).toMatchObject({
      sha256: sha256(bytes),
      format: 'video/webm',
    })
  })

  it.each([
    [
      'a type that is none of the four',
      { bytes: 500, name: 'a.mkv', type: 'video/x-matroska' },
      '400 format-unsupported',
    ],
    [
      'a type before a size',
      { bytes: video_bytes_max + 1, name: 'a.txt', type: 'text/plain' },
      '400 format-unsupported',
    ],
    [
      'a photo of an iPhone, before its size',
      { bytes: video_bytes_max + 1, name: 'IMG_0001.HEIC', type: 'image/heic' },
      '400 heic-photo',
    ],
    ['one byte too many', { bytes: video_bytes_max + 1 }, '400 file-too-large'],
    ['a name of 101 characters', { bytes: 500, name: `${'n'.repeat(97)}.mp4` }, '400 name-too-long'],
    ['no byte', { bytes: 0 }, '400 file-missing'],
    ['no name', { bytes: 500, name: '' }, '400 file-missing'],
  ])('is refused for %s', async (_what, begun, expected) => {
    expect(outcome(await beginUpload(owner, 'clinic', begun))).toBe(expected)
    if (begun.bytes <= video_bytes_max) return
    expect(outcome(await beginUpload(owner, 'clinic', { ...begun, bytes: video_bytes_max }))).not.toBe(
      '400 file-too-large',
    )
  })

  it('of a renamed file is refused while it arrives, and nothing of it is kept', async () => {
    for (const kind of ['exe', 'mp4'] as const) {
      const bytes =
        kind === 'exe' ? videoBytes('exe') : Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1'.padEnd(200))
      const uploadId = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: bytes.length }))
      const sent = await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes })
      expect(outcome(sent)).toBe('400 format-unsupported')
      expect(sent.error!.message).toBe('Unsupported video format. Please use MP4, WebM, MOV, or AVI.')
      expect((await uploadsFolder()).filter((name) => name.startsWith(uploadId))).toEqual([])
    }
  })

  it.each(['heic', 'mif1', 'hevc'])('of a photo called a video is refused by its name: %s', async (brand) => {
    const bytes = newHeic(brand)
    const uploadId = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: bytes.length }))
    const sent = await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes })
    expect(outcome(sent)).toBe('400 heic-photo')
    expect(sent.error!.message).toContain('Live Photo')
  })

  it('takes no more bytes than it said', async () => {
    const bytes = videoBytes('mp4', 2000)
    const uploadId = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: 1000 }))
    const sent = await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes })
    expect(sent.status).toBeGreaterThanOrEqual(400)
    expect(
      Number((await getUploadOffset(owner, 'clinic', uploadId)).headers['upload-offset']),
    ).toBeLessThanOrEqual(1000)
  })

  it('is nobody else’s: not seen, not gone on with, not cancelled, not finished', async () => {
    const bytes = videoBytes()
    const uploadId = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: bytes.length }))
    for (const [caller, side] of [
      [other, 'clinic'],
      [admin, 'admin'],
    ] as const) {
      expect((await getUploadOffset(caller, side, uploadId)).status).toBe(404)
      expect((await getUploadOffset(caller, side, uploadId, 'DELETE')).status).toBe(404)
      expect((await resumeUpload(caller, side, { uploadId, offset: 0, bytes })).status).toBe(404)
    }
    expect(await other.call(videos.finish, { uploadId })).toMatchObject({ reason: 'not-found' })
    expect((await getUploadOffset(owner, 'clinic', uploadId)).headers['upload-offset']).toBe('0')
  })

  it('from another site, or without permission, is not begun', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const foreign = await owner.send(
      { method: 'POST', url: '/api/clinic/video-uploads', headers: { 'tus-resumable': '1.0.0' } },
      { headers },
    )
    expect(outcome(foreign)).toBe('403 foreign-origin')
    const reception = await beginUpload(testApp.clinicA.as('receptionist'), 'clinic', { bytes: 500 })
    expect(outcome(reception)).toBe('403 permission-denied')
  })

  it('is cancelled with its bytes, and forgotten when its time is over', async () => {
    const bytes = videoBytes()
    const cancelled = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: bytes.length }))
    await resumeUpload(owner, 'clinic', { uploadId: cancelled, offset: 0, bytes: bytes.subarray(0, 100) })
    expect((await getUploadOffset(owner, 'clinic', cancelled, 'DELETE')).status).toBe(204)
    expect((await uploadsFolder()).filter((name) => name.startsWith(cancelled))).toEqual([])

    const left = uploadIdOf(await beginUpload(owner, 'clinic', { bytes: bytes.length }))
    await resumeUpload(owner, 'clinic', { uploadId: left, offset: 0, bytes: bytes.subarray(0, 100) })
    await testApp.app.sweep('videos')
    await testApp.runJobs()
    expect((await getUploadOffset(owner, 'clinic', left)).status).toBe(200)
    await runLater(upload_hours_max * hour_ms + 1000, async () => {
      await testApp.app.sweep('videos')
      await testApp.runJobs()
    })
    expect((await getUploadOffset(owner, 'clinic', left)).status).toBe(404)
    expect((await uploadsFolder()).filter((name) => name.startsWith(left))).toEqual([])
  })

  it('is one of so many at a time', async () => {
    for (let begun = 0; begun < open_uploads_max; begun++)
      expect((await beginUpload(owner, 'clinic', { bytes: 500 })).status).toBe(201)
    expect(outcome(await beginUpload(owner, 'clinic', { bytes: 500 }))).toBe('429 uploads-too-many')
  })

  it('beyond the plan’s storage is refused; a larger plan takes it', async () => {
    const video = await addVideo(owner, 'clinic')
    const planned = `update clinics set plan = $2 where id = (select owner_clinic_id from videos where id = $1)`
    await testApp.owner.query(planned, [video.id, 'starter'])
    const full = plans.starter.video_storage_bytes - 1000
    // Bytes of a column hold less than a plan's storage, so several videos fill it.
    await testApp.owner.query(
      `insert into videos (owner_clinic_id, public_id, name, format, bytes, sha256, state, created_by, created_by_name, created_at)
       select owner_clinic_id, public_id || n, name, format, $2::bigint / 2, n::text, state, created_by, created_by_name, created_at
       from videos, generate_series(1, 2) n where id = $1`,
      [video.id, full],
    )
    const refused = await beginUpload(owner, 'clinic', { bytes: 2000 })
    expect(outcome(refused)).toBe('402 quota-exceeded')
    const usage = await owner.callOk(videos.usage, {})
    expect(usage).toMatchObject({ allowed: plans.starter.video_storage_bytes, canTranscode: false })
    expect(usage.bytes).toBeGreaterThan(full)
    await testApp.owner.query(planned, [video.id, 'growth'])
    expect((await beginUpload(owner, 'clinic', { bytes: 2000 })).status).toBe(201)
  })
})

describe('the same file', () => {
  it('is kept once in a practice, and by itself in every other', async () => {
    const bytes = videoBytes()
    const first = await addVideo(owner, 'clinic', { bytes, name: 'one.mp4' })
    const again = await addVideo(owner, 'clinic', { bytes, name: 'two.mp4' })
    expect(again).toMatchObject({ id: first.id, name: 'one.mp4' })
    expect((await addVideo(other, 'clinic', { bytes })).id).not.toBe(first.id)
    await testApp.runJobs()
    const { items } = await owner.callOk(videos.list, {})
    expect(items.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  })

  it('a name that is taken gets the next time', async () => {
    const [one, two] = await testApp.clock.freeze(async () => [
      await addVideo(owner, 'clinic'),
      await addVideo(owner, 'clinic'),
    ])
    const timeOf = ({ publicId }: VideoAsset) => Number(/\/(\d+)_/.exec(publicId)![1])
    expect(timeOf(two!)).toBe(timeOf(one!) + 1)
  })
})

describe('an AVI', () => {
  it('is taken and says why it is not playable where there is no ffmpeg', async () => {
    const bytes = videoBytes('avi')
    const video = await addVideo(owner, 'clinic', { bytes, name: 'old.avi', type: 'video/avi' })
    expect(video).toMatchObject({ state: 'waiting', format: 'video/x-msvideo' })
    expect(video.stateReason).toContain('this server has no ffmpeg')
    const addresses = await owner.callOk(videos.addresses, { videoId: video.id })
    expect(addresses.file).toBeNull()
    expect((await fetchAddress(owner, addresses.original)).raw).toEqual(bytes)
  })
})

describe('the library', () => {
  it('is listed by pages and by the beginning of names; the platform’s videos are everybody’s to read', async () => {
    const shared = await addVideo(admin, 'admin', { name: 'platform.mp4' })
    const own = [await addVideo(owner, 'clinic'), await addVideo(owner, 'clinic')]
    const first = await owner.callOk(videos.list, { maxResults: 2 })
    expect(first.items).toHaveLength(2)
    const second = await owner.callOk(videos.list, { maxResults: 1000, pageToken: first.nextPageToken! })
    const all = [...first.items, ...second.items].map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([shared.id, ...own.map(({ id }) => id)]))
    expect(new Set(all).size).toBe(all.length)
    const named = await owner.callOk(videos.list, { prefix: own[0]!.publicId })
    expect(named.items.map(({ id }) => id)).toEqual([own[0]!.id])
    expect((await other.callOk(videos.list, { maxResults: 1000 })).items.map(({ id }) => id)).not.toContain(
      own[0]!.id,
    )
    expect(await owner.call(videos.list, { pageToken: 'bm8' })).toMatchObject({ reason: 'page-unknown' })
    for (const maxResults of [0, 1001])
      expect((await owner.call(videos.list, { maxResults })).status).toBe(400)

    const seen = await owner.callOk(videos.details, { videoId: shared.id })
    expect(seen.isOwn).toBe(false)
    expect(await owner.call(videos.describe, { videoId: shared.id, transcript: 'x' })).toMatchObject({
      reason: 'not-own',
    })
    expect(await owner.call(videos.remove, { videoId: shared.id })).toMatchObject({ reason: 'not-own' })
    expect(await admin.callOk(adminVideos.remove, { videoId: shared.id })).toMatchObject({
      keptFor: 'template',
    })
    expect(await owner.call(videos.details, { videoId: shared.id })).toMatchObject({ reason: 'not-found' })
  })

  it('is described by its owner alone', async () => {
    const { id: videoId } = await addVideo(owner, 'clinic')
    const told = await owner.callOk(videos.describe, { videoId, transcript: 'First we make it numb.' })
    expect(told).toMatchObject({ transcript: 'First we make it numb.', thumbnail: '' })
    expect(await owner.callOk(videos.describe, { videoId, width: 640, height: 360 })).toMatchObject({
      transcript: 'First we make it numb.',
      width: 640,
    })
    for (const caller of [other])
      expect(await caller.call(videos.describe, { videoId, width: 1 })).toMatchObject({ reason: 'not-found' })
    expect(
      (await owner.call(videos.describe, { videoId, thumbnail: 'data:text/html;base64,AAAA' })).status,
    ).toBe(400)
  })

  it('takes captions as WebVTT, or says which line is wrong', async () => {
    const { id: videoId } = await addVideo(owner, 'clinic')
    const text = 'WEBVTT\n\n00:00.000 --> 00:04.000\nFirst we make it numb.\n'
    const wrong = await owner.call(videos.saveCaptions, { videoId, text: text.replace(' --> ', ' -> ') })
    expect(wrong).toMatchObject({ reason: 'captions-wrong', error: { details: { line: 3 } } })
    expect(await owner.callOk(videos.saveCaptions, { videoId, text })).toMatchObject({ hasCaptions: true })
    expect(await owner.callOk(videos.captions, { videoId })).toEqual({ text })
    const { captions } = await owner.callOk(videos.addresses, { videoId })
    expect(await fetchAddress(owner, captions!)).toMatchObject({
      status: 200,
      raw: Buffer.from(text),
      headers: {
        'content-type': 'text/vtt; charset=utf-8',
        'cache-control': 'private, max-age=86400, immutable',
      },
    })
    await owner.callOk(videos.saveCaptions, { videoId, text: '' })
    expect((await owner.callOk(videos.addresses, { videoId })).captions).toBeNull()
  })

  it('deletes the file of what is removed', async () => {
    const video = await addVideo(owner, 'clinic')
    await testApp.runJobs()
    const { file } = await owner.callOk(videos.addresses, { videoId: video.id })
    const gone = await owner.callOk(videos.remove, { videoId: video.id })
    expect(gone).toEqual({ done: true, keptFor: null, keptReason: '' })
    expect(await owner.call(videos.details, { videoId: video.id })).toMatchObject({ reason: 'not-found' })
    await testApp.runJobs()
    expect((await fetchAddress(owner, file!)).status).toBe(404)
    const name = path.basename(video.publicId)
    await expect(
      stat(path.join(testApp.config.dataDir, 'files', 'videos', name.slice(0, 2), name)),
    ).rejects.toThrow('ENOENT')
  })
})

describe('a signed address', () => {
  it('opens the bytes for whom it was made out, before and after the store has them', async () => {
    const bytes = videoBytes()
    const { id: videoId } = await addVideo(owner, 'clinic', { bytes })
    const { file } = await owner.callOk(videos.addresses, { videoId })
    const waiting = await fetchAddress(owner, file!)
    await testApp.runJobs()
    const stored = await fetchAddress(owner, file!)
    for (const answer of [waiting, stored]) {
      expect(answer.raw).toEqual(bytes)
      expect(answer.headers).toMatchObject({
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=2592000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
    const etag = String(stored.headers.etag)
    expect((await fetchAddress(owner, file!, { 'if-none-match': etag })).status).toBe(304)
    const part = await fetchAddress(owner, file!, { range: 'bytes=10-19', 'if-range': etag })
    expect(part).toMatchObject({
      status: 206,
      raw: bytes.subarray(10, 20),
      headers: { 'content-range': `bytes 10-19/${bytes.length}` },
    })
  })

  it('is refused altered, expired, without its session, and to another practice', async () => {
    const { id: videoId } = await addVideo(owner, 'clinic')
    const foreign = await addVideo(other, 'clinic')
    const { file } = await owner.callOk(videos.addresses, { videoId })
    const url = new URL(file!, 'http://x')
    const altered = (change: (url: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return copy.pathname + copy.search
    }
    const wrong = [
      altered((copy) => (copy.pathname = copy.pathname.replace(videoId, foreign.id))),
      altered((copy) => (copy.pathname = copy.pathname.replace(/file$/, 'original'))),
      altered((copy) =>
        copy.searchParams.set('expires', String(Number(copy.searchParams.get('expires')) + 60)),
      ),
      altered((copy) => copy.searchParams.set('grant', 'admin')),
      altered((copy) => copy.searchParams.set('signature', 'A'.repeat(43))),
      altered((copy) => copy.searchParams.delete('signature')),
      url.pathname,
    ]
    for (const address of wrong) expect((await fetchAddress(owner, address)).status, address).toBe(404)
    for (const caller of [testApp.anonymous(), other, admin])
      expect(outcome(await fetchAddress(caller, file!))).toBe('403 address-expired')
    expect(await owner.call(videos.addresses, { videoId: foreign.id })).toMatchObject({ reason: 'not-found' })
    expect(await owner.call(videos.details, { videoId: foreign.id })).toMatchObject({ reason: 'not-found' })
    const { captions } = await owner.callOk(videos.addresses, { videoId })
    expect(captions).toBeNull()
    await runLater((video_address_minutes + 16) * 60_000, async () =>
      expect(outcome(await fetchAddress(owner, file!))).toBe('403 address-expired'),
    )
  })
})

it('super administrators try the storage step by step', async () => {
  const { store, steps } = await admin.callOk(adminVideos.testStorage, {})
  expect(store).toBe('disk')
  expect(steps.map(({ step, isDone, code }) => [step, isDone, code])).toEqual(
    ['write', 'read', 'list', 'delete'].map((step) => [step, true, null]),
  )
})
