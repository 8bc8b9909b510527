import { contract } from '../../contract/index.ts'
import { day_ms, hour_ms } from '../platform/clock.ts'
import { demoCaller } from './demo-caller.ts'
import type { DemoPayments } from './demo-card-payments.ts'
import { desktop } from './demo-context.ts'
import { demoClinics } from './demo-people.ts'
import { done, reach, type YearContext } from './demo-year-context.ts'

/** Months of the year, from the first on: when the second practice took a larger plan, and when its card was refused. */
const months = 12
const month_ms = (365 / 12) * day_ms
/** So late in the first month that the last one is paid, whatever its day is. */
const begins_days = 14
const [upgrade_month, refused_month] = [5, 9]

/** The second practice of the demo pays by card: a year of it, so that what the platform earns has months. */
export async function payForPlans(context: YearContext): Promise<void> {
  const { app, endsAt, payments, accounts, origin } = context
  if (!payments) return
  const pay = async (month: number, outcome: 'paid' | 'payment_failed', days = 0) => {
    const at = endsAt - (months - month) * month_ms + (begins_days + days) * day_ms + hour_ms
    if (!reach(context, at)) return
    await payments.invoice(app.http, at, month, outcome)
    await app.jobs.drain()
  }
  const change = async (month: number, now: Parameters<DemoPayments['change']>[2], days = 0) => {
    const at = endsAt - (months - month) * month_ms + (begins_days + days) * day_ms
    if (!reach(context, at)) return
    await payments.change(app.http, at, now)
    await app.jobs.drain()
  }
  const { name } = demoClinics[1]!
  const { email, password } = accounts.find(({ clinic, role }) => clinic === name && role === 'clinic_admin')!
  context.clock.set(endsAt - months * month_ms)
  const owner = demoCaller(app.http, { ip: '203.0.113.31', userAgent: desktop, origin })
  await owner.call(contract.identity.signIn, { login: email, password })
  await owner.call(contract.billing.subscribe, { plan: 'starter' }, done)
  await change(0, { plan: 'starter', status: 'active' })
  for (let month = 0; month < months; month++) {
    if (month === upgrade_month) await change(month, { plan: 'growth', status: 'active' })
    const plan = month < upgrade_month ? 'starter' : 'growth'
    if (month === refused_month) {
      await pay(month, 'payment_failed')
      await change(month, { plan, status: 'past_due' }, 1)
      await pay(month, 'paid', 3)
      await change(month, { plan, status: 'active' }, 4)
    } else await pay(month, 'paid')
  }
}
