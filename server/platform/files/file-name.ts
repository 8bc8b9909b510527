/** A folder, a SHA-256 and an ending: 'documents/<64 hex digits>.pdf'. */
const namePattern = /^([a-z]+(?:-[a-z]+)*)\/([\da-f]{64}\.[a-z\d]{1,5})$/

/** A folder, a time in milliseconds and a name that was made safe: 'videos/1795330000000_root-canal.mp4'. */
const timedPattern = /^([a-z]+(?:-[a-z]+)*)\/(\d{10,16}_[\w.-]{1,160})$/

/** The parts of a file's name; throws for anything that is not one, so that no name can leave its folder. */
export function parseFileName(name: string): { folder: string; file: string } {
  const [, folder, file] = namePattern.exec(name) ?? timedPattern.exec(name) ?? []
  if (!folder || !file) throw new Error('This is not the name of a file')
  return { folder, file }
}

/** Thrown when a name is already taken by other bytes. */
export class FileConflictError extends Error {
  override name = 'FileConflictError'
  constructor(name: string) {
    super(`The file ${name} exists with other content`)
  }
}

/** Whether both hold the same bytes; nothing is the same as no file. */
export const sameBytes = (one: Uint8Array | null, other: Uint8Array): boolean =>
  one !== null && Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(other)
