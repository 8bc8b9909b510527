import pg from 'pg'
import type { Log } from '../database/database.ts'

const channel = 'candour_live'
const reconnect_ms_min = 250
const reconnect_ms_max = 10_000
/** A connection that does not answer within this is as good as gone, whatever the network still says of it. */
const ping_ms_max = 5_000

export type LiveEvent = { clinicId: string; topic: string }

export type Listener = {
  /** Something of this topic changed in this clinic. */
  onEvent(news: LiveEvent): void
  /** News may have been missed: whatever is shown has to be asked for again. */
  onGap(): void
}

export type LiveFeed = {
  /** Hears every clinic's news from now on; answers once they are heard for certain. */
  open(listener: Listener): Promise<void>
  /** Finds out whether the connection still lives, and makes another where it does not. */
  check(): Promise<void>
  close(): Promise<void>
}

const isLiveEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'clinicId' in value && 'topic' in value

function parseLiveEvent(payload: string | undefined): LiveEvent | null {
  try {
    const value: unknown = JSON.parse(payload ?? '')
    return isLiveEvent(value) ? value : null
  } catch {
    return null
  }
}

const withTimeout = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The listening connection did not answer in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * One connection of an instance that listens for what any instance tells. It is made when somebody first wants news,
 * and made again for as long as somebody does; what happened in between is unknown, so everybody is told to ask again.
 */
export function openLiveFeed(login: pg.ClientConfig, log: Log): LiveFeed {
  let listener: Listener | null = null
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let pause_ms = reconnect_ms_min
  let closed = false

  function lost(one: pg.Client): void {
    if (client !== one) return
    client = null
    void one.end().catch(() => {})
    reconnectLater()
  }

  function reconnectLater(): void {
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      void connect().catch(() => {})
    }, pause_ms)
    pause_ms = Math.min(pause_ms * 2, reconnect_ms_max)
  }

  async function listen(): Promise<void> {
    const one = new pg.Client({
      ...login,
      application_name: 'candour live',
      keepAlive: true,
      connectionTimeoutMillis: ping_ms_max,
    })
    one.on('error', () => lost(one))
    one.on('end', () => lost(one))
    one.on('notification', ({ payload }) => {
      const news = parseLiveEvent(payload)
      if (news) listener?.onEvent(news)
    })
    try {
      await one.connect()
      await one.query(`listen ${channel}`)
    } catch (error) {
      void one.end().catch(() => {})
      log.warn({ err: error }, 'live news cannot be heard at the moment')
      reconnectLater()
      throw error
    }
    if (closed) {
      await one.end()
      return
    }
    client = one
    pause_ms = reconnect_ms_min
    listener?.onGap()
  }

  function connect(): Promise<void> {
    if (client || closed) return Promise.resolve()
    connecting ??= listen().finally(() => (connecting = null))
    return connecting
  }

  return {
    async open(hears) {
      listener = hears
      await connect()
    },
    async check() {
      const asked = client
      if (!asked) return
      await withTimeout(asked.query('select 1'), ping_ms_max).catch(() => lost(asked))
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await connecting?.catch(() => {})
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}

/**
 * Tells every instance. Only a job does this, in its own small transaction: notifying takes a lock of the whole
 * database until the commit, which a change of somebody's record must not wait for (rulings 26).
 */
export async function publishLiveEvent(client: pg.ClientBase, news: LiveEvent): Promise<void> {
  await client.query('select pg_notify($1, $2)', [channel, JSON.stringify(news)])
}
