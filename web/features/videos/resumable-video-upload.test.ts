import { expect, test } from 'vitest'
import type { StoredUpload } from './stored-upload.ts'
import { VideoUpload, uploadMessage, type UploadDeps } from './resumable-video-upload.ts'
import type { UploadRequest, UploadCallbacks } from './tus-upload.ts'

const reading = { width: 1920, height: 1080, duration: 60, thumbnail: '' }
const fileOf = (name: string, type = 'video/mp4') => new File(['0123456789'], name, { type })
const mp4 = fileOf('crown.mov', 'video/quicktime')

/** A server and a browser that say what they were asked, and answer when the test says so. */
function createTestUpload(change: Partial<UploadDeps<string>> = {}, keptBefore: StoredUpload | null = null) {
  const calls: string[] = []
  const memoryState = { kept: keptBefore, contents: new Map<string, Blob>() }
  const sent: { parcel: UploadRequest; news: UploadCallbacks }[] = []
  const means: UploadDeps<string> = {
    endpoint: '/uploads',
    read: () => Promise.resolve(reading),
    compress: (file) => Promise.resolve({ kind: 'original', content: file, why: 'small-already' }),
    send(parcel, news) {
      sent.push({ parcel, news })
      return Promise.resolve({
        pause: () => void calls.push('pause'),
        resume: () => void calls.push('go on'),
        cancel: () => Promise.resolve(void calls.push('cancel')),
      })
    },
    deleteUpload: (url) => Promise.resolve(void calls.push(`drop ${url}`)),
    finish: (uploadId, read) => Promise.resolve(`video of ${uploadId}, ${read?.width ?? 'unread'}`),
    fingerprintOf: (file) => Promise.resolve((file as File).name),
    memory: {
      read: () => memoryState.kept,
      write: (kept) => void (memoryState.kept = kept),
      keepContent: (name, content) => Promise.resolve(memoryState.contents.set(name, content)),
      keptContent: (name) => Promise.resolve(memoryState.contents.get(name) ?? null),
      forgetContent: (name) => Promise.resolve(memoryState.contents.delete(name)),
    },
    now: () => new Date('2026-11-22T10:00:00Z'),
    ...change,
  }
  return { course: new VideoUpload(means), asked: calls, held: memoryState, sent }
}

const waitUntilSettled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('without a file, or with a wrong one, nothing is sent and it is said why', async () => {
  const { course, sent } = createTestUpload()
  await course.upload()
  expect(course.standing()).toMatchObject({ step: 'idle', problem: 'Please select a video file first' })
  course.choose(fileOf('notes.txt', 'text/plain'))
  expect(course.standing()).toMatchObject({
    file: null,
    problem: 'Unsupported video format. Please use MP4, WebM, MOV, or AVI.',
  })
  course.choose(mp4)
  expect(course.standing()).toMatchObject({ file: mp4, problem: null })
  expect(sent).toHaveLength(0)
})

test('a video is begun, sent, finished and handed over once', async () => {
  const { course, held, sent } = createTestUpload()
  const messages: string[] = []
  course.subscribe(() => {
    const words = `${course.standing().percent} ${uploadMessage(course.standing())}`
    if (course.standing().step !== 'idle' && messages.at(-1) !== words) messages.push(words)
  })
  course.choose(mp4)
  await course.upload()
  const { news, parcel } = sent[0]!
  expect(parcel).toMatchObject({
    name: 'crown.mov',
    type: 'video/quicktime',
    url: null,
    endpoint: '/uploads',
  })
  news.onBegun('/uploads/7')
  news.onProgress(0.5)
  expect(held.kept).toMatchObject({ name: 'crown.mov', url: '/uploads/7', sent: 'original', percent: 55 })
  news.onDone('7')
  await waitUntilSettled()
  expect(messages).toEqual([
    '10 Starting upload...',
    '55 Uploading video...',
    '99 Uploading video...',
    '100 Upload complete!',
  ])
  expect(held.kept).toBeNull()
  expect(course.standing()).toMatchObject({
    file: null,
    note: { bytes: 10, before: null, why: 'small-already' },
  })
  expect(course.takeVideo()).toBe('video of 7, 1920')
  expect(course.takeVideo()).toBeNull()
})

test('a smaller video is sent as MP4, and kept until it has arrived', async () => {
  const smaller = new Blob(['012'])
  const { course, held, sent } = createTestUpload({
    compress: (_, __, { onProgress }) => {
      onProgress(0.5)
      return Promise.resolve({ kind: 'compressed', content: smaller, before: 10 })
    },
  })
  course.choose(mp4)
  await course.upload()
  expect(sent[0]!.parcel).toMatchObject({ name: 'crown.mp4', type: 'video/mp4', content: smaller })
  expect(course.standing().note).toEqual({ bytes: 3, before: 10, why: null })
  sent[0]!.news.onBegun('/uploads/7')
  expect(held.kept?.sent).toBe('compressed')
  expect(held.contents.get('crown.mov')).toBe(smaller)
  sent[0]!.news.onDone('7')
  await waitUntilSettled()
  expect(held.contents.size).toBe(0)
  expect(course.takeVideo()).toBe('video of 7, 1280')
})

test('a video that this browser cannot read is sent as it is', async () => {
  const { course, sent } = createTestUpload({ read: () => Promise.resolve(null) })
  course.choose(fileOf('crown.avi', 'video/x-msvideo'))
  await course.upload()
  sent[0]!.news.onDone('7')
  await waitUntilSettled()
  expect(course.standing().note?.why).toBe('not-possible-here')
  expect(course.takeVideo()).toBe('video of 7, unread')
})

test('pausing, a lost network and going on', async () => {
  const { course, asked, sent } = createTestUpload()
  course.choose(mp4)
  await course.upload()
  course.pause()
  expect(course.standing().step).toBe('paused')
  sent[0]!.news.onWaiting(true)
  expect(course.standing().step).toBe('paused')
  course.resume()
  sent[0]!.news.onWaiting(true)
  expect(course.standing().step).toBe('waiting')
  sent[0]!.news.onWaiting(false)
  expect(course.standing().step).toBe('sending')
  expect(asked).toEqual(['pause', 'go on'])
})

test('a failure is told in the specification’s words, progress is 0, and sending again goes on', async () => {
  const { course, sent } = createTestUpload()
  course.choose(mp4)
  await course.upload()
  sent[0]!.news.onBegun('/uploads/7')
  sent[0]!.news.onProgress(0.5)
  sent[0]!.news.onFailure('Upload timeout after 60 seconds')
  expect(course.standing()).toMatchObject({
    ...{ step: 'idle', percent: 0, file: mp4 },
    problem: 'Failed to upload video: Upload timeout after 60 seconds',
  })
  await course.upload()
  expect(sent[1]!.parcel.url).toBe('/uploads/7')
  expect(course.standing().problem).toBeNull()
})

test('a refusal at the end is a failure too', async () => {
  const { course, sent } = createTestUpload({
    finish: () => Promise.reject(new Error('The storage is used up.')),
  })
  course.choose(mp4)
  await course.upload()
  sent[0]!.news.onDone('7')
  await waitUntilSettled()
  expect(course.standing().problem).toBe('Failed to upload video: The storage is used up.')
})

const storedUpload: StoredUpload = {
  ...{ name: 'crown.mov', size: 10, fingerprint: 'crown.mov', url: '/uploads/7' },
  ...{ sent: 'original', begunAt: '2026-11-22T09:00:00Z', percent: 43 },
}

test('after a reload the same file goes on, and another one does not', async () => {
  const { course, sent } = createTestUpload({}, storedUpload)
  expect(course.standing().stored).toEqual(storedUpload)
  course.choose(fileOf('bridge.mp4'))
  await course.upload()
  expect(course.standing()).toMatchObject({
    step: 'idle',
    problem: 'This is not the interrupted file. Choose crown.mov to resume, or start a new upload.',
  })
  course.choose(mp4)
  await course.upload()
  expect(sent.map(({ parcel }) => parcel.url)).toEqual(['/uploads/7'])
})

test('after a reload the smaller video goes on as it was made, or begins again where it was not kept', async () => {
  const compressed: StoredUpload = { ...storedUpload, sent: 'compressed' }
  const one = createTestUpload({}, compressed)
  const smaller = new Blob(['012'])
  one.held.contents.set('crown.mov', smaller)
  one.course.choose(mp4)
  await one.course.upload()
  expect(one.sent[0]!.parcel).toMatchObject({ content: smaller, url: '/uploads/7', name: 'crown.mp4' })
  const other = createTestUpload({}, compressed)
  other.course.choose(mp4)
  await other.course.upload()
  expect(other.sent[0]!.parcel).toMatchObject({ content: mp4, url: null })
})

test('cancelling forgets everything, here and there, at every moment', async () => {
  const going = createTestUpload()
  going.course.choose(mp4)
  await going.course.upload()
  going.sent[0]!.news.onBegun('/uploads/7')
  await going.course.cancel()
  going.sent[0]!.news.onProgress(0.9)
  going.sent[0]!.news.onDone('7')
  await waitUntilSettled()
  expect(going.asked).toEqual(['cancel'])
  expect(going.held.kept).toBeNull()
  expect(going.course.standing()).toMatchObject({ step: 'idle', file: null, percent: 0, problem: null })

  const before = createTestUpload({}, storedUpload)
  await before.course.cancel()
  expect(before.asked).toEqual(['drop /uploads/7'])
  expect(before.course.standing().stored).toBeNull()

  const early = createTestUpload({
    read: (_, cancelled) =>
      new Promise((_resolve, reject) => cancelled.addEventListener('abort', () => reject(new Error('stop')))),
  })
  early.course.choose(mp4)
  const uploading = early.course.upload()
  await early.course.cancel()
  await uploading
  expect(early.course.standing()).toMatchObject({ step: 'idle', problem: null })
  expect(early.sent).toHaveLength(0)
})
