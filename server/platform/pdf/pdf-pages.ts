import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { traced } from '../tracing/spans.ts'
import type { FileProblem } from '../../../contract/file-problems.ts'

/** How many pages a PDF has, or why it is not taken in. */
export type PdfCheck = number | Extract<FileProblem, 'pdf-locked' | 'pdf-active' | 'file-damaged'>

/** When reading a file is given up: a few kilobytes can say of themselves that they are gigabytes. */
export type PdfCheckLimits = { ms: number; bytes: number; checkMs: number }

const defaultLimits: PdfCheckLimits = { ms: 10_000, bytes: 600 * 1024 * 1024, checkMs: 25 }
const page_bytes = 4096

/** What a process holds, where the system tells; 0 elsewhere, and once it has ended. */
function residentBytes(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/statm`, 'latin1').split(' ')[1]) * page_bytes
  } catch {
    return 0
  }
}

/** Asks a process of its own, which is ended when it takes too long or holds too much: damaged then, or when it broke. */
function readInChildProcess(bytes: Uint8Array, limits: PdfCheckLimits): Promise<PdfCheck> {
  return new Promise((resolve) => {
    // It gets no environment, so none of the server's secrets are in it.
    const child: ChildProcess = fork(new URL('./pdf-pages-child.ts', import.meta.url), [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
    })
    const end = (reading: PdfCheck) => {
      clearTimeout(late)
      clearInterval(watch)
      child.kill('SIGKILL')
      resolve(reading)
    }
    const late = setTimeout(() => end('file-damaged'), limits.ms)
    const watch = setInterval(() => {
      if (residentBytes(child.pid!) > limits.bytes) end('file-damaged')
    }, limits.checkMs)
    child.once('message', (reading) => end(reading as PdfCheck))
    child.once('exit', () => end('file-damaged'))
    child.once('error', () => end('file-damaged'))
    child.send(bytes, (error) => error && end('file-damaged'))
  })
}

let queue: Promise<unknown> = Promise.resolve()

/**
 * How many pages a PDF has that anybody can open and that does nothing by itself, or why it is refused: a file that is more
 * than it seems counts as damaged. Null where it does not begin as a PDF.
 * One at a time: what a hostile file may take is taken once.
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Partial<PdfCheckLimits> = {},
): Promise<PdfCheck | null> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null
  const read = queue.then(() =>
    traced('read PDF', {}, () => readInChildProcess(bytes, { ...defaultLimits, ...limits })),
  )
  queue = read
  return read
}
