import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** So much of a table is one entry of an archive: more than one is not held in memory. */
const part_bytes = 4 * 1024 * 1024
const line_end = 0x0a

export type RowDigest = { rows: number; sha256: string }

/** Counts and hashes rows as PostgreSQL writes them for COPY: one line each, no line end within. */
export class RowHasher {
  #rows = 0
  readonly #hash = createHash('sha256')

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    for (let at = chunk.indexOf(line_end); at >= 0; at = chunk.indexOf(line_end, at + 1)) this.#rows++
  }

  end(): RowDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** The rows of a query, as parts that are not too large; `count` sees all of them. */
export async function* copyOut(
  client: pg.ClientBase,
  query: string,
  count: RowHasher,
): AsyncGenerator<Buffer> {
  let [held, size] = [[] as Buffer[], 0]
  for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`)) as AsyncIterable<Buffer>) {
    count.add(chunk)
    held.push(chunk)
    size += chunk.byteLength
    if (size < part_bytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Counts and hashes the rows of a query without keeping any. */
export async function countRows(client: pg.ClientBase, query: string): Promise<RowDigest> {
  const count = new RowHasher()
  for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`)) as AsyncIterable<Buffer>)
    count.add(chunk)
  return count.end()
}

/** Rows on their way into a table. */
export type TableWriter = { add(chunk: Uint8Array): Promise<void>; end(): Promise<void> }

/** Begins to fill a table with rows as `copyOut` gave them; `columns` is SQL. */
export function createTableWriter(client: pg.ClientBase, table: string, columns: string): TableWriter {
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
  const done = finished(stream)
  // Whoever adds next, or ends, is told.
  done.catch(() => {})
  return {
    async add(chunk) {
      if (stream.destroyed) await done
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
    },
  }
}
