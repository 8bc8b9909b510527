/**
 * Uploads a file of 100 MB to the product as it runs, cut five times: the connection dropped, the server killed with -9,
 * the page loaded anew. It must arrive with its hash, and at most 2 % of it may have been sent twice. Files go to the
 * data directory, then to an S3 server that checks signatures; where the environment holds the settings of a store
 * (S3_ENDPOINT and the four others), to that one alone.
 *
 *   node tools/prove/cut-uploads.ts [megabytes, 100]
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { startS3Server } from '../../server/testing/s3-server.ts'
import { largeVideo, uploadWithInterruptions } from './interrupted-upload.ts'
import { fetchCaller, UnavailableError } from './fetch-caller.ts'
import { startServer, untilReady } from './test-server-process.ts'

const megabytes = Number(process.argv[2] ?? 100)
const port = 4391
const address = `http://localhost:${port}`
const resent_share_max = 0.02

type Demo = { accounts: { email: string; password: string; role: string }[] }

type FileStorage = { name: string; settings: Record<string, string> }

/** The product with its files in a store; it can be killed and started again. */
function runProduct({ settings }: FileStorage) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-cuts-'))
  let server = startServer({ dataDir, port, settings })

  /** Waits until it serves; one that could not start on a busy machine is started again. */
  async function bringUp(): Promise<void> {
    for (;;) {
      const ended = new Promise<boolean>((resolve) => server.once('exit', () => resolve(false)))
      if (await Promise.race([untilReady(address).then(() => true), ended])) return
      server = startServer({ dataDir, port, settings })
    }
  }

  async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }

  return {
    dataDir,
    bringUp,
    demo: () => JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo,
    async restart(): Promise<void> {
      await stop('SIGKILL')
      server = startServer({ dataDir, port, settings })
      await bringUp()
    },
    async end(): Promise<void> {
      await stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server that has just started on a busy machine says so for a moment; each of these calls may be made again. */
async function waitUntilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      await sleep(250)
    }
  }
}

/** Uploads through the cuts and reads back what the store holds; whether it is whole and hardly anything came twice. */
async function uploadTo(store: FileStorage): Promise<boolean> {
  const product = runProduct(store)
  try {
    await product.bringUp()
    const { email, password } = product.demo().accounts.find(({ role }) => role === 'clinic_admin')!
    const staff = fetchCaller(address)
    await waitUntilAnswered(() => staff.call(contract.identity.signIn, { login: email, password }))
    const { bytes, sha256 } = largeVideo(megabytes * 1024 * 1024)
    const { uploadId, sent } = await uploadWithInterruptions({
      address,
      path: '/api/clinic/video-uploads',
      headers: { cookie: staff.cookie(), origin: address },
      bytes,
      dataDir: product.dataDir,
      cuts: ['connection dropped', 'server killed', 'page reloaded', 'connection dropped', 'server killed'],
      restart: product.restart,
    })
    const video = await waitUntilAnswered(() => staff.call(contract.videos.finish, { uploadId }))
    // Until the store has it, it is shown from where it was uploaded to.
    await sleep(5000)
    const { original } = await waitUntilAnswered(() =>
      staff.call(contract.videos.addresses, { videoId: video.id }),
    )
    const shown = await fetch(`${address}${original}`, { headers: { cookie: staff.cookie() } })
    const read = createHash('sha256')
    for await (const part of shown.body!) read.update(part)
    const twice = (sent - bytes.length) / bytes.length
    const isWhole = video.sha256 === sha256 && read.digest('hex') === sha256
    const sentTwice = `${(twice * 100).toFixed(3)} %`
    console.log(JSON.stringify({ store: store.name, megabytes, cuts: 5, isWhole, sentTwice }))
    return isWhole && twice <= resent_share_max
  } finally {
    await product.end()
  }
}

if (process.env.S3_ENDPOINT) {
  if (!(await uploadTo({ name: process.env.S3_ENDPOINT, settings: {} }))) process.exitCode = 1
} else {
  const { settings: s3, close } = await startS3Server()
  const settings = {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  try {
    for (const store of [
      { name: 'disk', settings: {} },
      { name: 'S3 server', settings },
    ])
      if (!(await uploadTo(store))) process.exitCode = 1
  } finally {
    await close()
  }
}
