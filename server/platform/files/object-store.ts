import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileConflictError, parseFileName, sameBytes } from './file-name.ts'
import type { ByteRange, FileStore } from './files.ts'
import { withStorageRetries } from './storage-error.ts'

export type ObjectStoreSettings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * For how long a call, and a file on its way there, are tried again; and for how long a store that hangs may be silent,
 * some time where it is left out.
 */
export type StorageRetries = { call_ms_max: number; upload_ms_max: number; silence_ms_max?: number }

const connect_ms_max = 5000
/** Of a player that pauses for longer the stream is cut too, which it then asks for again from where it was. */
const silence_ms_max = 60_000

/** What is larger goes over in parts, each tried again by itself. Stores take parts of 5 MB and more. */
const part_bytes = 8 * 1024 * 1024

/**
 * Something that is no store answered in its place, as a network does that wants to be signed in to: 200 to whatever it
 * is asked, with a page of its own. Believed, it would have taken a signed record and kept nothing.
 */
class UnexpectedResponseError extends Error {
  override name = 'UnexpectedResponseError'
}

/** An answer of a store, which bears this; anything else is tried again, as where no answer came. */
function requireField<T, K extends keyof T>(answer: T, sign: K): T & Record<K, NonNullable<T[K]>> {
  if (answer[sign] == null)
    throw new UnexpectedResponseError(`What answered is no store: it says no ${String(sign)}`)
  return answer as T & Record<K, NonNullable<T[K]>>
}

/** Files in a bucket of an S3 store, under their own names. */
export function openObjectStore(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: ObjectStoreSettings,
  retries: StorageRetries,
): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // We try again ourselves, for as long as the specification says.
    maxAttempts: 1,
    // Left alone, it waits for ever for a store that took the request and does not answer.
    requestHandler: {
      connectionTimeout: connect_ms_max,
      socketTimeout: retries.silence_ms_max ?? silence_ms_max,
    },
    // Stores other than Amazon's refuse the checksums that newer clients add of their own accord.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const placeOf = (name: string) => {
    parseFileName(name)
    return { Bucket: bucket, Key: name }
  }
  const asked = <T>(work: () => Promise<T>) =>
    withStorageRetries(work, { ms_max: retries.call_ms_max, statusOf })

  async function get(name: string, part?: ByteRange) {
    const range = part && { Range: `bytes=${part.first}-${part.last}` }
    const command = { ...placeOf(name), ...range }
    return asked(async () => {
      const found = await client.send(new GetObjectCommand(command)).catch(unlessMissing)
      return found && requireField(found, 'ETag')
    })
  }

  async function readAll(name: string): Promise<Uint8Array | null> {
    const found = await get(name)
    return found ? found.Body!.transformToByteArray() : null
  }

  async function send(name: string, source: string): Promise<void> {
    const place = placeOf(name)
    const { size } = await stat(source)
    const sent = <T>(work: () => Promise<T>) =>
      withStorageRetries(work, { ms_max: retries.upload_ms_max, statusOf })
    if (size > part_bytes) return putMultipart({ client, sent }, place, { source, size })
    // Small enough to be sent anew as a whole.
    await sent(async () => {
      const body = { Body: createReadStream(source), ContentLength: size }
      await client.send(new PutObjectCommand({ ...place, ...body }))
      await verifyStoredSize(client, place, size)
    })
  }

  return {
    async put(name, bytes) {
      const command = { ...placeOf(name), Body: bytes, IfNoneMatch: '*' }
      const made = await asked(() =>
        client.send(new PutObjectCommand(command)).then(
          async () => {
            await verifyStoredSize(client, placeOf(name), bytes.length)
            return true
          },
          (error: unknown) => {
            // 412: there is one already. 409: another writer is just making one.
            if ([412, 409].includes(statusOf(error) ?? 0)) return false
            throw error
          },
        ),
      )
      if (made) return
      const present = await readAll(name)
      if (!present) throw new Error('The object store refused a file and has none of its name')
      if (!sameBytes(present, bytes)) throw new FileConflictError(name)
    },
    putFile: send,
    // A store puts what comes last in the place of what was there, once it has all of it.
    replace: send,
    async read(name, part) {
      const found = await get(name, part)
      return found && { stream: found.Body as Readable, bytes: found.ContentLength! }
    },
    readAll,
    async list(prefix, max) {
      const command = { Bucket: bucket, Prefix: prefix, MaxKeys: max }
      const { Contents = [] } = await asked(async () =>
        requireField(await client.send(new ListObjectsV2Command(command)), 'Name'),
      )
      return Contents.map(({ Key }) => Key!)
    },
    async remove(name) {
      const place = placeOf(name)
      await asked(async () => {
        const { $metadata } = await client.send(new DeleteObjectCommand(place))
        // A store has nothing to say of it, and says so.
        if ($metadata.httpStatusCode !== 204)
          throw new UnexpectedResponseError('What was to be removed may be there still')
      })
    },
  }
}

type ObjectLocation = { Bucket: string; Key: string }
type UploadContext = { client: S3Client; sent<T>(work: () => Promise<T>): Promise<T> }

/** Asks the store whether it holds all of what it was given: only then is it there. */
async function verifyStoredSize(client: S3Client, place: ObjectLocation, size: number): Promise<void> {
  const found = await client.send(new HeadObjectCommand(place)).catch(unlessMissing)
  const held = found ? requireField(found, 'ETag').ContentLength : 0
  if (held !== size) throw new UnexpectedResponseError(`The store holds ${held} bytes of ${size}`)
}

/** Sends a large file part by part, one in memory at a time; what was begun is taken back where it cannot be ended. */
async function putMultipart(
  { client, sent }: UploadContext,
  place: ObjectLocation,
  { source, size }: { source: string; size: number },
): Promise<void> {
  const { UploadId } = await sent(async () =>
    requireField(await client.send(new CreateMultipartUploadCommand(place)), 'UploadId'),
  )
  const upload = { ...place, UploadId }
  const handle = await open(source, 'r')
  try {
    const Parts: CompletedPart[] = []
    for (let from = 0; from < size; from += part_bytes) {
      const PartNumber = Parts.length + 1
      const Body = await bytesOf(handle, { from, length: Math.min(part_bytes, size - from) })
      const { ETag } = await sent(async () =>
        requireField(await client.send(new UploadPartCommand({ ...upload, PartNumber, Body })), 'ETag'),
      )
      Parts.push({ PartNumber, ETag })
    }
    await sent(() =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
    )
    await sent(() => verifyStoredSize(client, place, size))
  } catch (error) {
    // The store keeps, and counts, parts of what nobody ends. That they could not be taken back changes nothing else.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  } finally {
    await handle.close()
  }
}

async function bytesOf(
  handle: FileHandle,
  { from, length }: { from: number; length: number },
): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(part, 0, length, from)
  if (bytesRead !== length) throw new Error('A file became shorter while it was sent')
  return part
}

/** The status the store answered with; 0 where no answer came, and null for a fault that is not the store's. */
function statusOf(error: unknown): number | null {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 0
  return error instanceof UnexpectedResponseError || isNetworkError(error) ? 0 : null
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
])
const isNetworkError = (error: unknown): boolean => {
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  return name === 'TimeoutError' || (code !== undefined && networkCodes.has(code))
}

function unlessMissing(error: unknown): null {
  if (statusOf(error) === 404) return null
  throw error
}
