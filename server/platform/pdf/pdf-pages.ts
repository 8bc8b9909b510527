import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { traced } from '../tracing/spans.ts'
import { UnavailableError } from '../unavailable.ts'
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

type Reader = { child: ChildProcess; files: number }

/** So many files are read by one process, as long as each is a sound one; any other was its last. */
const files_per_process_max = 100
/** A process that holds more has read its last file. */
const kept_bytes_max = 150 * 1024 * 1024
/** Nobody has sent another file for so long. */
const idle_ms = 5000

let waiting: { reader: Reader; forgotten: NodeJS.Timeout } | null = null

/** A process that has read sound files alone, or a new one. */
async function takeReader(): Promise<Reader> {
  if (waiting) {
    const { reader, forgotten } = waiting
    waiting = null
    clearTimeout(forgotten)
    if (reader.child.connected) {
      reader.child.removeAllListeners()
      return reader
    }
  }
  return startReader()
}

/** @throws UnavailableError where the system starts none, which says nothing of the file. */
async function startReader(): Promise<Reader> {
  try {
    // It gets no environment, so none of the server's secrets are in it.
    const child = fork(new URL('./pdf-pages-child.ts', import.meta.url), [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
    })
    await once(child, 'spawn')
    return { child, files: 0 }
  } catch (error) {
    throw new UnavailableError(error)
  }
}

/** Lets a process wait for the next file where its last was sound and little is left of it; ends it otherwise. */
function giveBack(reader: Reader, reading: PdfCheck | null): void {
  const { child } = reader
  child.removeAllListeners()
  child.on('error', () => {})
  const isSound = typeof reading === 'number' && residentBytes(child.pid!) < kept_bytes_max
  if (!isSound || ++reader.files >= files_per_process_max || waiting) return void child.kill('SIGKILL')
  const forgotten = setTimeout(() => {
    waiting = null
    child.kill('SIGKILL')
  }, idle_ms)
  waiting = { reader, forgotten }
  // Nobody who ends waits for it.
  forgotten.unref()
  child.unref()
  child.channel?.unref()
}

/**
 * Asks a process apart, which is ended when it takes too long or holds too much. It reads the next file only where this one
 * was sound. Null where it gave no answer.
 */
function askReader(reader: Reader, bytes: Uint8Array, limits: PdfCheckLimits): Promise<PdfCheck | null> {
  return new Promise((resolve) => {
    const { child } = reader
    child.ref()
    child.channel?.ref()
    let isOver = false
    const end = (reading: PdfCheck | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(late)
      clearInterval(watch)
      giveBack(reader, reading)
      resolve(reading)
    }
    const giveUp = () => end(null)
    const late = setTimeout(giveUp, limits.ms)
    const watch = setInterval(() => {
      if (residentBytes(child.pid!) > limits.bytes) giveUp()
    }, limits.checkMs)
    child.once('message', (reading) => end(reading as PdfCheck))
    child.once('exit', giveUp)
    child.once('error', giveUp)
    child.send(bytes, (error) => error && giveUp())
  })
}

/**
 * A file of which a new process says nothing is damaged. One that has read others may hold what is left of them, or have been
 * ended by the system while it waited: neither says anything of this file, which a new process then reads.
 */
async function readInChildProcess(bytes: Uint8Array, limits: PdfCheckLimits): Promise<PdfCheck> {
  const reader = await takeReader()
  const isNew = reader.files === 0
  const reading = await askReader(reader, bytes, limits)
  if (reading !== null) return reading
  return isNew ? 'file-damaged' : readInChildProcess(bytes, limits)
}

let queue: Promise<unknown> = Promise.resolve()

/**
 * How many pages a PDF has that anybody can open and that does nothing by itself, or why it is refused: a file that is more
 * than it seems counts as damaged. Null where it does not begin as a PDF.
 * One at a time: what a hostile file may take is taken by no two at once.
 * @throws UnavailableError where no process could be started to read it; the next file is not affected.
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Partial<PdfCheckLimits> = {},
): Promise<PdfCheck | null> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null
  const read = queue.then(() =>
    traced('read PDF', {}, () => readInChildProcess(bytes, { ...defaultLimits, ...limits })),
  )
  queue = read.catch(() => undefined)
  return read
}
