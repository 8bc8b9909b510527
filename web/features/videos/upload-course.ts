import { uploadFailure } from '../../../contract/storage-codes.ts'
import { anotherFileProblem, type KeptUpload } from './kept-upload.ts'
import { percentOf } from './sending-rules.ts'
import { smallerSize, type NotCompressed, type Prepared } from './video-compression.ts'
import { noFileProblem, videoFileProblem, videoTypeOf } from './video-file-rules.ts'
import type { VideoReading } from './video-reading.ts'
import type { Parcel, Sending, SendingNews } from './video-sending.ts'

/** What went out, for who sent it: how large it was before where it was made smaller, or why it was not. */
export type SentNote = { bytes: number; before: number | null; why: NotCompressed | null }

/** Where an upload stands. */
export type UploadStanding<Video> = {
  step: 'idle' | 'reading' | 'compressing' | 'sending' | 'paused' | 'waiting' | 'finishing' | 'done'
  file: File | null
  /** From 10 to 100 while it is under way; else 0. */
  percent: number
  /** How much of the smaller video is made, from 0 to 1. */
  made: number
  problem: string | null
  note: SentNote | null
  /** An upload of an earlier visit that can be gone on with. */
  kept: KeptUpload | null
  /** What has arrived and was not taken yet. */
  video: Video | null
}

/** What an upload needs of browser and server. */
export type UploadMeans<Video> = {
  endpoint: string
  read: (file: Blob, cancelled: AbortSignal) => Promise<VideoReading | null>
  compress: (
    file: Blob,
    reading: VideoReading,
    watching: { onProgress: (part: number) => void; skipped: AbortSignal },
  ) => Promise<Prepared>
  send: (parcel: Parcel, news: SendingNews) => Promise<Sending>
  /** Takes away what the server has of an upload that nobody goes on with. */
  drop: (url: string) => Promise<void>
  finish: (uploadId: string, reading: VideoReading | null) => Promise<Video>
  fingerprintOf: (file: Blob) => Promise<string>
  memory: {
    read: () => KeptUpload | null
    write: (kept: KeptUpload | null) => void
    keepContent: (fingerprint: string, content: Blob) => Promise<unknown>
    keptContent: (fingerprint: string) => Promise<Blob | null>
    forgetContent: (fingerprint: string) => Promise<unknown>
  }
  now: () => Date
}

const beginning = {
  step: 'idle',
  file: null,
  percent: 0,
  made: 0,
  problem: null,
  note: null,
  video: null,
} as const

/** A name for what was made of a file: it is an MP4 now. */
const mp4Name = (name: string) => `${name.replace(/\.[^.]*$/, '')}.mp4`

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** One video on its way from a file to the library, whichever screen is looked at meanwhile. */
export class UploadCourse<Video> {
  readonly #means: UploadMeans<Video>
  readonly #listeners = new Set<() => void>()
  #standing: UploadStanding<Video>
  #sending: Sending | null = null
  #stop = new AbortController()
  #skip = new AbortController()
  #saved: KeptUpload | null = null

  constructor(means: UploadMeans<Video>) {
    this.#means = means
    this.#standing = { ...beginning, kept: means.memory.read() }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly standing = (): UploadStanding<Video> => this.#standing

  /** A file is chosen; the first thing that is wrong with it is told. Null empties the choice. */
  choose(file: File | null): void {
    if (this.isUnderWay) return
    const problem = file && videoFileProblem(file)
    this.#become({ ...beginning, file: problem === null ? file : null, problem })
  }

  /** Sends what was chosen, or goes on with what was begun. */
  async upload(): Promise<void> {
    const { file } = this.#standing
    if (this.isUnderWay) return
    if (!file) return this.#become({ problem: noFileProblem })
    this.#stop = new AbortController()
    this.#skip = new AbortController()
    this.#become({ step: 'reading', percent: percentOf(0), problem: null, note: null })
    try {
      await this.#prepareAndSend(file, this.#stop.signal)
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(wordsOf(error))
    }
  }

  /** Sends the file as it is, without waiting for a smaller one. */
  skipCompression(): void {
    this.#skip.abort()
  }

  pause(): void {
    if (this.#standing.step !== 'sending' && this.#standing.step !== 'waiting') return
    this.#sending?.pause()
    this.#become({ step: 'paused' })
  }

  goOn(): void {
    if (this.#standing.step !== 'paused') return
    this.#become({ step: 'sending' })
    this.#sending?.goOn()
  }

  /** Gives up what is under way or was chosen, on the server too. */
  async cancel(): Promise<void> {
    this.#stop.abort()
    this.#skip.abort()
    const sending = this.#sending
    const begun = this.#saved ?? this.#standing.kept
    this.#sending = null
    this.#remember(null)
    this.#become({ ...beginning, kept: null })
    await (sending ? sending.cancel() : begun && this.#means.drop(begun.url))
  }

  /** Hands over what has arrived, once. */
  take(): Video | null {
    const { video } = this.#standing
    if (video !== null) this.#become({ video: null })
    return video
  }

  get isUnderWay(): boolean {
    return !['idle', 'done'].includes(this.#standing.step)
  }

  async #prepareAndSend(file: File, cancelled: AbortSignal): Promise<void> {
    const { memory, read, fingerprintOf } = this.#means
    const fingerprint = await fingerprintOf(file)
    const { kept } = this.#standing
    if (kept && kept.fingerprint !== fingerprint)
      return this.#become({ step: 'idle', percent: 0, problem: anotherFileProblem(kept), file: null })
    cancelled.throwIfAborted()
    const reading = await read(file, cancelled)
    cancelled.throwIfAborted()
    const again = kept?.sent === 'compressed' ? await memory.keptContent(fingerprint) : null
    const goesOn = kept !== null && (kept.sent === 'original' || again !== null)
    const prepared: Prepared = again
      ? { kind: 'compressed', content: again, before: file.size }
      : goesOn || !reading
        ? { kind: 'original', content: file, why: reading ? 'skipped' : 'not-possible-here' }
        : await this.#compressed(file, reading)
    cancelled.throwIfAborted()
    if (prepared.kind === 'compressed' && !again) await memory.keepContent(fingerprint, prepared.content)
    cancelled.throwIfAborted()
    const told = reading && prepared.kind === 'compressed' ? { ...reading, ...smallerSize(reading) } : reading
    await this.#send(file, fingerprint, prepared, goesOn ? kept.url : null, told)
  }

  async #compressed(file: File, reading: VideoReading): Promise<Prepared> {
    this.#become({ step: 'compressing', made: 0 })
    return this.#means.compress(file, reading, {
      onProgress: (made) => this.#become({ made }),
      skipped: this.#skip.signal,
    })
  }

  async #send(
    file: File,
    fingerprint: string,
    prepared: Prepared,
    url: string | null,
    reading: VideoReading | null,
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
    if (this.#standing.step === 'paused') sending.pause()
  }

  #newsOf(begun: Omit<KeptUpload, 'url'>, reading: VideoReading | null): SendingNews {
    const signal = this.#stop.signal
    const heard = (then: () => void) => {
      if (!signal.aborted) then()
    }
    return {
      onBegun: (url) => heard(() => this.#remember({ ...begun, url })),
      onProgress: (part) => heard(() => this.#progress(percentOf(part))),
      onWaiting: (isWaiting) =>
        heard(() => {
          const { step } = this.#standing
          if (step === 'sending' || step === 'waiting')
            this.#become({ step: isWaiting ? 'waiting' : 'sending' })
        }),
      onDone: (uploadId) => heard(() => void this.#finish(uploadId, reading)),
      onFailure: (reason) => heard(() => this.#fail(reason)),
    }
  }

  #progress(percent: number): void {
    if (percent === this.#standing.percent) return
    this.#become({ percent })
    if (this.#saved) this.#remember({ ...this.#saved, percent })
  }

  async #finish(uploadId: string, reading: VideoReading | null): Promise<void> {
    this.#become({ step: 'finishing', percent: 99 })
    try {
      const video = await this.#means.finish(uploadId, reading)
      this.#sending = null
      this.#remember(null)
      this.#become({ ...beginning, step: 'done', percent: 100, note: this.#standing.note, video, kept: null })
    } catch (error) {
      this.#fail(wordsOf(error))
    }
  }

  /** The file stays chosen, and what has arrived of it stays there: sending it again goes on. */
  #fail(reason: string): void {
    this.#sending = null
    this.#become({
      ...{ step: 'idle', percent: 0, made: 0, problem: uploadFailure(reason) },
      kept: this.#means.memory.read(),
    })
  }

  #remember(kept: KeptUpload | null): void {
    const before = this.#saved ?? this.#standing.kept
    if (!kept && before) void this.#means.memory.forgetContent(before.fingerprint)
    this.#saved = kept
    this.#means.memory.write(kept)
  }

  #become(change: Partial<UploadStanding<Video>>): void {
    this.#standing = { ...this.#standing, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** What a progress bar says, in the specification's words. */
export const uploadMessage = ({
  step,
  percent,
}: Pick<UploadStanding<unknown>, 'step' | 'percent'>): string =>
  step === 'done'
    ? 'Upload complete!'
    : step === 'reading' || step === 'compressing' || percent <= percentOf(0)
      ? 'Starting upload...'
      : 'Uploading video...'
