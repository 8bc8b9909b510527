/**
 * Opening a consent and signing it beside others that do as much: a lean server written for these two outcomes alone
 * (lean-server.ts), and Parse Server, installed from npm into a temporary folder. All three keep their rows in the same
 * PostgreSQL, with the same text of a form and the same drawn signature, and are measured in turns by 16 connections.
 * What cannot be installed is said, and left out.
 *
 *   npm run bench -- peers      or: node tools/bench/peers.ts [openings a round, 300] [signatures a round, 150] [rounds, 3]
 *
 * What it starts ends with it, however it ends. Nothing is judged: whoever else uses the machine lowers all rates.
 */
import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { readPasswords } from '../../server/platform/database/embedded-logins.ts'
import { ownerName, socketPort } from '../../server/platform/database/embedded-server.ts'
import { killDatabase } from '../prove/test-server-process.ts'
import { createDataDir, openBenchApp, quantile } from './bench-app.ts'
import type { LeanSettings } from './lean-server.ts'
import { openLoadTarget, type Asked, type WorkItem } from './load-driver.ts'
import { installParse, startParse } from './parse-peer.ts'
import { createPeerDatabase, seedLean, seedParse } from './peer-data.ts'
import { measured, measureOpenings, measureSignatures, type ProcessorTime } from './processor-measure.ts'
import { createConsentSender, createSignatureInput } from './recorded-workloads.ts'

const [openings = 300, signatures = 150, rounds = 3] = process.argv.slice(2).map(Number)
const [productPort, leanPort, parsePort] = [4420, 4421, 4422]
const connections = 16
/** Before anything counts: a process that has just begun takes longer. */
const warm_up_items = 600
const opened_count = 200

const dataDir = createDataDir()
const peerFolder = mkdtempSync(path.join(tmpdir(), 'candour-peers-'))
process.once('exit', () => {
  // Found by a file of its folder, so before that is removed.
  killDatabase(dataDir)
  const cluster = path.join(dataDir, 'postgres')
  for (const folder of [...(existsSync(cluster) ? [realpathSync(cluster)] : []), dataDir, peerFolder])
    rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

const bench = await openBenchApp(productPort, dataDir)
const { pid, owner, clinicId, staff, address } = bench
const { sendOpened } = await createConsentSender(staff, address)
const first = await sendOpened()
const content = JSON.stringify(first.read.content)
const { mark, name: signer } = createSignatureInput(first.read)
const silentLogger = { error() {}, warn() {}, info() {} }
const ownerLogin = {
  ...{ host: openEmbeddedHome(dataDir, silentLogger).socket, port: socketPort, user: ownerName },
  password: readPasswords(dataDir).owner,
}
const consents_count = warm_up_items + signatures * (rounds + 1)
logProgress('the product is there')

type Side = { open(): Promise<ProcessorTime>; sign(): Promise<ProcessorTime> }
type Peer = {
  pid: number
  port: number
  tokens: string[]
  opening(token: string): Asked
  signing(token: string): Asked
  /** What an answer holds that is right. */
  isOpened(text: string): boolean
  isSigned(text: string): boolean
}

const app = { pid, owner, clinicId, origin: address, dataDir }
const productOptions = { app, port: productPort, connections }
const product: Side = {
  open: () => measureOpenings(productOptions, { first, pieces: openings, rounds: 1 }),
  sign: async () =>
    (await measureSignatures(productOptions, { first, pieces: signatures, rounds: 1, worked: 1 })).signing,
}

/** A peer under the same load: the first tokens are opened again and again, each of the others is signed once. */
async function openPeer(peer: Peer): Promise<Side> {
  const target = openLoadTarget(peer.port)
  const [opened, unsigned] = [peer.tokens.slice(0, opened_count), peer.tokens.slice(opened_count)]
  const openItems = opened.map((token): WorkItem => {
    return { requests: [peer.opening(token)], isRight: ([text]) => peer.isOpened(text!) }
  })
  const taken = (count: number) => Array.from({ length: count }, (_, at) => openItems[at % openItems.length]!)
  const toSign = (count: number) =>
    unsigned.splice(0, count).map((token): WorkItem => {
      return { requests: [peer.signing(token)], isRight: ([text]) => peer.isSigned(text!) }
    })
  await target.work(connections, taken(warm_up_items))
  await target.work(connections, toSign(signatures))
  const work = (items: WorkItem[]) =>
    measured(
      { ...app, pid: peer.pid },
      items.length,
      async () => void (await target.work(connections, items)),
    )
  return { open: () => work(taken(openings)), sign: () => work(toSign(signatures)) }
}

const json = { 'content-type': 'application/json' }
const body = (token: string) => JSON.stringify({ token, mark, signer })
const holdsContent = (found: unknown) => JSON.stringify(found).length === content.length

async function openLean(): Promise<Side> {
  const database = await createPeerDatabase(owner, ownerLogin, 'lean')
  const tokens = await seedLean(database, content, opened_count + consents_count)
  await database.end()
  const server = fork(path.join(import.meta.dirname, 'lean-server.ts'))
  process.once('exit', () => void server.kill('SIGKILL'))
  server.send({ port: leanPort, database: { ...ownerLogin, database: 'lean' } } satisfies LeanSettings)
  await new Promise((resolve, reject) => {
    server.once('message', resolve)
    server.once('exit', () => reject(new Error('The lean server did not start')))
  })
  return openPeer({
    ...{ pid: server.pid!, port: leanPort, tokens },
    opening: (token) => ({ path: `/${token}`, headers: {} }),
    signing: (token) => ({ method: 'POST', path: '/sign', headers: json, body: body(token) }),
    isOpened: (text) => holdsContent((JSON.parse(text) as { content: unknown }).content),
    isSigned: (text) => (JSON.parse(text) as { status: string }).status === 'signed',
  })
}

/** Without the socket, which such an address cannot name. */
const parseUrl = ({ port, user, password }: typeof ownerLogin): string =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/parse?poolSize=${connections}`

async function openParse(): Promise<Side | null> {
  const reason = installParse(peerFolder)
  if (reason) {
    console.log(`Parse Server is left out, since it cannot be installed here: ${reason}`)
    return null
  }
  logProgress('Parse Server is installed')
  const database: pg.Client = await createPeerDatabase(owner, ownerLogin, 'parse')
  const server = await startParse(peerFolder, {
    ...{ port: parsePort, databaseUrl: parseUrl(ownerLogin), socket: ownerLogin.host },
  })
  const tokens = await seedParse(database, content, opened_count + consents_count)
  await database.end()
  const headers = { 'X-Parse-Application-Id': 'bench' }
  type Found = { results: [{ template: { content: unknown } }] }
  return openPeer({
    ...{ pid: server.pid!, port: parsePort, tokens },
    opening: (token) => {
      const query = { where: JSON.stringify({ token }), include: 'template,clinic', limit: '1' }
      return { path: `/parse/classes/Consent?${new URLSearchParams(query)}`, headers }
    },
    signing: (token) => ({
      ...{
        method: 'POST',
        path: '/parse/functions/sign',
        headers: { ...headers, ...json },
        body: body(token),
      },
    }),
    isOpened: (text) => holdsContent((JSON.parse(text) as Found).results[0].template.content),
    isSigned: (text) => typeof (JSON.parse(text) as { result: { id: string } }).result.id === 'string',
  })
}

const lean = await openLean()
logProgress('the lean server is there')
const parse = await openParse()
const sides = Object.entries({ product, lean, ...(parse && { 'Parse Server': parse }) })

const seen = new Map<string, ProcessorTime[]>()
for (let round = 0; round < rounds; round++) {
  for (const work of ['open', 'sign'] as const)
    for (const [name, side] of sides) {
      const key = `${work}, ${name}`
      seen.set(key, [...(seen.get(key) ?? []), await side[work]()])
    }
  logProgress(`round ${round + 1} of ${rounds}`)
}

const medianOf = (times: readonly ProcessorTime[], what: keyof ProcessorTime): number =>
  quantile(
    times.map((time) => time[what]),
    0.5,
  )
const rows = [...seen].map(([what, times]) => {
  const [work] = what.split(',')
  const perSecond = medianOf(times, 'perSecond')
  return {
    work: what,
    'a second': Math.round(perSecond),
    'server, ms': Number(medianOf(times, 'product').toFixed(2)),
    'database, ms': Number(medianOf(times, 'database').toFixed(2)),
    'part of lean': Number((perSecond / medianOf(seen.get(`${work}, lean`)!, 'perSecond')).toFixed(2)),
  }
})
console.table(rows)
console.log(`load ${loadavg()[0]!.toFixed(1)}`)
await bench.close()
process.exit(0)
