/**
 * What somebody of one practice could measure who tries the numbers of records: whether another practice has one of
 * this number. Answers about what another practice has and about what nobody has, in turn, must not be told apart by
 * their time; the answers themselves are the same (tests/access/access.test.ts). Prints the area under the ROC curve of
 * each pair, which is 0.5 for a mere guess.
 *
 *   node tools/prove/foreign-timing.ts [of each kind, 1000]
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '../../contract/index.ts'
import { fetchCaller, ResponseError } from './fetch-caller.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { compareInterleaved } from './interleaved-timing.ts'

const of_each = Number(process.argv[2] ?? 1000)
const port = 4391
const address = `http://localhost:${port}`

/** Milliseconds until it was said that there is no such thing. */
async function measureNotFound(ask: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  try {
    await ask()
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) return performance.now() - begun
    throw error
  }
  throw new Error('What another practice has was answered')
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { email: string; password: string; role: string; clinic: string | null }[]
  }
  const administrators = accounts.filter(({ role }) => role === 'clinic_admin')
  // The demo's first practice has patients.
  const one = administrators[0]!
  const other = administrators.find(({ clinic }) => clinic !== one.clinic)!
  const signedIn = async ({ email, password }: typeof one) => {
    const caller = fetchCaller(address)
    await caller.call(contract.identity.signIn, { login: email, password })
    return caller
  }
  const [foreign, own] = [await signedIn(one), await signedIn(other)]

  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const patients = idsOf((await foreign.call(contract.patients.list, {})).rows)
  const consents = idsOf((await foreign.call(contract.consents.list, {})).rows)
  const members = idsOf((await foreign.call(contract.staff.list, {})).rows)
  const asked: Record<string, { ids: string[]; ask(id: string): Promise<unknown> }> = {
    'a patient': { ids: patients, ask: (patientId) => own.call(contract.patients.get, { patientId }) },
    'a consent': { ids: consents, ask: (consentId) => own.call(contract.consents.get, { consentId }) },
    'a member of staff': { ids: members, ask: (staffId) => own.call(contract.staff.get, { staffId }) },
    'a link for a consent': {
      ids: consents,
      ask: (consentId) => own.call(contract.signing.createLink, { consentId }),
    },
  }
  const amiss: string[] = []
  for (const [name, { ids, ask }] of Object.entries(asked)) {
    if (ids.length === 0) throw new Error(`The other practice has nothing to ask for: ${name}`)
    const theirs = (turn: number) => measureNotFound(() => ask(ids[turn % ids.length]!))
    const nobodys = () => measureNotFound(() => ask(randomUUID()))
    for (let warm = 0; warm < 40; warm++) await (warm % 2 ? theirs(warm) : nobodys())
    if (!(await compareInterleaved(name, of_each, { 'another’s': theirs, 'nobody’s': nobodys })))
      amiss.push(`told apart by time: ${name}`)
  }
  return { counts: { pairs: Object.keys(asked).length }, amiss }
})
