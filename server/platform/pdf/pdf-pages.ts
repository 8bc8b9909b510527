import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** When reading a file is given up: a few kilobytes can say of themselves that they are gigabytes. */
export type PdfReadingLimits = { ms: number; bytes: number; checkMs: number }

const ordinary: PdfReadingLimits = { ms: 10_000, bytes: 600 * 1024 * 1024, checkMs: 25 }
const page_bytes = 4096

/** What a process holds, where the system tells; 0 elsewhere, and once it has ended. */
function residentBytes(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/statm`, 'latin1').split(' ')[1]) * page_bytes
  } catch {
    return 0
  }
}

/** Asks a process of its own, which is ended when it takes too long or holds too much; null then, or when it broke. */
function countApart(bytes: Uint8Array, limits: PdfReadingLimits): Promise<number | null> {
  return new Promise((resolve) => {
    // It gets no environment, so none of the server's secrets are in it.
    const child: ChildProcess = fork(new URL('./pdf-pages-child.ts', import.meta.url), [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
    })
    const end = (pages: number | null) => {
      clearTimeout(late)
      clearInterval(watch)
      child.kill('SIGKILL')
      resolve(pages)
    }
    const late = setTimeout(() => end(null), limits.ms)
    const watch = setInterval(() => {
      if (residentBytes(child.pid!) > limits.bytes) end(null)
    }, limits.checkMs)
    child.once('message', (pages) => end(pages as number | null))
    child.once('exit', () => end(null))
    child.once('error', () => end(null))
    child.send(bytes, (error) => error && end(null))
  })
}

let queue: Promise<unknown> = Promise.resolve()

/**
 * How many pages a PDF has that anybody can open; null where it is none, locked with a password, or more than it seems.
 * One at a time: what a hostile file may take is taken once.
 */
export async function pageCountOf(
  bytes: Uint8Array,
  limits: Partial<PdfReadingLimits> = {},
): Promise<number | null> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null
  const counted = queue.then(() => countApart(bytes, { ...ordinary, ...limits }))
  queue = counted
  return counted
}
