import {
  dataProtection,
  type Breach,
  type BreachDetail,
  type BreachEntry,
} from '../../../contract/data-protection.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, type HandlerResult } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  notificationDeadline,
  validateBreachEntry,
  gapsOf,
  isOverdue,
  affectedPeopleCount,
  latestRisk,
} from './breach-rules.ts'
import {
  closeBreachRecord,
  findBreach,
  insertBreach,
  insertBreachEntry,
  listBreaches,
  lockBreach,
  type FullBreach,
} from './breach-store.ts'

/** A breach as lists show it. */
export function breachView({ id, title, discoveredAt, closedAt, entries }: FullBreach, now: Date): Breach {
  const said = entries.map((entry) => entry.said)
  const gaps = gapsOf(said)
  return {
    ...{ id, title, gaps },
    discoveredAt: discoveredAt.toISOString(),
    dueAt: notificationDeadline(discoveredAt).toISOString(),
    isOverdue: closedAt === null && isOverdue(gaps, discoveredAt, now),
    risk: latestRisk(said),
    people: affectedPeopleCount(said),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

const detailOf = (breach: FullBreach, now: Date): BreachDetail => ({
  ...breachView(breach, now),
  entries: breach.entries.map(({ id, said, byName, at }) => ({ id, said, by: byName, at: at.toISOString() })),
  closing: breach.closedBy === null ? null : { lessons: breach.lessons, by: breach.closedBy },
})

/** What the audit log says of an entry: how it was judged and how many it is about, and no word that was written. */
function auditDetailsOf(entry: BreachEntry): Record<string, unknown> {
  if (entry.kind === 'facts') return { entry: entry.kind, people: entry.people, records: entry.records }
  if (entry.kind === 'assessed') return { entry: entry.kind, risk: entry.risk }
  return entry.kind === 'commissioner-told' ? { entry: entry.kind, at: entry.at } : { entry: entry.kind }
}

async function recordAudit(
  scope: ClinicScope,
  breachId: string,
  details: Record<string, unknown>,
): Promise<HandlerResult<BreachDetail>> {
  return { answer: detailOf((await findBreach(scope, breachId))!, scope.now), subject: breachId, details }
}

/** The operations about breaches of `contract/data-protection.ts`. */
export const breachHandlers = {
  listBreaches: handle(dataProtection.listBreaches, async (scope) => {
    const views = (await listBreaches(scope)).map((breach) => breachView(breach, scope.now))
    return { answer: views.toSorted((a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null)) }
  }),

  getBreach: handle(dataProtection.getBreach, async (scope, { breachId }) => {
    const breach = await findBreach(scope, breachId)
    return breach ? { answer: detailOf(breach, scope.now) } : refuse('not-found')
  }),

  openBreach: handle(dataProtection.openBreach, async (scope, { title, discoveredAt }) => {
    if (new Date(discoveredAt) > scope.now) return refuse('in-future')
    const id = await insertBreach(scope, { title, discoveredAt: new Date(discoveredAt) })
    return recordAudit(scope, id, { discoveredAt })
  }),

  addBreachEntry: handle(dataProtection.addBreachEntry, async (scope, { breachId, said }) => {
    const breach = await lockBreach(scope, breachId)
    if (!breach) return refuse('not-found')
    if (breach.closedAt) return refuse('already-closed')
    const earlier = breach.entries.map((entry) => entry.said)
    const fault = validateBreachEntry(said, earlier, { discoveredAt: breach.discoveredAt, now: scope.now })
    if (fault) return refuse(fault)
    await insertBreachEntry(scope, breachId, said)
    return recordAudit(scope, breachId, auditDetailsOf(said))
  }),

  closeBreach: handle(dataProtection.closeBreach, async (scope, { breachId, lessons }) => {
    const breach = await lockBreach(scope, breachId)
    if (!breach) return refuse('not-found')
    if (breach.closedAt) return refuse('already-closed')
    if (gapsOf(breach.entries.map(({ said }) => said)).length > 0) return refuse('incomplete')
    await closeBreachRecord(scope, breachId, lessons)
    return recordAudit(scope, breachId, {})
  }),
}
