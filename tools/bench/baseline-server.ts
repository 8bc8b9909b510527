/**
 * What the product is measured by: `node:http` and `pg`, and nothing else. It sends the statements that the product sent
 * for the same work, recorded from it, role and row-level security and audit row included, and answers with what they
 * give. It does what somebody would who writes it for speed: one connection for a request, every statement prepared, and
 * all of a transaction sent at once, which it may since it knows what comes next. A read is answered before its commit.
 * Like the product it proves a consent's text and chain by their hashes before it shows them, and hashes a signature.
 * It has no router, checks no input and no output, counts nothing, logs nothing, and asks no permission.
 *
 * Started by baseline-comparison.ts, which sends it its settings.
 */
import { createHash, randomUUID } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import pg from 'pg'
import { toCanonicalText } from '../../verification/canonical-text.ts'
import { eventHash, type ChainEvent } from '../../server/modules/consents/consent-chain.ts'
import { isRecordIntact } from '../../server/modules/consents/consent-integrity.ts'
import type { RecordedWorkloads, WorkRequest } from './recorded-workloads.ts'
import type { Recorded } from './statement-recorder.ts'

export type BaselineSettings = { port: number; database: pg.ClientConfig; works: RecordedWorkloads }
const { port, database, works } = await new Promise<BaselineSettings>((resolve) =>
  process.once('message', resolve as never),
)

// Rows are as the statements give them, and whoever reads one knows what it holds.
type Row = Readonly<Record<string, any>>
/** What stands in the place of what was recorded: each text of the first by the second. */
type ReplacementsByText = [recorded: string, now: string][]
type PreparedStatement = { text: string; values: unknown[]; isChanged: boolean[]; name: string | undefined }
type RecordedWork = {
  alone: PreparedStatement[]
  together: PreparedStatement[]
  at: (table: string) => number
}

// Dates as they are written.
pg.types.setTypeParser(pg.types.builtins.DATE, (written) => written)

/** The same pool as the product's. */
const pool = new pg.Pool({ ...database, max: 16, pipeline: true } as pg.PoolConfig)

const sha256 = (text: string, encoding: 'hex' | 'base64url' = 'hex') =>
  createHash('sha256').update(text).digest(encoding)

/** Which values of a recorded request name what another request names otherwise. */
function prepareWork(
  name: WorkRequest,
  recorded: readonly Recorded[],
  marks: readonly string[],
): RecordedWork {
  const prepared = recorded.map(({ text, values }, at): PreparedStatement => {
    const holdsMark = (value: unknown) =>
      typeof value === 'string' && marks.some((mark) => value.includes(mark))
    const isWritten = values.length > 0
    return {
      ...{ text, values, isChanged: isWritten ? values.map(holdsMark) : [] },
      name: isWritten ? `${name}${at}` : undefined,
    }
  })
  const begin = prepared.findIndex(({ text }) => text.startsWith('begin'))
  const together = prepared.slice(begin)
  const at = (table: string) => together.findLastIndex(({ text }) => text.includes(`from "${table}" where`))
  return { alone: prepared.slice(0, begin), together, at }
}

const { opened, signed, statements } = works
const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const rateKey = (linkId: string) => sha256(linkId, 'base64url')
const recordedLinkValues = [opened.consentId, opened.linkId, sha256(opened.token), rateKey(opened.linkId)]
const recordedReadValues = [opened.consentId, sha256(tokenOf(opened.cookie))]
const audited = statements.sign.find(({ text }) => text.startsWith('insert into "audit_rows"'))!
  .values[1] as string
const notificationValues = statements.sign.find(({ text }) =>
  text.startsWith('insert into "consent_events"'),
)!.values
const [toldAfter, toldHash] = notificationValues.slice(-2) as [string, string]
const recordedSignValues = [
  ...[signed.consentId, signed.linkId, sha256(tokenOf(signed.cookie)), signed.idempotencyKey],
  ...[audited, toldAfter, toldHash],
]
const prepared: Record<WorkRequest, RecordedWork> = {
  link: prepareWork('link', statements.link, recordedLinkValues),
  consent: prepareWork('consent', statements.consent, recordedReadValues),
  viewings: prepareWork('viewings', statements.viewings, recordedReadValues),
  sign: prepareWork('sign', statements.sign, recordedSignValues),
  patients: prepareWork('patients', statements.patients, [works.searched]),
  figures: prepareWork('figures', statements.figures, []),
}

const replaceValues = (text: string, changes: ReplacementsByText) =>
  changes.reduce((now, [from, to]) => now.replaceAll(from, to), text)

function runStatement(
  client: pg.PoolClient,
  { text, values, isChanged, name }: PreparedStatement,
  changes: ReplacementsByText,
) {
  if (!name) return client.query<Row>(text.startsWith('begin') ? replaceValues(text, changes) : text)
  const given = values.map((value, at) => {
    if (isChanged[at]) return replaceValues(value as string, changes)
    return Array.isArray(value) ? value.map((each: string) => replaceValues(each, changes)) : value
  })
  return client.query<Row>({ name, text, values: given })
}

/** What the rest of a transaction depends on: where it begins, and how it is changed by what came before. */
type DependencyPoint = { before: number; changesOf(rows: Row[][]): ReplacementsByText }
const noDependency: DependencyPoint = { before: Infinity, changesOf: () => [] }

/** Finds out who asks, then does the rest at once; what is only read is told before its commit. */
async function runWork(
  work: RecordedWork,
  changesOf: (who: Row) => ReplacementsByText,
  pause = noDependency,
): Promise<Row[][]> {
  const client = await pool.connect()
  let ending: Promise<unknown> | undefined
  try {
    const [first, ...others] = work.alone
    const [who] = (await runStatement(client, first!, changesOf({} as Row))).rows
    if (!who) throw new Error('Nobody is known by this')
    const changes = changesOf(who)
    const sendAll = (some: PreparedStatement[], more: ReplacementsByText) => {
      const all = some.map((statement) => runStatement(client, statement, more))
      ending = all.at(-1)
      return all
    }
    const rowsOf = (answers: ReturnType<typeof sendAll>) =>
      Promise.all(answers.map(async (answer) => (await answer).rows ?? []))
    const alone = sendAll(others, changes)
    const before = sendAll(work.together.slice(0, pause.before), changes)
    if (pause === noDependency) return await rowsOf(before.slice(0, -1))
    const rows = await rowsOf(before)
    const after = sendAll(work.together.slice(pause.before), [...changes, ...pause.changesOf(rows)])
    const all = [...rows, ...(await rowsOf(after))]
    await Promise.all(alone)
    return all
  } finally {
    void (ending ?? Promise.resolve()).then(
      () => client.release(),
      () => client.release(true),
    )
  }
}

const eventsOf = (rows: Row[]): ChainEvent[] =>
  rows.map((row) => ({
    ...(row as unknown as ChainEvent),
    ...{
      clinicId: row.clinic_id,
      consentId: row.consent_id,
      userAgent: row.user_agent,
      previousHash: row.previous_hash,
    },
  }))

async function handleLink(token: string) {
  const work = prepared.link
  const rows = await runWork(work, (who) => [
    [recordedLinkValues[2]!, sha256(token)],
    ...(who.link_id
      ? ([
          [opened.consentId, who.consent_id],
          [opened.linkId, who.link_id],
          [recordedLinkValues[3]!, rateKey(who.link_id)],
        ] as ReplacementsByText)
      : []),
  ])
  const clinic = Object.assign({}, ...rows.flat()) as Row
  const { name, phone, brand_colour: colour, logo, code_word: codeWord } = clinic
  return { practice: { name, phone, colour, logo }, trust: { codeWord }, locked: clinic.locked_at !== null }
}

const readChanges = (consentId: string, cookie: string): ReplacementsByText => [
  [recordedReadValues[1]!, sha256(tokenOf(cookie))],
  [opened.consentId, consentId],
]

/** A consent as it is shown, from the rows of one work, once it is proved. */
function consentResponse(
  { at }: RecordedWork,
  rows: Row[][],
  status: string,
  events: ChainEvent[],
  signature?: Row,
) {
  const [consent] = rows[at('consents')]!
  const {
    id,
    content,
    content_hash: contentHash,
    expires_at,
  } = consent as never as {
    id: string
    content: never
    content_hash: string
    expires_at: Date | null
  }
  const kept = { status, content, contentHash } as never
  const documents = rows[at('document_versions')]! as never[]
  const attestations = rows[at('consent_attestations')]! as never[]
  const evidence = {
    events,
    signature: signature as never,
    countersignature: undefined,
    documents,
    attestations,
  }
  const [brand] = rows[at('clinics')]! as unknown as { brand_colour: string; logo: string }[]
  return {
    ...{ id, status, content, contentHash, documents, withdrawals: [] },
    brand: { colour: brand!.brand_colour, logo: brand!.logo },
    chainIntact: isRecordIntact(kept, evidence),
    expiresAt: expires_at?.toISOString() ?? null,
    chainHead: events.at(-1)!.hash,
  }
}

async function handleConsent(consentId: string, cookie: string) {
  const work = prepared.consent
  const rows = await runWork(work, () => readChanges(consentId, cookie))
  const [{ status }] = rows[work.at('consents')]! as never as [{ status: string }]
  return consentResponse(work, rows, status, eventsOf(rows[work.at('consent_events')]!))
}

async function handleViewings(consentId: string, cookie: string) {
  const rows = await runWork(prepared.viewings, () => readChanges(consentId, cookie))
  const [found] = rows.flat().filter((row) => 'content' in row)
  const { sections } = (found as never as { content: { sections: { media?: { videoId: string } }[] } })
    .content
  return sections.flatMap(({ media }) => (media?.videoId ? [{ videoId: media.videoId }] : []))
}

async function handleSign(consentId: string, cookie: string, key: string, body: Buffer) {
  const work = prepared.sign
  const { mark } = JSON.parse(body.toString()) as { mark: object }
  const hash = sha256(toCanonicalText(mark))
  const auditId = randomUUID()
  const before = work.together.findIndex(({ text }) => text.startsWith('insert into "consent_events"'))
  const lastEvent = work.together.findIndex(({ text }) => text.startsWith('select "number", "at", "hash"'))
  const changesOf = (rows: Row[][]): ReplacementsByText => {
    const [last] = rows[lastEvent]!
    const [clinicId, , number, event, at, actor, ip, userAgent, details] = notificationValues as string[]
    const added = { clinicId, consentId, number, event, at: new Date(at!), actor, ip, userAgent }
    const previousHash = last!.hash as string
    const chained = eventHash({ ...added, details: JSON.parse(details!) as object, previousHash } as never)
    return [
      [toldHash, chained],
      [toldAfter, previousHash],
    ]
  }
  const who = (found: Row): ReplacementsByText => [
    [recordedSignValues[2]!, sha256(tokenOf(cookie))],
    [signed.consentId, consentId],
    [signed.idempotencyKey, key],
    [audited, auditId],
    ...(found.link_id ? ([[signed.linkId, found.link_id]] as ReplacementsByText) : []),
  ]
  const rows = await runWork(work, who, { before, changesOf })
  const [row] = rows[work.at('signatures')]! as never as Record<string, never>[]
  const { name, signer_role: signerRole, mark_hash, content_hash, ...rest } = row!
  const signature = { ...rest, name, signerRole, markHash: mark_hash, contentHash: content_hash } as never
  const answer = consentResponse(work, rows, 'signed', eventsOf(rows[work.at('consent_events')]!), signature)
  return { ...answer, signature: { kind: 'drawn', name, strokesHash: hash } }
}

async function handlePatients(search: string) {
  const rows = await runWork(prepared.patients, () => [[works.searched, search]])
  const found = rows.at(-1)!
  return {
    rows: found.map((row) => ({
      ...{ id: row.id, title: row.title, firstName: row.first_name, lastName: row.last_name },
      ...{
        preferredName: row.preferred_name,
        dateOfBirth: row.date_of_birth,
        email: row.email,
        phone: row.phone,
      },
      ...{ nhsNumber: row.nhs_number, language: row.language, accessNeeds: row.access_needs },
      ...{ preferredChannel: row.preferred_channel, status: row.status },
    })),
    total: Math.min(found[0]?.count ?? 0, 200),
  }
}

async function handleMetrics() {
  const rows = await runWork(prepared.figures, () => [])
  const [totals, months] = [rows.at(-2)!, rows.at(-1)!]
  return { totals, months }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function handleRequest(request: IncomingMessage): Promise<unknown> {
  const [, name, of = ''] = request.url!.split('/')
  const { cookie = '', 'idempotency-key': key = '' } = request.headers
  if (name === 'link') return handleLink(of)
  if (name === 'consent') return handleConsent(of, cookie)
  if (name === 'viewings') return handleViewings(of, cookie)
  if (name === 'sign') return handleSign(of, cookie, key as string, await readBody(request))
  if (name === 'patients') return handlePatients(of)
  return handleMetrics()
}

http
  .createServer((request, response) => {
    handleRequest(request).then(
      (found) => {
        const body = Buffer.from(JSON.stringify(found))
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
          .end(body)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
  .listen(port, '127.0.0.1', () => process.send?.('ready'))
