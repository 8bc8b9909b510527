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
import { subselectsIn, subselectRows, insertedItems, type Subselect } from './combined-answer.ts'
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
type PreparedStatement = {
  text: string
  values: unknown[]
  isChanged: boolean[]
  name: string | undefined
  /** The selects of a combined one. */
  subselects: Subselect[]
}
type RecordedWork = { alone: PreparedStatement[]; together: PreparedStatement[] }
/** What one select answered. */
type Answer = { text: string; rows: Row[] }

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
      subselects: subselectsIn(text),
    }
  })
  const begin = prepared.findIndex(({ text }) => text.startsWith('begin'))
  return { alone: prepared.slice(0, begin), together: prepared.slice(begin) }
}

/** What the last select of a table answered. */
const rowsFrom = (answers: readonly Answer[], table: string): Row[] =>
  answers.findLast(({ text }) => text.includes(`from "${table}" where`))!.rows

const { opened, signed, statements } = works
const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const rateKey = (linkId: string) => sha256(linkId, 'base64url')
const recordedLinkValues = [opened.consentId, opened.linkId, sha256(opened.token), rateKey(opened.linkId)]
const recordedReadValues = [opened.consentId, sha256(tokenOf(opened.cookie))]
/** What a recorded signature puts into a table, by its columns, and which statement that is. */
function recordedInsert(table: string) {
  const at = statements.sign.findIndex(({ text }) => text.includes(`insert into "${table}"`))
  const { text, values } = statements.sign[at]!
  const given = Object.entries(insertedItems(text, table)).flatMap(([column, item]) =>
    item.startsWith('$') ? [[column, values[Number(item.slice(1)) - 1]] as const] : [],
  )
  return { text, row: Object.fromEntries(given) as Row }
}
const audited = recordedInsert('audit_rows').row.id as string
const signedEvent = recordedInsert('consent_events')
const { previous_hash: toldAfter, hash: toldHash } = signedEvent.row as Record<string, string>
const recordedSignature = recordedInsert('signatures').row
const recordedSignValues = [
  ...[signed.consentId, signed.linkId, sha256(tokenOf(signed.cookie)), signed.idempotencyKey],
  ...[audited, toldAfter!, toldHash!],
]
const prepared: Record<WorkRequest, RecordedWork> = {
  link: prepareWork('link', statements.link, recordedLinkValues),
  consent: prepareWork('consent', statements.consent, recordedReadValues),
  sign: prepareWork('sign', statements.sign, recordedSignValues),
  patients: prepareWork('patients', statements.patients, [works.searched]),
  figures: prepareWork('figures', statements.figures, []),
}

const replaceValues = (text: string, changes: ReplacementsByText) =>
  changes.reduce((now, [from, to]) => now.replaceAll(from, to), text)

function runStatement(
  client: pg.PoolClient,
  { text, values, isChanged, name, subselects }: PreparedStatement,
  changes: ReplacementsByText,
) {
  if (!name) return client.query<Row>(text.startsWith('begin') ? replaceValues(text, changes) : text)
  const given = values.map((value, at) => {
    if (isChanged[at]) return replaceValues(value as string, changes)
    return Array.isArray(value) ? value.map((each: string) => replaceValues(each, changes)) : value
  })
  // The columns of a combined one have no names to tell them by.
  const rowMode = subselects.length > 0 ? { rowMode: 'array' } : {}
  return client.query<Row>({ name, text, values: given, ...rowMode })
}

/** What the rest of a transaction depends on: where it begins, and how it is changed by what came before. */
type DependencyPoint = { before: number; changesOf(answers: Answer[]): ReplacementsByText }
const noDependency: DependencyPoint = { before: Infinity, changesOf: () => [] }

/** What each select of a statement answered. */
const answersIn = ({ text, subselects }: PreparedStatement, rows: Row[]): Answer[] =>
  subselects.length === 0
    ? [{ text, rows }]
    : subselectRows(subselects, rows[0] as never).map((found, at) => ({
        text: subselects[at]!.text,
        rows: found,
      }))

/** Finds out who asks, then does the rest at once; what is only read is told before its commit. */
async function runWork(
  work: RecordedWork,
  changesOf: (who: Row) => ReplacementsByText,
  pause = noDependency,
): Promise<Answer[]> {
  const client = await pool.connect()
  let ending: Promise<unknown> | undefined
  try {
    const [first, ...others] = work.alone
    const [who] = (await runStatement(client, first!, changesOf({} as Row))).rows
    if (!who) throw new Error('Nobody is known by this')
    const changes = changesOf(who)
    const sendAll = (some: PreparedStatement[], more: ReplacementsByText) => {
      const all = some.map(async (statement) =>
        answersIn(statement, (await runStatement(client, statement, more)).rows ?? []),
      )
      ending = all.at(-1)
      return all
    }
    const answersOf = async (all: ReturnType<typeof sendAll>) => (await Promise.all(all)).flat()
    const alone = sendAll(others, changes)
    const before = sendAll(work.together.slice(0, pause.before), changes)
    if (pause === noDependency) return await answersOf(before.slice(0, -1))
    const answers = await answersOf(before)
    const after = sendAll(work.together.slice(pause.before), [...changes, ...pause.changesOf(answers)])
    const all = [...answers, ...(await answersOf(after))]
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
      at: new Date(row.at as string),
      clinicId: row.clinic_id,
      consentId: row.consent_id,
      userAgent: row.user_agent,
      previousHash: row.previous_hash,
    },
  }))

async function handleLink(token: string) {
  const work = prepared.link
  const answers = await runWork(work, (who) => [
    [recordedLinkValues[2]!, sha256(token)],
    ...(who.link_id
      ? ([
          [opened.consentId, who.consent_id],
          [opened.linkId, who.link_id],
          [recordedLinkValues[3]!, rateKey(who.link_id)],
        ] as ReplacementsByText)
      : []),
  ])
  const clinic = Object.assign({}, ...answers.flatMap(({ rows }) => rows)) as Row
  const { name, phone, brand_colour: colour, logo, code_word: codeWord } = clinic
  return { practice: { name, phone, colour, logo }, trust: { codeWord }, locked: clinic.locked_at !== null }
}

const readChanges = (consentId: string, cookie: string): ReplacementsByText => [
  [recordedReadValues[1]!, sha256(tokenOf(cookie))],
  [opened.consentId, consentId],
]

type Shown = { status: string; events: ChainEvent[]; signature?: object }

/** A consent as it is shown, from what one work answered, once it is proved. */
function consentResponse(answers: readonly Answer[], { status, events, signature }: Shown) {
  const [consent] = rowsFrom(answers, 'consents')
  const { id, content, content_hash: contentHash, expires_at: expiresAt } = consent!
  const documents = rowsFrom(answers, 'document_versions') as never[]
  const evidence = {
    ...{ events, documents, signature: signature as never, countersignature: undefined },
    attestations: rowsFrom(answers, 'consent_attestations') as never[],
  }
  const brand = answers.findLast(({ rows: [row] }) => row && 'brand_colour' in row)!.rows[0]!
  return {
    ...{ id, status, content, contentHash, documents, withdrawals: [] },
    brand: { colour: brand.brand_colour, logo: brand.logo },
    chainIntact: isRecordIntact({ status, content, contentHash } as never, evidence),
    expiresAt: expiresAt === null ? null : new Date(expiresAt as string).toISOString(),
    chainHead: events.at(-1)!.hash,
  }
}

async function handleConsent(consentId: string, cookie: string) {
  const answers = await runWork(prepared.consent, () => readChanges(consentId, cookie))
  const { status } = rowsFrom(answers, 'consents')[0]!
  return consentResponse(answers, { status, events: eventsOf(rowsFrom(answers, 'consent_events')) })
}

async function handleSign(consentId: string, cookie: string, key: string, body: Buffer) {
  const work = prepared.sign
  const { mark } = JSON.parse(body.toString()) as { mark: { kind: string } }
  const markHash = sha256(toCanonicalText(mark))
  const auditId = randomUUID()
  const before = work.together.findIndex(({ text }) => text === signedEvent.text)
  let events: ChainEvent[] = []
  const changesOf = (answers: Answer[]): ReplacementsByText => {
    const known = eventsOf(rowsFrom(answers, 'consent_events'))
    const previousHash = known.at(-1)!.hash
    const [added] = eventsOf([{ ...signedEvent.row, consent_id: consentId, previous_hash: previousHash }])
    const details = JSON.parse(signedEvent.row.details as string) as Record<string, unknown>
    const hash = eventHash({ ...added!, details })
    events = [...known, { ...added!, details, hash }]
    return [
      [toldHash!, hash],
      [toldAfter!, previousHash],
    ]
  }
  const who = (found: Row): ReplacementsByText => [
    [recordedSignValues[2]!, sha256(tokenOf(cookie))],
    [signed.consentId, consentId],
    [signed.idempotencyKey, key],
    [audited, auditId],
    ...(found.link_id ? ([[signed.linkId, found.link_id]] as ReplacementsByText) : []),
  ]
  const answers = await runWork(work, who, { before, changesOf })
  const { name, signer_role: signerRole, content_hash: contentHash, help } = recordedSignature
  const [statements, declined] = [recordedSignature.statements, recordedSignature.declined].map(
    (list) => (typeof list === 'string' ? JSON.parse(list) : list) as unknown[],
  )
  const signature = { name, signerRole, markHash, contentHash, mark, statements, declined, help }
  const answer = consentResponse(answers, { status: 'signed', events, signature })
  return { ...answer, signature: { kind: 'drawn', name, strokesHash: markHash } }
}

async function handlePatients(search: string) {
  const found = (await runWork(prepared.patients, () => [[works.searched, search]])).at(-1)!.rows
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
  const answers = await runWork(prepared.figures, () => [])
  const rowsWith = (text: string) => answers.find((answer) => answer.text.startsWith(text))!.rows
  const totals = rowsWith('select "item"').map(({ measure, '': sum }) => ({ measure, sum: sum as number }))
  return { totals, months: rowsWith('select "start"') }
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
