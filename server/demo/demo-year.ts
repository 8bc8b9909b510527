import { contract } from '../../contract/index.ts'
import type { App } from '../app.ts'
import type { AppOptions } from '../core.ts'
import { publishLiveEvent } from '../platform/live/live-feed.ts'
import { demoAccounts } from './demo-accounts.ts'
import { createDemoClock, createDemoContext, type DemoClock } from './demo-context.ts'
import { runCourse } from './demo-year-course.ts'
import { openDemoPayments, type DemoPayments } from './demo-card-payments.ts'
import { succeeds, pacedHttp, YearStopped } from './demo-year-pace.ts'
import { payForPlans } from './demo-year-payments.ts'
import { planYear } from './demo-year-plan.ts'
import { practiceSteps, reviewSteps } from './demo-year-practice.ts'
import {
  abandonYear,
  createTurns,
  noYear,
  readYearMark,
  saveYearMark,
  type DemoYear,
  type YearMark,
} from './demo-year-progress.ts'
import type { YearContext } from './demo-year-context.ts'

/** A part of the year that is run at one go, with how many consents there are in it. */
type YearStep = { consents: number; run(context: YearContext): Promise<void> }

type YearDeps = Omit<AppOptions, 'clock' | 'queuePrefix'> & { openApp(parts: AppOptions): Promise<App> }

/** Its jobs are its own: they run by the clock of the day that is run, and never by today's. */
const queuePrefix = 'demo-year.'
/** It goes by days, once each: made meanwhile, it would not name what is added to the days before it. */
const digestSweep = 'evidence.digests'
/** So that nobody signs in too often from one address. */
const steps_per_address = 30
const failures_max = 3

/** Everything of a year up to that moment: what the practice did, its consents, and what it looked back at. */
function yearSteps(endsAt: number, count?: number): YearStep[] {
  const plain = (run: YearStep['run']): YearStep => ({ consents: 0, run })
  const courses = planYear(endsAt, count).map((course): YearStep => ({
    consents: course.consents.length,
    run: (context) => runCourse(context, course),
  }))
  return [...[payForPlans, ...practiceSteps].map(plain), ...courses, ...reviewSteps.map(plain)]
}

/** What the year is run with; no payments where the installation has an account for them. */
type Instance = { app: App; clock: DemoClock; payments: DemoPayments | null }

/** The practice as its year is run: its people sign in as they act. */
async function openContext(
  { config }: YearDeps,
  { app, clock, payments }: Instance,
  { steps: step, endsAt }: YearMark,
): Promise<YearContext> {
  const [accounts, origin] = [demoAccounts(config.dataDir), config.publicAddress]
  const ip = `203.0.113.${40 + Math.floor(step / steps_per_address)}`
  clock.set(endsAt)
  const context = await createDemoContext({ app, accounts, origin, clock, ip })
  const { user } = (await context.owner.call(contract.identity.session, {}))!
  return { ...context, endsAt, clinicId: user!.clinicId!, accounts, origin, payments }
}

/**
 * Gives a new demo a year of history while it is served, the latest month first, each step through the product's own
 * operations with the clock of its day. What was cut off goes on where it was. A step that fails is left out, and with
 * several in a row the rest is given up: people may have changed the demo meanwhile.
 */
export function openDemoYear(
  deps: YearDeps,
  { consents }: { consents?: number } = {},
): DemoYear & { run(): Promise<void>; stop(): Promise<void> } {
  const { config, log } = deps
  const inTurn = createTurns()
  let mark: YearMark = readYearMark(config.dataDir) ?? noYear
  let [isStopping, clinicId, running] = [false, '', Promise.resolve()]
  const steps = mark.isOver ? [] : yearSteps(mark.endsAt, consents)
  const of = steps.reduce((sum, step) => sum + step.consents, 0)

  async function keep(app: App, change: Partial<YearMark>): Promise<void> {
    mark = { ...mark, ...change }
    await saveYearMark(config.dataDir, mark)
    await app.database.borrow((client) => publishLiveEvent(client, { clinicId, topic: 'consents' }))
  }

  async function runSteps(instance: Instance): Promise<void> {
    const { app } = instance
    let context: YearContext | null = null
    for (let failures = 0; mark.steps < steps.length && failures < failures_max;) {
      const { steps: number, consents: made } = mark
      const step = steps[number]!
      if (number % steps_per_address === 0) context = null
      const isRun = await succeeds(log, number, () =>
        inTurn(async () => {
          context ??= await openContext(deps, instance, mark)
          clinicId = context.clinicId
          await step.run(context)
        }),
      )
      failures = isRun ? 0 : failures + 1
      await keep(app, { steps: number + 1, consents: made + step.consents })
    }
    await keep(app, { isOver: true })
  }

  async function runYear(): Promise<void> {
    const clock = createDemoClock()
    const payments = config.billing.off ? await openDemoPayments() : null
    const app = await deps.openApp({
      ...{ ...deps, config: { ...config, mail: { off: true }, ...payments?.config }, clock, queuePrefix },
      ...{ ignoresSavedServices: true, eventLoopDelayMsMax: null },
    })
    try {
      const http = pacedHttp(app.http, () => isStopping)
      await runSteps({ app: { ...app, http }, clock, payments })
    } finally {
      await app.close()
      await payments?.close()
    }
  }

  /** What fails as a whole is not begun again: digests of days wait for it. */
  async function giveUp(err: unknown): Promise<void> {
    if (err instanceof YearStopped) return
    log.error({ err }, 'the demo year was given up')
    mark = { ...mark, isOver: true }
    // A full disk, say, ends the year and not the product.
    await abandonYear(config.dataDir).catch((fault: unknown) =>
      log.error({ err: fault }, 'nor was that kept'),
    )
  }

  return {
    progressOf: (id) => (!mark.isOver && id === clinicId ? { made: mark.consents, of } : null),
    takeTurn(sweep, work) {
      if (mark.isOver) return work()
      return sweep === digestSweep ? Promise.resolve() : inTurn(work)
    },
    run() {
      if (!mark.isOver) running = runYear().catch(giveUp)
      return running
    },
    async stop() {
      isStopping = true
      await running
      // Whoever goes on without the demo waits for its year no more.
      mark = { ...mark, isOver: true }
    },
  }
}
