import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '../../contract/index.ts'
import type { MockDentally } from '../../server/testing/mock-dentally.ts'
import type { FaultTest } from './fault-test-run.ts'
import { ResponseError } from './fetch-caller.ts'
import { countOf, startMeasuredProduct, type MeasuredProduct } from './measured-product.ts'
import { waitUntil } from './named-wait.ts'
import { createRetry, openPractice, type Practice } from './signed-consents.ts'

const run_ms_max = 180_000
const { practiceSystems } = contract
const clockShift = pathToFileURL(path.join(import.meta.dirname, 'clock-shift.ts')).href

/** Where a connection stands, as the product wrote it down. */
export type ConnectionState = {
  problem: string | null
  failures: number
  nextRunAt: Date | null
  isUnderWay: boolean
  /** When a run came to the end of all that there was. */
  lastRunAt: Date | null
}

/** A practice of the running product, to be connected to a practice system, on a clock that can be set on. */
export type ConnectedPractice = {
  product: MeasuredProduct
  connect(): Promise<void>
  now(): Date
  /** Sets the product's clock on to a moment; never back. */
  setOnTo(at: Date): void
  state(): Promise<ConnectionState>
  /** Asks for a run, as the button does. */
  ask(): Promise<void>
  /** Whether each run that was asked for since `ask` was last called has ended. */
  isEnded(): Promise<boolean>
  untilEnded(): Promise<void>
  /** Says which clinician the one of the practice system is; false where no run has read them yet. */
  matchClinician(): Promise<boolean>
}

/** Starts the product for the practice that a peer has. */
export async function openConnectable(
  proof: FaultTest,
  { port, peer }: { port: number; peer: MockDentally },
): Promise<ConnectedPractice> {
  const dataDir = proof.folder()
  const [clock, certificate] = [path.join(dataDir, 'clock'), path.join(dataDir, 'peer.pem')]
  let shift_ms = 0
  writeFileSync(clock, '0')
  writeFileSync(certificate, peer.certificate)
  const settings = {
    ...{ CLOCK_FILE: clock, NODE_OPTIONS: `--import=${clockShift}` },
    ...{ DENTALLY_ADDRESS: peer.address, WEBHOOK_CA_FILE: certificate },
    WEBHOOK_NETWORKS: '127.0.0.0/8,::1',
  }
  const product = await startMeasuredProduct(proof, { port, dataDir, settings })
  const { address, database } = product
  const practice = await openPractice(address, dataDir)
  const { call } = createCalls(practice)
  let askedAt = new Date(0)

  async function state(): Promise<ConnectionState> {
    const { rows } = await database.query<ConnectionState>(
      `select problem, failures, next_run_at as "nextRunAt", run_id is not null as "isUnderWay",
         last_run_at as "lastRunAt"
       from practice_systems where status <> 'disconnected'`,
    )
    return rows[0]!
  }
  const openJobs = () =>
    countOf(
      database,
      `select count(*) from pgboss.job where name like '%practice-systems.synchronise'
       and created_on >= $1 and state in ('created', 'active')`,
      [askedAt],
    )

  const isEnded = async () => (await openJobs()) === 0 && !(await state()).isUnderWay

  /** What asks for a run: from here on its jobs are waited for. */
  async function watched(asks: () => Promise<unknown>): Promise<void> {
    const { rows } = await database.query<{ at: Date }>('select now() as at')
    askedAt = rows[0]!.at
    await asks()
  }

  return {
    product,
    state,
    connect: () => watched(() => call(practiceSystems.connect, { system: 'dentally', key: peer.key })),
    now: () => new Date(Date.now() + shift_ms),
    setOnTo(at) {
      shift_ms = Math.max(shift_ms, at.getTime() - Date.now())
      writeFileSync(clock, String(shift_ms))
    },
    ask: () => watched(() => call(practiceSystems.synchronise, {})),
    isEnded,
    untilEnded: () => waitUntil('a run to end', run_ms_max, isEnded),
    async matchClinician() {
      const [found] = await call(practiceSystems.listPractitioners, {})
      if (!found) return false
      const { clinicianId: staffId } = practice
      await watched(() => call(practiceSystems.matchPractitioner, { practitionerId: found.id, staffId }))
      return true
    },
  }
}

/** Sessions end while the clock is set on: whoever is not known any more signs in anew, and whoever is told to come back does. */
function createCalls({ staff, signIn }: Practice): Pick<Practice['staff'], 'call'> {
  const insist = createRetry(() => {})
  return {
    async call(operation, input, key) {
      try {
        return await insist(() => staff.call(operation, input, key))
      } catch (error) {
        if (!(error instanceof ResponseError) || error.status !== 401) throw error
        await insist(signIn)
        return insist(() => staff.call(operation, input, key))
      }
    },
  }
}
