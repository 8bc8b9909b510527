/**
 * What somebody could measure who tries links and birth dates: whether a link was ever one, and whether a birth date is
 * nearly right. Answers of either kind, in turn, must not be told apart by their time; the answers themselves are the
 * same. Prints the area under the ROC curve of each pair, which is 0.5 for a mere guess.
 *
 *   node tools/prove/link-timing.ts [of each kind, 1000]
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '../../contract/index.ts'
import { startServer, untilReady } from './test-server-process.ts'
import { consentDraftInput, openPractice } from './signed-consents.ts'
import { compareInterleaved } from './interleaved-timing.ts'

const of_each = Number(process.argv[2] ?? 1000)
const port = 4390
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-links-'))
/** Fewer wrong birth dates than lock a link. */
const links_used = 2

let attemptCount = 0
/** Each attempt comes from an address of its own, as a patient attacker's would. */
const visitor = () => `10.${(attemptCount >> 16) & 255}.${(attemptCount >> 8) & 255}.${attemptCount++ & 255}`

/** Milliseconds until an answer of this status was there. */
async function measureResponse(status: number, url: string, body?: object): Promise<number> {
  const headers = { origin: address, 'content-type': 'application/json', 'x-forwarded-for': visitor() }
  const begun = performance.now()
  const answer = await fetch(`${address}/api/patient/${url}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${url} was answered ${answer.status} and not ${status}`)
  return performance.now() - begun
}

const server = startServer({ dataDir, port })
await untilReady(address)
const practice = await openPractice(address, dataDir)
const { staff } = practice
const { id: consentId } = await staff.call(
  contract.consents.create,
  consentDraftInput(practice),
  randomUUID(),
)
await staff.call(contract.consents.send, { consentId, by: 'link', unaskedAcknowledged: true }, randomUUID())
const newLink = async () =>
  (await staff.call(contract.signing.createLink, { consentId })).url.split('/').pop()!

const expiredLink = await newLink()
const links = await staff.call(contract.signing.listLinks, { consentId })
for (const { id: linkId } of links) await staff.call(contract.signing.revokeLink, { consentId, linkId })
const randomToken = () => randomBytes(32).toString('base64url')
const liveLinks: string[] = []
for (let made = 0; made < Math.ceil(of_each / links_used); made++) liveLinks.push(await newLink())
const onLive = (turn: number, dateOfBirth: string) =>
  measureResponse(403, `links/${liveLinks[Math.floor(turn / links_used)]}/verification`, { dateOfBirth })

const [year, month, day] = practice.dateOfBirth.split('-') as [string, string, string]
const closeBirthDate = `${year}-${month}-${String((Number(day) % 28) + 1).padStart(2, '0')}`
const distantBirthDate = `${Number(year) + 31}-${String((Number(month) % 12) + 1).padStart(2, '0')}-${day}`

for (let warm = 0; warm < 40; warm++)
  await measureResponse(404, `links/${warm % 2 ? expiredLink : randomToken()}`)
const comparisons = [
  await compareInterleaved('opening a link', of_each, {
    revoked: () => measureResponse(404, `links/${expiredLink}`),
    unknown: () => measureResponse(404, `links/${randomToken()}`),
  }),
  await compareInterleaved('a birth date at a link', of_each, {
    revoked: () => measureResponse(404, `links/${expiredLink}/verification`, { dateOfBirth: closeBirthDate }),
    unknown: () =>
      measureResponse(404, `links/${randomToken()}/verification`, { dateOfBirth: closeBirthDate }),
  }),
  await compareInterleaved('asking for a new link', of_each, {
    revoked: () => measureResponse(200, 'link-requests', { accessToken: expiredLink }),
    unknown: () => measureResponse(200, 'link-requests', { accessToken: randomToken() }),
  }),
  await compareInterleaved('a birth date that is wrong', of_each, {
    near: (turn) => onLive(turn, closeBirthDate),
    far: (turn) => onLive(turn, distantBirthDate),
  }),
]
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })
process.exit(comparisons.every(Boolean) ? 0 : 1)
