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

type Reader = { child: ChildProcess; files: number }

/** So many files are read by one process, as long as each is a sound one; any other was its last. */
const files_per_process_max = 100
/** A process that holds more has read its last file. */
const kept_bytes_max = 150 * 1024 * 1024
/** Nobody has sent another file for so long. */
const idle_ms = 5000

let waiting: { reader: Reader; forgotten: NodeJS.Timeout } | null = null

/** A process that has read sound files alone, or a new one. */
function takeReader(): Reader {
  if (waiting) {
    const { reader, forgotten } = waiting
    waiting = null
    clearTimeout(forgotten)
    if (reader.child.connected) {
      reader.child.removeAllListeners()
      return reader
    }
  }
  // It gets no environment, so none of the server's secrets are in it.
  const child = fork(new URL('./pdf-pages-child.ts', import.meta.url), [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
  })
  return { child, files: 0 }
}

/** Lets a process wait for the next file where its last was sound and little is left of it; ends it otherwise. */
function giveBack(reader: Reader, reading: PdfCheck): void {
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
 * Asks a process apart, which is ended when it takes too long or holds too much: damaged then, or when it broke. It reads
 * the next file only where this one was sound.
 */
function readInChildProcess(bytes: Uint8Array, limits: PdfCheckLimits): Promise<PdfCheck> {
  return new Promise((resolve) => {
    const reader = takeReader()
    const { child } = reader
    child.ref()
    child.channel?.ref()
    let isOver = false
    const stop = (reading: PdfCheck) => {
      isOver = true
      clearTimeout(late)
      clearInterval(watch)
      giveBack(reader, reading)
    }
    const end = (reading: PdfCheck) => {
      if (isOver) return
      stop(reading)
      resolve(reading)
    }
    // One that waited may have been ended by the system meanwhile, which says nothing of this file.
    const breakOff = () => {
      if (isOver || reader.files === 0) return end('file-damaged')
      stop('file-damaged')
      resolve(readInChildProcess(bytes, limits))
    }
    const late = setTimeout(() => end('file-damaged'), limits.ms)
    const watch = setInterval(() => {
      if (residentBytes(child.pid!) > limits.bytes) end('file-damaged')
    }, limits.checkMs)
    child.once('message', (reading) => end(reading as PdfCheck))
    child.once('exit', breakOff)
    child.once('error', breakOff)
    child.send(bytes, (error) => error && breakOff())
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
