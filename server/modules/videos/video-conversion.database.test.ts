import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { openConverter } from '../../platform/video/converter.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { addVideo, videoBytes } from '../../testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const names = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
const hasFfmpeg = (await openConverter(names)) !== null
const run = promisify(execFile)

let testApp: TestApp
let folder: string
beforeAll(async () => {
  testApp = await openTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'candour-made-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await testApp.close()
})

const { videos } = contract

/** A second of moving bars with a tone, as this machine's ffmpeg makes it. */
async function createVideo(name: string, ...how: string[]): Promise<Buffer> {
  const file = path.join(folder, name)
  const bars = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080:rate=5:duration=1']
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
  await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...bars, ...tone, ...how, file])
  return readFile(file)
}

// Skipped where the machine has no ffmpeg, and counted as skipped: the product does without it.
describe.skipIf(!hasFfmpeg)('with ffmpeg on this machine', () => {
  let other: App
  let owner: TestCaller
  beforeAll(async () => {
    other = await testApp.openSecondInstance({ video: { off: false, ...names } })
    owner = createTestCaller(other.http, testApp.clinicA.as('owner').cookie)
  })
  afterAll(() => other.close())

  it('an AVI becomes an MP4 that begins to play at once, with its pictures, and the original stays', async () => {
    const bytes = await createVideo('old.avi', '-c:v', 'mpeg4', '-c:a', 'mp3')
    const added = await addVideo(owner, 'clinic', { bytes, name: 'old.avi', type: 'video/avi' })
    expect(added).toMatchObject({ state: 'waiting', stateReason: /being converted/ })
    await other.jobs.drain()
    const video = await owner.callOk(videos.details, { videoId: added.id })
    expect(video).toMatchObject({ state: 'playable', width: 1920, height: 1080, hasPoster: true })
    expect(video.duration).toBeCloseTo(1, 0)
    expect(video.thumbnail).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    const { file, original, poster } = await owner.callOk(videos.addresses, { videoId: video.id })
    const played = await owner.get(file!)
    expect(played.headers['content-type']).toBe('video/mp4')
    // The index of the film stands before the film.
    expect(played.raw.indexOf('moov')).toBeLessThan(played.raw.indexOf('mdat'))
    const shown = ['-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0']
    const place = path.join(folder, 'played.mp4')
    await writeFile(place, played.raw)
    const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, place])
    expect(stdout).toContain('h264,1280,720')
    expect(stdout).toContain('aac')
    expect((await owner.get(original)).raw).toEqual(bytes)
    expect((await owner.get(poster!)).headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=604800, immutable',
    })
  })

  it('a video that every browser plays stays as it is, and what was told of it too', async () => {
    const size = ['-vf', 'scale=640:360', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    const bytes = await createVideo('small.mp4', ...size)
    const { id: videoId } = await addVideo(owner, 'clinic', { bytes, name: 'small.mp4' })
    await owner.callOk(videos.describe, { videoId, width: 640, height: 360, duration: 1.01 })
    await other.jobs.drain()
    const video = await owner.callOk(videos.details, { videoId })
    expect(video).toMatchObject({ state: 'playable', width: 640, duration: 1.01, hasPoster: true })
    const { file } = await owner.callOk(videos.addresses, { videoId })
    expect((await owner.get(file!)).raw).toEqual(bytes)
  })

  it('a file that cannot be converted is kept, and says so', async () => {
    const bytes = videoBytes('avi')
    const added = await addVideo(owner, 'clinic', { bytes, name: 'broken.avi', type: 'video/avi' })
    await other.jobs.drain()
    const video = await owner.callOk(videos.details, { videoId: added.id })
    expect(video).toMatchObject({ state: 'failed', stateReason: /could not be converted/ })
    const { file, original } = await owner.callOk(videos.addresses, { videoId: added.id })
    expect(file).toBeNull()
    expect((await owner.get(original)).raw).toEqual(bytes)
  })

  it('what waited for a converter is converted once there is one', async () => {
    const bytes = await createVideo('waiting.avi', '-c:v', 'mpeg4', '-vf', 'scale=320:180', '-an')
    const waiting = await addVideo(testApp.clinicA.as('owner'), 'clinic', {
      bytes,
      name: 'w.avi',
      type: 'video/avi',
    })
    await testApp.runJobs()
    expect(waiting.stateReason).toContain('no ffmpeg')
    await other.sweep('videos')
    await other.jobs.drain()
    expect(await owner.callOk(videos.details, { videoId: waiting.id })).toMatchObject({ state: 'playable' })
  })
})

it('without ffmpeg, or with something else of its name, there is no converter', async () => {
  expect(await openConverter(null)).toBeNull()
  expect(await openConverter({ ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' })).toBeNull()
  expect(await openConverter({ ffmpeg: 'false', ffprobe: 'false' })).toBeNull()
})
