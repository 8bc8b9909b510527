import { minute_ms } from '../platform/clock.ts'
import type { DemoAccount } from './demo-accounts.ts'
import type { DemoPayments } from './demo-card-payments.ts'
import type { DemoContext } from './demo-context.ts'

/** The demo clinic while its year is run. */
export type YearContext = DemoContext & {
  clinicId: string
  /** When the year ends: nothing happens after it. */
  endsAt: number
  accounts: DemoAccount[]
  origin: string
  payments: DemoPayments | null
}

/** A step that a run cut off before had done already is refused as such. */
export const done = { tolerate: [409] }

/** Sets the clock to a moment, unless that has not come yet; answers whether it has. */
export function reach({ clock, endsAt }: YearContext, at_ms: number): boolean {
  if (at_ms > endsAt - minute_ms) return false
  clock.set(at_ms)
  return true
}

/** Lets the product do by itself what is due at a moment that has come, and all that follows from it. */
export async function passTo(context: YearContext, sweep: string, at_ms: number): Promise<void> {
  if (!reach(context, at_ms)) return
  await context.app.sweep(sweep)
  await context.app.jobs.drain()
}
