import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { databaseName, readPasswords } from '../../server/platform/database/embedded-logins.ts'
import { ownerName, socketPort } from '../../server/platform/database/embedded-server.ts'
import { fetchCaller } from '../prove/fetch-caller.ts'
import { startServer, untilReady } from '../prove/test-server-process.ts'
import { createRetry } from '../prove/signed-consents.ts'

/** On a machine that is busy a product that has just begun tells to come back. */
const retryWhenBusy = createRetry(() => {})
const silentLogger = { error() {}, warn() {}, info() {} }

type Demo = { accounts: { email: string; password: string; role: string }[] }

/** A data directory of its own. */
export const createDataDir = (): string => mkdtempSync(path.join(tmpdir(), 'candour-bench-'))

/** The product in a data directory of its own, with the demo's first practice: its manager, its database's two logins. */
export async function openBenchApp(
  port: number,
  dataDir = createDataDir(),
  settings: Record<string, string> = {},
) {
  const address = `http://localhost:${port}`
  const server = startServer({ dataDir, port, settings })
  await untilReady(address)
  const passwords = readPasswords(dataDir)
  const login = async (user: string, password: string) => {
    const host = openEmbeddedHome(dataDir, silentLogger).socket
    const client = new pg.Client({ host, port: socketPort, user, password, database: databaseName })
    await client.connect()
    return client
  }
  const owner = await login(ownerName, passwords.owner)
  const app = await login('candour_app', passwords.app)
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
  const [first, second] = demo.accounts.filter(({ role }) => role === 'clinic_admin')
  const managing = async ({ email, password }: Demo['accounts'][number]) => {
    const staff = fetchCaller(address)
    await retryWhenBusy(() => staff.call(contract.identity.signIn, { login: email, password }))
    const { rows } = await owner.query<{ clinic_id: string; id: string }>(
      'select clinic_id, id from staff where email = $1',
      [email],
    )
    return { staff, clinicId: rows[0]!.clinic_id, staffId: rows[0]!.id }
  }
  const { staff, clinicId, staffId } = await managing(first!)
  const appLogin = {
    ...{ host: openEmbeddedHome(dataDir, silentLogger).socket, port: socketPort, user: 'candour_app' },
    ...{ password: passwords.app, database: databaseName },
  }
  return {
    owner,
    app,
    /** How the product's login connects, for others than the product. */
    appLogin,
    address,
    /** Of the product's process, to look at what it holds. */
    pid: server.pid!,
    staff,
    clinicId,
    staffId,
    /** The manager of the demo's second practice. */
    otherManager: () => managing(second!),
    /** Runs statements as the practice's role, as a transaction of the product does. */
    async asClinic<T>(work: () => Promise<T>): Promise<T> {
      await app.query(
        `begin; select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', '${clinicId}', true)`,
      )
      const answer = await work()
      await app.query('commit')
      return answer
    },
    /** Stops everything, and leaves nothing of it unless it is kept. */
    async close(isRemoved = true): Promise<void> {
      await app.end()
      await owner.end()
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      if (!isRemoved) return
      // The cluster may live elsewhere, behind a link (rulings 24).
      for (const folder of [realpathSync(path.join(dataDir, 'postgres')), dataDir])
        rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How long work takes, and what it answers. */
export async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const begun = performance.now()
  const answer = await work()
  return { ms: performance.now() - begun, answer }
}

/** The value below which this share of all lie. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/**
 * Who is asked about before anything counts: five for each of what is measured, and a hundred for the first, since a
 * process that has just begun takes longer for as many.
 */
export const warmUpSearches = <T>(sampled: readonly T[], isFirst: boolean): T[] =>
  Array.from({ length: isFirst ? 100 : 5 }, (_, at) => sampled[at % sampled.length]!)
