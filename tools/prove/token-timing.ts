/**
 * What somebody could measure who tries tokens of programs, sessions and messages: whether a token was ever one, and
 * whether it is nearly right. Answers of either kind, in turn, must not be told apart by their time; the answers
 * themselves are the same. Links of patients are in link-timing.ts. Prints the area under the ROC curve of each pair,
 * which is 0.5 for a mere guess.
 *
 *   node tools/prove/token-timing.ts [of each kind, 1000]
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { fetchCaller } from './fetch-caller.ts'
import { runFaultTest } from './fault-test-run.ts'
import { compareInterleaved } from './interleaved-timing.ts'
import { openPractice } from './signed-consents.ts'
import { startServer, stopServer, untilReady } from './test-server-process.ts'

const of_each = Number(process.argv[2] ?? 1000)
const port = 4397
const address = `http://localhost:${port}`
const mail_ms_max = 300_000

let attempts = 0
/** Each attempt comes from an address of its own, as a patient attacker's would. */
const visitor = () => `10.${(attempts >> 16) & 255}.${(attempts >> 8) & 255}.${attempts++ & 255}`

type Asked = { url: string; headers?: Record<string, string>; body?: object }

/** Milliseconds until an answer of this status was there. */
async function measureRefusal(statuses: readonly number[], { url, headers, body }: Asked): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(address + url, {
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': visitor(),
      ...headers,
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  await answer.arrayBuffer()
  if (!statuses.includes(answer.status)) throw new Error(`${url} was answered ${answer.status}`)
  return performance.now() - begun
}

const randomToken = () => randomBytes(32).toString('base64url')
/** The same but for one sign in the middle, so that all before it is right. */
const nearly = (token: string) => {
  const at = Math.floor(token.length * 0.75)
  return `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`
}

/** The token that was mailed to an address, once it was. */
async function mailedToken(dataDir: string, email: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox')
  for (const begun = Date.now(); Date.now() - begun < mail_ms_max; await sleep(100)) {
    const mails = readdirSync(folder, { encoding: 'utf8' })
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('=\r\n', ''))
      .filter((mail) => mail.includes(`To: ${email}`) && /#[\w-]{24,64}/.test(mail))
    if (mails.length > 0) return /#([\w-]{24,64})/.exec(mails.at(-1)!)![1]!
  }
  throw new Error('No mail came')
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address, server)
  const { staff } = await openPractice(address, dataDir)
  const { email } = await staff.call(contract.account.get, {})

  const asked = { name: 'Timing', scopes: ['system/Consent.read'] } as const
  const live = await staff.call(contract.integrations.createKey, { ...asked, scopes: [...asked.scopes] })
  const revoked = await staff.call(contract.integrations.createKey, { ...asked, scopes: [...asked.scopes] })
  await staff.call(contract.integrations.revokeKey, { keyId: revoked.key.id })

  const visit = fetchCaller(address)
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { email: string; password: string; role: string }[]
  }
  const { password } = demo.accounts.find((account) => account.email === email)!
  await visit.call(contract.identity.signIn, { login: email, password })
  const session = visit.cookie()
  await visit.call(contract.identity.signOut, {})
  const openSession = staff.cookie()

  const anyone = fetchCaller(address)
  const other = demo.accounts.find((account) => account.role === 'clinic_staff')!
  await anyone.call(contract.identity.requestReset, { email: other.email })
  const usedReset = await mailedToken(dataDir, other.email)
  await anyone.call(contract.identity.reset, { token: usedReset, password: 'seventeen lilac umbrellas' })
  await anyone.call(contract.identity.requestReset, { email })
  const liveReset = await mailedToken(dataDir, email)

  const program = (key: string) =>
    measureRefusal([401], { url: '/api/fhir/Consent', headers: { authorization: `Bearer ${key}` } })
  const browser = (cookie: string) => measureRefusal([401], { url: '/api/account', headers: { cookie } })
  const mailed = (token: string) =>
    measureRefusal([400, 403, 404, 409], { url: '/api/password-reset/open', body: { token } })
  const link = (token: string) =>
    measureRefusal([400, 403, 404, 409], { url: '/api/sign-in/email-link/open', body: { token } })
  const home = (token: string) =>
    measureRefusal([400, 403, 404, 409], {
      url: '/api/patient/home-sessions',
      body: { token, accessToken: token, dateOfBirth: '1961-03-14' },
    })
  const newKey = () => `cand_${randomToken()}`
  const [name] = session.split('=')
  // Of the right shape still: what is none is refused before anything is reckoned.
  const nearSession = `${name}=${encodeURIComponent(nearly(decodeURIComponent(openSession.slice(name!.length + 1))))}`
  const unknownSession = () =>
    `${name}=${encodeURIComponent(`${randomBytes(24).toString('base64url')}.${randomBytes(32).toString('base64')}`)}`

  for (let warm = 0; warm < 40; warm++) {
    await program(newKey())
    await browser(unknownSession())
    await mailed(randomToken())
  }
  const pairs: Record<string, Record<string, (turn: number) => Promise<number>>> = {
    'a program’s key': { revoked: () => program(revoked.secret), unknown: () => program(newKey()) },
    'a program’s key that is nearly right': {
      near: () => program(nearly(live.secret)),
      far: () => program(newKey()),
    },
    'a session’s cookie': {
      forged: () => browser(unknownSession()),
      near: () => browser(nearSession),
    },
    'a link to set a password': { used: () => mailed(usedReset), unknown: () => mailed(randomToken()) },
    'a link to set a password that is nearly right': {
      near: () => mailed(nearly(liveReset)),
      far: () => mailed(randomToken()),
    },
    'a link to sign in': { 'of another kind': () => link(liveReset), unknown: () => link(randomToken()) },
    'a link to one’s own page': {
      'of another kind': () => home(live.secret.slice(5)),
      unknown: () => home(randomToken()),
    },
  }
  const amiss: string[] = []
  for (const [what, kinds] of Object.entries(pairs))
    if (!(await compareInterleaved(what, of_each, kinds))) amiss.push(`told apart by time: ${what}`)
  return { counts: { pairs: Object.keys(pairs).length }, amiss }
})
