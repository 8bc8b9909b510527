import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { largeVideo, uploadWithInterruptions } from './interrupted-upload.ts'
import { openObjectStore } from '../../server/platform/files/object-store.ts'
import { UploadFolder } from '../../server/platform/files/upload-folder.ts'
import { startS3Server } from '../../server/testing/s3-server.ts'

let dataDir: string
let port: number
let server: ChildProcess
const main = path.join(import.meta.dirname, 'upload-main.ts')

async function start(idleSecondsMax = 60): Promise<void> {
  server = fork(main, [dataDir, String(port), String(idleSecondsMax)], { execArgv: [] })
  await once(server, 'message')
}
async function kill(): Promise<void> {
  server.kill('SIGKILL')
  await once(server, 'exit')
}

/** A port that is free now; the server begins anew at the same one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return free
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-cuts-'))
  port = await freePort()
})
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) await kill()
  await rm(dataDir, { recursive: true })
})

it('an upload that is cut five times, twice by kill -9, arrives whole with at most 2 % sent twice, and an S3 store has it whole', async () => {
  await start()
  const { bytes, sha256 } = largeVideo(32 * 1024 * 1024)
  const { uploadId, sent } = await uploadWithInterruptions({
    address: `http://127.0.0.1:${port}`,
    path: '/api/uploads',
    headers: {},
    bytes,
    dataDir,
    cuts: ['connection dropped', 'server killed', 'page reloaded', 'connection dropped', 'server killed'],
    restart: () => kill().then(() => start()),
  })
  const whole = await new UploadFolder(dataDir, () => null).complete(uploadId)
  expect(whole!.sha256).toBe(sha256)
  expect((sent - bytes.length) / bytes.length).toBeLessThanOrEqual(0.02)

  const store = await startS3Server()
  try {
    const files = openObjectStore(store.settings, { call_ms_max: 60_000, upload_ms_max: 60_000 })
    const name = 'videos/1795330000000_cut.mp4'
    await files.putFile(name, whole!.file)
    const { stream } = (await files.read(name))!
    const read = createHash('sha256')
    for await (const part of stream) read.update(part as Buffer)
    expect(read.digest('hex')).toBe(sha256)
  } finally {
    await store.close()
  }
})

it('an upload of which no byte arrives any more is let go of, and keeps what arrived', async () => {
  await start(0.3)
  const { bytes } = largeVideo(1_000_000)
  const address = `http://127.0.0.1:${port}/api/uploads`
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await fetch(address, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length) },
  })
  const url = `http://127.0.0.1:${port}${begun.headers.get('location')!}`
  const patch = request(url, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
  })
  patch.write(bytes.subarray(0, 300_000))
  const [error] = (await once(patch, 'error').catch((thrown: unknown) => [thrown])) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')
  const asked = await fetch(url, { method: 'HEAD', headers: tus })
  expect(asked.headers.get('upload-offset')).toBe('300000')
})
