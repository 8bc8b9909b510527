import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileTaken, partsOfFileName, sameBytes } from './file-name.ts'
import type { Files } from './files.ts'

export type ObjectStoreSettings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Files in a bucket of an S3 store, under their own names. */
export function openObjectStore({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: ObjectStoreSettings): Files {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Stores other than Amazon's refuse the checksums that newer clients add of their own accord.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const placeOf = (name: string) => {
    partsOfFileName(name)
    return { Bucket: bucket, Key: name }
  }

  async function get(name: string) {
    try {
      return await client.send(new GetObjectCommand(placeOf(name)))
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw error
    }
  }

  async function readAll(name: string): Promise<Uint8Array | null> {
    const found = await get(name)
    return found ? found.Body!.transformToByteArray() : null
  }

  return {
    async put(name, bytes) {
      try {
        await client.send(new PutObjectCommand({ ...placeOf(name), Body: bytes, IfNoneMatch: '*' }))
      } catch (error) {
        // 412: there is one already. 409: another writer is just making one.
        const status = statusOf(error)
        if (status !== 412 && status !== 409) throw error
        const present = await readAll(name)
        if (!present) throw error
        if (!sameBytes(present, bytes)) throw new FileTaken(name)
      }
    },
    async putFile(name, source) {
      const { size } = await stat(source)
      // One request of at most 5 GB, which every store takes; what is larger is no file of ours.
      const body = { Body: createReadStream(source), ContentLength: size }
      await client.send(new PutObjectCommand({ ...placeOf(name), ...body }))
    },
    async read(name) {
      const found = await get(name)
      return found && { stream: found.Body as Readable, bytes: found.ContentLength! }
    },
    readAll,
    async remove(name) {
      await client.send(new DeleteObjectCommand(placeOf(name)))
    },
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
