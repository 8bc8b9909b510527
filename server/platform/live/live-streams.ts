import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import type { z } from 'zod'
import type { CallerOf } from '../../../contract/access.ts'
import type { StreamRoute } from '../../../contract/kit.ts'
import type { Log } from '../database/database.ts'
import { isStillAdmitted, type Admission } from '../http/admission.ts'
import { openLiveFeed, type LiveFeed, type LiveEvent } from './live-feed.ts'

/** Only clinics have news so far: their staff watch the day together. */
type ClinicStream = StreamRoute<'clinic', z.ZodType>

type Stream = {
  clinicId: string
  staffId: string
  body: PassThrough
  /** Whether whoever opened it would still be let in. */
  isAllowed(): Promise<boolean>
}

/** Bytes that may wait for a slow reader; whoever is further behind opens it anew and asks again. */
const unread_bytes_max = 64 * 1024

type Settings = { admission: Admission; perPersonMax: number }

/** The open streams of this instance: who hears what, for how long. */
export class LiveStreams {
  readonly #open = new Set<Stream>()
  readonly #feed: LiveFeed
  readonly #log: Log
  readonly #settings: Settings

  constructor(login: pg.ClientConfig, log: Log, settings: Settings) {
    this.#feed = openLiveFeed(login, log)
    this.#log = log
    this.#settings = settings
  }

  /** Opens a stream; the oldest of the same person gives way where there are too many. */
  add({ meta }: ClinicStream, request: FastifyRequest): PassThrough {
    const { clinicId, staffId } = request.caller as CallerOf['clinic']
    const body = new PassThrough()
    const isAllowed = () => isStillAdmitted(this.#settings.admission, meta, request)
    const stream = { clinicId, staffId, body, isAllowed }
    const own = [...this.#open].filter((other) => other.staffId === staffId && other.clinicId === clinicId)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - this.#settings.perPersonMax)))
      this.#end(oldest)
    this.#open.add(stream)
    body.on('close', () => this.#open.delete(stream))
    // Bytes at once, so that a proxy passes the answer on; then a word that news are heard from here on.
    body.write(': open\n\n')
    const heard = this.#feed.open({ onEvent: (news) => this.#tell(news), onGap: () => this.#tellGap() })
    void heard.then(
      () => this.#write(stream, 'gap'),
      // The feed goes on trying, and tells of the gap once it hears.
      () => {},
    )
    return body
  }

  /** Keeps connections alive through proxies, and finds those that nobody reads, and a feed that died unheard. */
  async sendHeartbeats(): Promise<void> {
    for (const stream of this.#open) this.#send(stream, ': beat\n\n')
    await this.#feed.check()
  }

  /** Ends the streams of those who may no longer hear: signed out, locked, deactivated, their clinic suspended. */
  async recheck(): Promise<void> {
    for (const stream of this.#open) if (!(await this.#mayStay(stream))) this.#end(stream)
  }

  /** Ends every stream, so that a server that is closing waits for none. */
  endAll(): void {
    for (const stream of this.#open) this.#end(stream)
  }

  async close(): Promise<void> {
    this.endAll()
    await this.#feed.close()
  }

  async #mayStay({ isAllowed }: Stream): Promise<boolean> {
    try {
      return await isAllowed()
    } catch (error) {
      this.#log.warn({ err: error }, 'a live stream could not be checked')
      return true
    }
  }

  #tell({ clinicId, topic }: LiveEvent): void {
    for (const stream of this.#open) if (stream.clinicId === clinicId) this.#write(stream, topic)
  }

  #tellGap(): void {
    for (const stream of this.#open) this.#write(stream, 'gap')
  }

  #write(stream: Stream, name: string): void {
    this.#send(stream, `event: ${name}\ndata: 1\n\n`)
  }

  #send(stream: Stream, text: string): void {
    if (stream.body.writableLength > unread_bytes_max) this.#end(stream)
    else if (!stream.body.writableEnded) stream.body.write(text)
  }

  #end(stream: Stream): void {
    this.#open.delete(stream)
    stream.body.end()
  }
}

/** Puts the streams on the server: admitted as every operation is, and ended before the server closes. */
export function addLiveStreams(
  app: FastifyInstance,
  routes: readonly ClinicStream[],
  streams: LiveStreams,
): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      config: { declared: { name: route.path, meta: route.meta } },
      async handler(request, reply) {
        const body = streams.add(route, request)
        reply.raw.on('close', () => body.destroy())
        return (
          reply
            .type('text/event-stream')
            // Else a proxy gathers what was meant to be told at once.
            .header('x-accel-buffering', 'no')
            // What has been open for hours is not used again, nor waited for by a server that closes.
            .header('connection', 'close')
            .send(body)
        )
      },
    })
  }
  app.addHook('preClose', async () => streams.endAll())
}
