import { setTimeout as sleep } from 'node:timers/promises'
import type { DentallyFault, MockDentally } from '../../server/testing/mock-dentally.ts'
import { minute_ms } from '../../server/testing/test-clock.ts'
import type { ConnectedPractice } from './connected-practice.ts'
import type { FaultTest } from './fault-test-run.ts'
import { waitUntil } from './named-wait.ts'

const asked_ms_max = 120_000
/** A run that was killed counts as alive for five minutes. */
const dead_ms = 6 * minute_ms
/** Rows that are changed in the practice system before each fault. */
const changed_each = 4
const slow_ms = 1500
const killed_after_ms_max = 120
/** Runs that may end before one is killed. */
const tries_max = 20
/** Of what the pause after a failure may be shorter than the system asked for: nothing. */
const margin_ms = 20_000

export type Random = (max: number) => number

type FaultyRuns = {
  practice: ConnectedPractice
  peer: MockDentally
  proof: FaultTest
  /** A whole number from 1 to `max`. */
  random: Random
  expect(invariant: string, holds: boolean, what: string): void
}

const asUsual: DentallyFault = () => undefined

/** Faults that are done to runs of a practice, each to one run at a random request of it. */
export function createFaultyRuns({ practice, peer, proof, random, expect }: FaultyRuns) {
  /** The request of a run that is met; early ones more often, so that there is something left for the next run. */
  const place = () => 1 + Math.floor((random(1000) / 1000) ** 2 * 7)

  /** Appointments are moved and cancelled there while runs go on. */
  function changeSome(): void {
    for (let n = 0; n < changed_each; n++) {
      const row = peer.appointments[random(peer.appointments.length) - 1]!
      const moved = new Date(Date.parse(String(row['start_time'])) + 5 * minute_ms).toISOString()
      Object.assign(row, n === 0 ? { state: 'Cancelled' } : { start_time: moved })
      row.updated_at = practice.now().toISOString()
    }
  }

  async function untilDue(): Promise<void> {
    const { nextRunAt } = await practice.state()
    if (nextRunAt) practice.setOnTo(new Date(nextRunAt.getTime() + 1000))
  }

  /** Begins a run whose request at a random place is met by this; answers once it was, or once the run has ended before. */
  async function meet(fault: DentallyFault): Promise<boolean> {
    changeSome()
    await untilDue()
    let isMet = false
    const met: DentallyFault = (request) => {
      isMet = true
      return fault(request)
    }
    peer.faults = [...Array.from({ length: place() - 1 }, () => asUsual), met]
    await practice.ask()
    await waitUntil(
      'a run to ask for the next page, or to end',
      asked_ms_max,
      async () => isMet || practice.isEnded(),
    )
    return isMet
  }

  /**
   * Kills the product within a run, so long at most after a request of it; again where a run was not met, or had ended before
   * it was killed.
   */
  async function killWithin(injected: string, fault: DentallyFault, wait_ms_max: number): Promise<void> {
    for (let tries = 0; tries < tries_max; tries++) {
      if (!(await meet(fault))) continue
      await sleep(random(wait_ms_max))
      await practice.product.kill()
      peer.faults = []
      // A run that was killed is under way for as long as it counts as alive.
      const { isUnderWay } = await practice.state()
      practice.setOnTo(new Date(practice.now().getTime() + dead_ms))
      proof.injected(isUnderWay ? injected : 'product killed after a run')
      if (isUnderWay) return
    }
    throw new Error(`None of ${tries_max} runs was killed before it had ended`)
  }

  /** The run ends with this problem, and the next one begins no sooner than it may. */
  async function failBy(injected: string, answer: DentallyFault, pause_ms: number): Promise<void> {
    let answeredAt = practice.now()
    const isMet = await meet((request) => {
      answeredAt = practice.now()
      return answer(request)
    })
    await practice.untilEnded()
    peer.faults = []
    if (!isMet) return
    proof.injected(injected)
    const { nextRunAt, problem } = await practice.state()
    const wait_ms = (nextRunAt?.getTime() ?? 0) - answeredAt.getTime()
    expect('a failure is written down', problem !== null, injected)
    expect('the next run is planned after the pause', wait_ms >= pause_ms, `${injected}: ${wait_ms} ms`)
  }

  return {
    kill: () => killWithin('product killed', asUsual, killed_after_ms_max),
    /** Each answer from a random one on comes late, and the product is killed while it waits. */
    killWhileSlow() {
      const slow: DentallyFault = () => sleep(slow_ms).then(() => undefined)
      const slowOnwards: DentallyFault = (request) => {
        peer.faults = Array.from({ length: 30 }, () => slow)
        return slow(request)
      }
      return killWithin('product killed while answers were slow', slowOnwards, 2 * slow_ms)
    },
    /** Told to wait so many seconds, it asks for nothing before they are over, though somebody presses the button. */
    async limit(status: 429 | 503) {
      const seconds = 60 + random(240)
      await failBy(
        `${status} with Retry-After`,
        () => ({ status, headers: { 'retry-after': String(seconds) }, body: { error: {} } }),
        seconds * 1000,
      )
      if (status === 429) await pressTooEarly()
    },
    fail: (status: number) => failBy(`${status}`, () => ({ status, body: { error: {} } }), minute_ms),
    limitBy403: () =>
      failBy(
        '403, rate limit exceeded',
        () => ({ status: 403, body: { error: { message: 'Rate limit exceeded' } } }),
        minute_ms,
      ),
    answerRubbish: () => failBy('rubbish', () => ({ status: 200, body: { rubbish: true } }), minute_ms),
    beSilent: () => failBy('no answer', () => 'silent', minute_ms),
  }

  async function pressTooEarly(): Promise<void> {
    const { nextRunAt, problem } = await practice.state()
    if (problem !== 'rate-limited') return
    const due = nextRunAt!.getTime()
    let first: Date | null = null
    peer.faults = [
      () => {
        first = practice.now()
        return undefined
      },
    ]
    for (const at of [practice.now(), new Date(due - margin_ms)]) {
      practice.setOnTo(at)
      await practice.ask()
      await practice.untilEnded()
      const isTooEarly = first !== null && (first as Date).getTime() < due
      expect(
        'nothing is asked for before Retry-After is over',
        !isTooEarly,
        `${String(first)}, not ${nextRunAt!}`,
      )
    }
    practice.setOnTo(new Date(due + 1000))
    await practice.ask()
    await practice.untilEnded()
    expect('it asks again afterwards', first !== null, 'it did not')
    peer.faults = []
  }
}
