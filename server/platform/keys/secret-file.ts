import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/**
 * The text of a secret file, made by `make` when there is none (mode 0600, in a 0700 directory).
 * The file appears whole or not at all, and of several processes making it at once one wins and
 * all return the winner's text.
 */
export function readOrCreateSecret(file: string, make: () => string): string {
  return readSecret(file) ?? createSecret(file, make())
}

function createSecret(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  try {
    writeThrough(draft, text)
    // A hard link, unlike a rename, refuses to replace what another process has put there.
    linkSync(draft, file)
    syncDirectory(path.dirname(file))
    return text
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Puts one secret file in the place of another, at once and for good. */
export function replaceSecret(file: string, place: string): void {
  renameSync(file, place)
  syncDirectory(path.dirname(place))
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function writeThrough(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
