import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const mp4Head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')

/** What cuts an upload: the way there, the server itself by kill -9, or the page that is loaded anew. */
export type Interruption = 'connection dropped' | 'server killed' | 'page reloaded'

type InterruptedUploadOptions = {
  address: string
  /** Where uploads are begun. */
  path: string
  headers: Record<string, string>
  bytes: Buffer
  /** The server's own, where one sees what has arrived. */
  dataDir: string
  cuts: readonly Interruption[]
  /** Kills the server, and answers once another runs in its place. */
  restart(): Promise<void>
}

/**
 * As much as a slow line has on its way. Between two processes of one machine megabytes would be, the more the busier it
 * is, and a cut loses what is on its way.
 */
const in_flight_bytes_max = 96 * 1024
const chunk_bytes = 32 * 1024

const tus = { 'tus-resumable': '1.0.0' }

/** A video of so many bytes, and its hash. */
export function largeVideo(length: number): { bytes: Buffer; sha256: string } {
  const bytes = randomBytes(length)
  mp4Head.copy(bytes)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** How much of an upload the server has on its disk. */
function storedBytes(dataDir: string, url: string): number {
  const file = path.join(dataDir, 'uploads', `${url.split('/').at(-1)!}.part`)
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Sends on from `offset` until `until`, then cuts; answers how many bytes left us. */
function sendChunk(
  { address, headers, bytes, dataDir }: InterruptedUploadOptions,
  url: string,
  { offset, until }: { offset: number; until: number },
): Promise<{ sent: number; isDone: boolean }> {
  return new Promise((resolve) => {
    const patch = request(`${address}${url}`, {
      method: 'PATCH',
      agent: false,
      headers: {
        ...headers,
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length - offset),
      },
    })
    let sent = 0
    const end = (isDone: boolean) => {
      patch.destroy()
      resolve({ sent, isDone })
    }
    patch.on('error', () => end(false))
    patch.on('response', (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode === 204))
    })
    const go = async () => {
      while (offset + sent < until) {
        const chunk = bytes.subarray(offset + sent, Math.min(offset + sent + chunk_bytes, until))
        await new Promise<void>((written) => patch.write(chunk, () => written()))
        sent += chunk.length
        while (!patch.destroyed && offset + sent - storedBytes(dataDir, url) > in_flight_bytes_max)
          await pause(1)
      }
      if (until === bytes.length) patch.end()
      else end(false)
    }
    void go()
  })
}

async function offsetOf({ address, headers }: InterruptedUploadOptions, url: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${address}${url}`, { method: 'HEAD', headers: { ...headers, ...tus } }).catch(
      () => null,
    )
    if (answer?.ok) return Number(answer.headers.get('upload-offset'))
    if (answer && answer.status < 500) throw new Error(`The upload was lost: ${answer.status}`)
    await pause(20)
  }
}

type Target = Pick<InterruptedUploadOptions, 'address' | 'path' | 'headers' | 'bytes'>

async function createUpload({
  address,
  path: place,
  headers,
  bytes,
}: Target): Promise<{ url: string; uploadId: string }> {
  const metadata = `filename ${Buffer.from('cut.mp4').toString('base64')},filetype ${Buffer.from('video/mp4').toString('base64')}`
  const begun = await fetch(`${address}${place}`, {
    method: 'POST',
    headers: { ...headers, ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  if (begun.status !== 201) throw new Error(`The upload was not begun: ${begun.status} ${await begun.text()}`)
  const url = begun.headers.get('location')!
  const uploadId = url.split('/').at(-1)!
  return { url, uploadId }
}

/** A whole upload in one go. */
export async function uploadInOneRequest(target: Target): Promise<{ uploadId: string }> {
  const { address, headers, bytes } = target
  const { url, uploadId } = await createUpload(target)
  const content = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const sent = await fetch(address + url, {
    method: 'PATCH',
    headers: { ...headers, ...tus, ...content },
    body: bytes as never,
  })
  if (sent.status !== 204) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`)
  return { uploadId }
}

/** Uploads a file that is cut as often as said, and goes on each time where the server says; what was sent, in bytes. */
export async function uploadWithInterruptions(
  cutting: InterruptedUploadOptions,
): Promise<{ uploadId: string; sent: number }> {
  const { bytes, cuts, restart } = cutting
  const { url, uploadId } = await createUpload(cutting)
  let sent = 0
  for (const [index, cut] of cuts.entries()) {
    const until = Math.floor((bytes.length * (index + 1)) / (cuts.length + 1))
    const some = await sendChunk(cutting, url, { offset: await offsetOf(cutting, url), until })
    sent += some.sent
    if (cut === 'server killed') await restart()
  }
  for (;;) {
    const rest = await sendChunk(cutting, url, { offset: await offsetOf(cutting, url), until: bytes.length })
    sent += rest.sent
    if (rest.isDone) return { uploadId, sent }
  }
}
