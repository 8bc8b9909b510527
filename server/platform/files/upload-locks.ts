import { ERRORS, type Lock, type Locker } from '@tus/server'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../database/database.ts'

/** Tells these locks from other advisory locks of the database. */
const lock_space = 7_301_508
const wait_ms_max = 20_000
const ask_again_ms = 250
/** How long the connection is kept for the next upload. */
const idle_ms = 30_000

type HeldLock = { release: () => void; freed: Promise<void>; free: () => void }

/**
 * Lets one request at a time write to an upload, over all instances (rulings 25): inside the process by waiting, and
 * between processes by advisory locks of one connection, which end with it. Who holds one is asked to let go, since it
 * is most often a connection that was cut and has not noticed. The connection is there while something is uploaded.
 */
export class UploadLocks implements Locker {
  readonly #settings: pg.ClientConfig
  readonly #log: Log
  readonly #idle_ms: number
  readonly #held = new Map<string, HeldLock>()
  #client: Promise<pg.Client> | null = null
  #turn: Promise<void> = Promise.resolve()
  #leaving: NodeJS.Timeout | undefined

  constructor(settings: pg.ClientConfig, log: Log, idleMs = idle_ms) {
    this.#settings = settings
    this.#log = log
    this.#idle_ms = idleMs
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, release) => this.#lock(id, signal, () => void release()),
      unlock: () => this.#unlock(id),
    }
  }

  async #lock(id: string, signal: AbortSignal, release: () => void): Promise<void> {
    const until = performance.now() + wait_ms_max
    const isLate = () => signal.aborted || performance.now() > until
    for (let held = this.#held.get(id); held; held = this.#held.get(id)) {
      if (isLate()) throw ERRORS.ERR_LOCK_TIMEOUT
      held.release()
      await Promise.race([held.freed, pause(ask_again_ms)])
    }
    const { promise: freed, resolve: free } = Promise.withResolvers<void>()
    this.#held.set(id, { release, freed, free })
    try {
      while (!(await this.#ask('select pg_try_advisory_lock($1, hashtext($2)) as done', id))) {
        if (isLate()) throw ERRORS.ERR_LOCK_TIMEOUT
        await pause(ask_again_ms)
      }
    } catch (error) {
      this.#letGo(id)
      throw error
    }
  }

  async #unlock(id: string): Promise<void> {
    try {
      await this.#ask('select pg_advisory_unlock($1, hashtext($2)) as done', id)
    } finally {
      this.#letGo(id)
    }
  }

  #letGo(id: string): void {
    this.#held.get(id)?.free()
    this.#held.delete(id)
    clearTimeout(this.#leaving)
    if (this.#held.size > 0) return
    this.#leaving = setTimeout(() => this.#leave(), this.#idle_ms).unref()
  }

  /** In its turn, so that whoever asks meanwhile connects anew. */
  #leave(): void {
    this.#turn = this.#turn
      .then(() => (this.#held.size === 0 ? this.#disconnect() : undefined))
      .catch((err: unknown) => this.#log.warn({ err }, 'the connection of upload locks was lost'))
  }

  /** One question at a time: the connection is one. */
  #ask(text: string, id: string): Promise<boolean> {
    const asked = this.#turn.then(() => this.#askNow(text, id))
    this.#turn = asked.then(
      () => {},
      () => {},
    )
    return asked
  }

  async #askNow(text: string, id: string): Promise<boolean> {
    const client = await (this.#client ??= this.#connect())
    const { rows } = await client.query<{ done: boolean }>(text, [lock_space, id])
    return rows[0]!.done
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings)
    // Its locks end with it: what they guarded goes on under the lock of this process, and the next one connects anew.
    client.on('error', (err) => {
      this.#log.warn({ err }, 'the connection of upload locks was lost')
      this.#client = null
    })
    try {
      await client.connect()
    } catch (error) {
      this.#client = null
      throw error
    }
    return client
  }

  async #disconnect(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    this.#client = null
    await client?.end()
  }

  async close(): Promise<void> {
    clearTimeout(this.#leaving)
    await this.#disconnect()
  }
}
