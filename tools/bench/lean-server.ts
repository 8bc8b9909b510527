/**
 * A server for one outcome and nothing else, which peers.ts measures the product beside: a consent by its token is one
 * statement, a signature another, with its audit row, committed durably. No roles, no policies, no chain, no proofs, no
 * schema of what is asked or answered.
 *
 * Started by peers.ts, which sends it its settings.
 */
import http, { type IncomingMessage } from 'node:http'
import pg from 'pg'

export type LeanSettings = { port: number; database: pg.ClientConfig }
const { port, database } = await new Promise<LeanSettings>((resolve) =>
  process.once('message', resolve as never),
)

/** As many as the product has. */
const pool = new pg.Pool({ ...database, max: 16 })

const openText = `select c.id, c.status, c.details::text as details, t.content, k.name as clinic
  from consent c join template t on t.id = c.template_id join clinic k on k.id = c.clinic_id where c.token = $1`
const signText = `with signed as (
    update consent set status = 'signed', signed_at = now() where token = $1 and status <> 'signed' returning id, clinic_id),
  kept as (insert into signature (consent_id, mark, signer) select id, $2, $3 from signed)
  insert into audit (clinic_id, consent_id, action, details)
  select clinic_id, id, 'consent.signed', $4 from signed returning consent_id as id`

type Opened = { id: number; status: string; details: string; content: string; clinic: string }

/** Null where there is nothing such, or it is signed already. */
async function answer(request: IncomingMessage): Promise<string | null> {
  if (request.method === 'GET') {
    const query = { name: 'open', text: openText, values: [request.url!.slice(1)] }
    const [found] = (await pool.query<Opened>(query)).rows
    if (!found) return null
    const { id, status, details, content, clinic } = found
    return `{"id":${id},"status":"${status}","details":${details},"clinic":${JSON.stringify(clinic)},"content":${content}}`
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { token, mark, signer } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
  const details = { ip: request.socket.remoteAddress, signer }
  const values = [token, JSON.stringify(mark), signer, JSON.stringify(details)]
  const [signed] = (await pool.query<{ id: number }>({ name: 'sign', text: signText, values })).rows
  return signed ? `{"id":${signed.id},"status":"signed"}` : null
}

http
  .createServer((request, response) => {
    answer(request).then(
      (text) => {
        const body = Buffer.from(text ?? '{}')
        const headers = { 'content-type': 'application/json', 'content-length': body.length }
        response.writeHead(text === null ? 409 : 200, headers).end(body)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
  .listen(port, '127.0.0.1', () => process.send?.('ready'))
