import { contract } from '../../../contract/index.ts'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  listActiveStaff,
  updateStaff,
  findStaff,
  holderOf,
  hasAtLeastRights,
  lockAdministrators,
  lockStaff,
  toMember,
} from '../staff/index.ts'
import { findingsOf, findSuspects, type ClinicSnapshot } from './cleanup-rules.ts'
import type { CleanupItem } from './cleanup-schema.ts'
import {
  accountsOfClinic,
  insertCleanup,
  lockCleanup,
  markUndone,
  recentCleanups,
  setAccountActive,
  type CleanupRecord,
} from './cleanup-store.ts'

/** What a module below knows of a member of staff, injected: consents are not ours to read. */
export type CleanupDeps = { countPending(scope: StaffScope, staffId: string): Promise<number> }

type SelectedItem = Pick<CleanupItem, 'kind' | 'id'>

const viewOf = ({ id, at, by, items, undoneAt }: CleanupRecord) => ({
  id,
  at: at.toISOString(),
  by,
  items: items.map(({ name, effect }) => ({ name, effect })),
  undoneAt: undoneAt?.toISOString() ?? null,
})

const isAccount = ({ kind }: SelectedItem): boolean => kind === 'account-without-staff'

/** In one order always, so that two clean-ups at once do not wait for each other. */
const staffIdsOf = (items: readonly SelectedItem[]): string[] =>
  [...new Set(items.filter((item) => !isAccount(item)).map(({ id }) => id))].toSorted()

/** What is found now, and the clinic it was found in. */
async function readSnapshot(scope: ClinicScope, { countPending }: CleanupDeps) {
  const left: ClinicSnapshot = {
    now: scope.now,
    actor: (await findStaff(scope, scope.staffId))!,
    records: await listActiveStaff(scope),
    accounts: await accountsOfClinic(scope),
  }
  const pendingOf = new Map<string, number>()
  for (const { record } of findSuspects(left)) pendingOf.set(record.id, await countPending(scope, record.id))
  return { left, findings: findingsOf(left, pendingOf) }
}

const isSameItem =
  ({ kind, id }: SelectedItem) =>
  (finding: CleanupFinding) =>
    finding.kind === kind && finding.id === id

/** Whether the clinic has such an account or such a member of staff at all, left behind or not. */
const isKnown = async (
  scope: ClinicScope,
  item: SelectedItem,
  { accounts }: ClinicSnapshot,
): Promise<boolean> =>
  isAccount(item)
    ? accounts.some(({ userId }) => userId === item.id)
    : (await findStaff(scope, item.id)) !== undefined

/** Does what the finding says; false when it cannot be done any more. */
async function applyItem(scope: ClinicScope, item: CleanupItem): Promise<boolean> {
  if (isAccount(item)) return setAccountActive(scope, item.id, false)
  await updateStaff(scope, item.id, { status: 'inactive' })
  return true
}

/** Undoes it: an account that has joined a staff again meanwhile is left as it is. */
async function undoItem(scope: ClinicScope, item: CleanupItem): Promise<void> {
  if (isAccount(item)) await setAccountActive(scope, item.id, true)
  else await updateStaff(scope, item.id, { status: 'active' })
}

const idsOf = (items: readonly SelectedItem[]) => items.map(({ kind, id }) => ({ kind, id }))

/** The operations of `contract/cleanup.ts`. */
export const cleanupHandlers = (deps: CleanupDeps) => ({
  preview: handle(contract.cleanup.preview, async (scope) => {
    const { findings } = await readSnapshot(scope, deps)
    return { answer: { findings, recent: (await recentCleanups(scope)).map(viewOf) } }
  }),

  act: handle(contract.cleanup.act, async (scope, { items: chosen }) => {
    if (chosen.length === 0) return refuse('nothing-chosen')
    await lockAdministrators(scope)
    for (const id of staffIdsOf(chosen)) await lockStaff(scope, id)
    const { left, findings } = await readSnapshot(scope, deps)
    const items: CleanupItem[] = []
    for (const item of chosen) {
      if (items.some(({ id }) => id === item.id)) continue
      const found = findings.find(isSameItem(item))
      if (!found) return refuse((await isKnown(scope, item, left)) ? 'changed' : 'not-found')
      const { kind, id, name, effect } = found
      if (found.kept !== null || !(await applyItem(scope, { kind, id, name, effect })))
        return refuse('changed')
      items.push({ kind, id, name, effect })
    }
    const made = await insertCleanup(scope, items)
    return { answer: viewOf(made), subject: made.id, details: { items: idsOf(items) } }
  }),

  undo: handle(contract.cleanup.undo, async (scope, { cleanupId }) => {
    await lockAdministrators(scope)
    const made = await lockCleanup(scope, cleanupId)
    if (!made) return refuse('cleanup-not-found')
    if (made.undoneAt) return refuse('already-undone')
    const actor = holderOf(toMember((await findStaff(scope, scope.staffId))!))
    for (const id of staffIdsOf(made.items)) {
      const record = (await lockStaff(scope, id))!
      if (!hasAtLeastRights(actor, toMember(record))) return refuse('above-own-rights')
    }
    for (const item of made.items) await undoItem(scope, item)
    const undone = await markUndone(scope, cleanupId)
    return { answer: viewOf(undone), subject: undone.id, details: { items: idsOf(undone.items) } }
  }),
})
