import { upload_hours_max } from '../../../contract/limits.ts'

/** An upload that was begun and not finished, as this browser remembers it. */
export type StoredUpload = {
  /** Of the file that was chosen. */
  name: string
  size: number
  fingerprint: string
  /** Where it is gone on with. */
  url: string
  /** Whether what is sent is the file itself or the smaller video that was made of it. */
  sent: 'original' | 'compressed'
  begunAt: string
  /** How much of it had arrived when this was last heard. */
  percent: number
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const isStoredUpload = (value: unknown): value is StoredUpload =>
  typeof value === 'object' &&
  value !== null &&
  (['name', 'fingerprint', 'url', 'sent', 'begunAt'] as const).every(
    (key) => typeof (value as Partial<StoredUpload>)[key] === 'string',
  ) &&
  typeof (value as Partial<StoredUpload>).size === 'number' &&
  typeof (value as Partial<StoredUpload>).percent === 'number'

const hour_ms = 3_600_000

/** What is kept under a key and can still be gone on with. A browser that keeps nothing is no reason to fail. */
export function readStoredUpload(store: Store, key: string, now: Date): StoredUpload | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? 'null')
    if (!isStoredUpload(stored)) return null
    const age_ms = now.getTime() - Date.parse(stored.begunAt)
    return age_ms < upload_hours_max * hour_ms ? stored : null
  } catch {
    return null
  }
}

export function saveUpload(store: Store, key: string, kept: StoredUpload | null): void {
  try {
    if (kept) store.setItem(key, JSON.stringify(kept))
    else store.removeItem(key)
  } catch (problem) {
    console.error(problem)
  }
}

const sample_bytes = 1024 * 1024

/** Tells files apart without reading all of them: by their size and what they hold at three places. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const last = Math.max(0, file.size - sample_bytes)
  const sampleOffsets = [0, Math.floor(last / 2), last]
  const samples = await Promise.all(
    sampleOffsets.map((at) => file.slice(at, at + sample_bytes).arrayBuffer()),
  )
  const all = await new Blob(samples).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all))
  return `${file.size}-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What somebody is told who chose another file than the one that was being sent. */
export const differentFileError = ({ name }: Pick<StoredUpload, 'name'>): string =>
  `This is not the interrupted file. Choose ${name} to resume, or start a new upload.`
