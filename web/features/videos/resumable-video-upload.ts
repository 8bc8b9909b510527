import { uploadFailureMessage } from '../../../contract/storage-codes.ts'
import { differentFileError, type StoredUpload } from './stored-upload.ts'
import { percentOf } from './upload-retry-rules.ts'
import { compressedSize, type NotCompressedReason, type Prepared } from './video-compression.ts'
import { noFileProblem, videoFileProblem, videoTypeOf } from './video-file-rules.ts'
import type { VideoMetadata } from './video-metadata.ts'
import type { UploadRequest, RunningUpload, UploadCallbacks } from './tus-upload.ts'

/** What went out, for who sent it: how large it was before where it was made smaller, or why it was not. */
export type CompressionNote = { bytes: number; before: number | null; why: NotCompressedReason | null }

/** Where an upload stands. */
export type UploadState<Video> = {
  step: 'idle' | 'reading' | 'compressing' | 'sending' | 'paused' | 'waiting' | 'finishing' | 'done'
  file: File | null
  /** From 10 to 100 while it is under way; else 0. */
  percent: number
  /** How much of the smaller video is made, from 0 to 1. */
  compressedPercent: number
  problem: string | null
  note: CompressionNote | null
  /** An upload of an earlier visit that can be gone on with. */
  stored: StoredUpload | null
  /** What has arrived and was not taken yet. */
  video: Video | null
}

/** What an upload needs of browser and server. */
export type UploadDeps<Video> = {
  endpoint: string
  read: (file: Blob, cancelled: AbortSignal) => Promise<VideoMetadata | null>
  compress: (
    file: Blob,
    reading: VideoMetadata,
    watching: { onProgress: (part: number) => void; skipped: AbortSignal },
  ) => Promise<Prepared>
  send: (parcel: UploadRequest, news: UploadCallbacks) => Promise<RunningUpload>
  /** Takes away what the server has of an upload that nobody goes on with. */
  deleteUpload: (url: string) => Promise<void>
  finish: (uploadId: string, reading: VideoMetadata | null) => Promise<Video>
  fingerprintOf: (file: Blob) => Promise<string>
  memory: {
    read: () => StoredUpload | null
    write: (kept: StoredUpload | null) => void
    keepContent: (fingerprint: string, content: Blob) => Promise<unknown>
    keptContent: (fingerprint: string) => Promise<Blob | null>
    forgetContent: (fingerprint: string) => Promise<unknown>
  }
  now: () => Date
}

const initialState = {
  step: 'idle',
  file: null,
  percent: 0,
  compressedPercent: 0,
  problem: null,
  note: null,
  video: null,
} as const

/** A name for what was made of a file: it is an MP4 now. */
const mp4Name = (name: string) => `${name.replace(/\.[^.]*$/, '')}.mp4`

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** One video on its way from a file to the library, whichever screen is looked at meanwhile. */
export class VideoUpload<Video> {
  readonly #means: UploadDeps<Video>
  readonly #listeners = new Set<() => void>()
  state: UploadState<Video>
  #sending: RunningUpload | null = null
  #stop = new AbortController()
  #skip = new AbortController()
  #saved: StoredUpload | null = null

  constructor(means: UploadDeps<Video>) {
    this.#means = means
    this.state = { ...initialState, stored: means.memory.read() }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly standing = (): UploadState<Video> => this.state

  /** A file is chosen; the first thing that is wrong with it is told. Null empties the choice. */
  choose(file: File | null): void {
    if (this.isInProgress) return
    const problem = file && videoFileProblem(file)
    this.#become({ ...initialState, file: problem === null ? file : null, problem })
  }

  /** Sends what was chosen, or goes on with what was begun. */
  async upload(): Promise<void> {
    const { file } = this.state
    if (this.isInProgress) return
    if (!file) return this.#become({ problem: noFileProblem })
    this.#stop = new AbortController()
    this.#skip = new AbortController()
    this.#become({ step: 'reading', percent: percentOf(0), problem: null, note: null })
    try {
      await this.#prepareAndSend(file, this.#stop.signal)
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(messageOf(error))
    }
  }

  /** Sends the file as it is, without waiting for a smaller one. */
  skipCompression(): void {
    this.#skip.abort()
  }

  pause(): void {
    if (this.state.step !== 'sending' && this.state.step !== 'waiting') return
    this.#sending?.pause()
    this.#become({ step: 'paused' })
  }

  resume(): void {
    if (this.state.step !== 'paused') return
    this.#become({ step: 'sending' })
    this.#sending?.resume()
  }

  /** Gives up what is under way or was chosen, on the server too. */
  async cancel(): Promise<void> {
    this.#stop.abort()
    this.#skip.abort()
    const sending = this.#sending
    const unfinished = this.#saved ?? this.state.stored
    this.#sending = null
    this.#remember(null)
    this.#become({ ...initialState, stored: null })
    await (sending ? sending.cancel() : unfinished && this.#means.deleteUpload(unfinished.url))
  }

  /** Hands over what has arrived, once. */
  takeVideo(): Video | null {
    const { video } = this.state
    if (video !== null) this.#become({ video: null })
    return video
  }

  get isInProgress(): boolean {
    return !['idle', 'done'].includes(this.state.step)
  }

  async #prepareAndSend(file: File, cancelled: AbortSignal): Promise<void> {
    const { memory, read, fingerprintOf } = this.#means
    const fingerprint = await fingerprintOf(file)
    const { stored } = this.state
    if (stored && stored.fingerprint !== fingerprint)
      return this.#become({ step: 'idle', percent: 0, problem: differentFileError(stored), file: null })
    cancelled.throwIfAborted()
    const reading = await read(file, cancelled)
    cancelled.throwIfAborted()
    const cachedContent = stored?.sent === 'compressed' ? await memory.keptContent(fingerprint) : null
    const goesOn = stored !== null && (stored.sent === 'original' || cachedContent !== null)
    const prepared: Prepared = cachedContent
      ? { kind: 'compressed', content: cachedContent, before: file.size }
      : goesOn || !reading
        ? { kind: 'original', content: file, why: reading ? 'skipped' : 'not-possible-here' }
        : await this.#compressed(file, reading)
    cancelled.throwIfAborted()
    if (prepared.kind === 'compressed' && !cachedContent)
      await memory.keepContent(fingerprint, prepared.content)
    cancelled.throwIfAborted()
    const sentMetadata =
      reading && prepared.kind === 'compressed' ? { ...reading, ...compressedSize(reading) } : reading
    await this.#send(file, fingerprint, prepared, goesOn ? stored.url : null, sentMetadata)
  }

  async #compressed(file: File, reading: VideoMetadata): Promise<Prepared> {
    this.#become({ step: 'compressing', compressedPercent: 0 })
    return this.#means.compress(file, reading, {
      onProgress: (compressedPercent) => this.#become({ compressedPercent }),
      skipped: this.#skip.signal,
    })
  }

  async #send(
    file: File,
    fingerprint: string,
    prepared: Prepared,
    url: string | null,
    reading: VideoMetadata | null,
  ): Promise<void> {
    const isSmaller = prepared.kind === 'compressed'
    const { content } = prepared
    this.#become({
      step: 'sending',
      note: {
        bytes: content.size,
        before: isSmaller ? prepared.before : null,
        why: isSmaller ? null : prepared.why,
      },
    })
    const parcel = {
      ...{ content, url, endpoint: this.#means.endpoint },
      name: isSmaller ? mp4Name(file.name) : file.name,
      type: isSmaller ? 'video/mp4' : videoTypeOf(file),
    }
    const begun = {
      ...{ name: file.name, size: file.size, fingerprint },
      ...{ sent: prepared.kind, begunAt: this.#means.now().toISOString(), percent: percentOf(0) },
    }
    const stop = this.#stop.signal
    const sending = await this.#means.send(parcel, this.#newsOf(begun, reading))
    if (stop.aborted) return sending.cancel()
    this.#sending = sending
    if (this.state.step === 'paused') sending.pause()
  }

  #newsOf(begun: Omit<StoredUpload, 'url'>, reading: VideoMetadata | null): UploadCallbacks {
    const signal = this.#stop.signal
    const callbacks = (then: () => void) => {
      if (!signal.aborted) then()
    }
    return {
      onBegun: (url) => callbacks(() => this.#remember({ ...begun, url })),
      onProgress: (part) => callbacks(() => this.#progress(percentOf(part))),
      onWaiting: (isWaiting) =>
        callbacks(() => {
          const { step } = this.state
          if (step === 'sending' || step === 'waiting')
            this.#become({ step: isWaiting ? 'waiting' : 'sending' })
        }),
      onDone: (uploadId) => callbacks(() => void this.#finish(uploadId, reading)),
      onFailure: (reason) => callbacks(() => this.#fail(reason)),
    }
  }

  #progress(percent: number): void {
    if (percent === this.state.percent) return
    this.#become({ percent })
    if (this.#saved) this.#remember({ ...this.#saved, percent })
  }

  async #finish(uploadId: string, reading: VideoMetadata | null): Promise<void> {
    this.#become({ step: 'finishing', percent: 99 })
    try {
      const video = await this.#means.finish(uploadId, reading)
      this.#sending = null
      this.#remember(null)
      this.#become({
        ...initialState,
        step: 'done',
        percent: 100,
        note: this.state.note,
        video,
        stored: null,
      })
    } catch (error) {
      this.#fail(messageOf(error))
    }
  }

  /** The file stays chosen, and what has arrived of it stays there: sending it again goes on. */
  #fail(reason: string): void {
    this.#sending = null
    this.#become({
      ...{ step: 'idle', percent: 0, compressedPercent: 0, problem: uploadFailureMessage(reason) },
      stored: this.#means.memory.read(),
    })
  }

  #remember(kept: StoredUpload | null): void {
    const before = this.#saved ?? this.state.stored
    if (!kept && before) void this.#means.memory.forgetContent(before.fingerprint)
    this.#saved = kept
    this.#means.memory.write(kept)
  }

  #become(change: Partial<UploadState<Video>>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** What a progress bar says, in the specification's words. */
export const uploadMessage = ({ step, percent }: Pick<UploadState<unknown>, 'step' | 'percent'>): string =>
  step === 'done'
    ? 'Upload complete!'
    : step === 'reading' || step === 'compressing' || percent <= percentOf(0)
      ? 'Starting upload...'
      : 'Uploading video...'
