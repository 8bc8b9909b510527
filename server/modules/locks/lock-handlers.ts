import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import {
  findExceededLimits,
  listExceededLimits,
  resetLimit,
  type ExceededLimit,
} from '../../platform/http/exceeded-limits.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import { isLockedLink, listLockedLinks } from '../signing/index.ts'

/** By what limits count somebody besides what was typed: accounts are identity's. */
export type LockDeps = { rateLimitKeysOf(typed: string): Promise<string[]> }

const viewOf = ({ until, ...row }: ExceededLimit) => ({ ...row, until: until.toISOString() })

/** The operations of `contract/locks.ts`. */
export const lockHandlers = ({ rateLimitKeysOf }: LockDeps) => ({
  list: handle(contract.locks.list, async (scope, { page, pageSize }) => {
    const { rows, total } = await listExceededLimits(scope, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(viewOf), total, page, pageSize } }
  }),

  find: handle(contract.locks.find, async (scope, { typed }) => {
    const found = await findExceededLimits(scope, [networkOf(typed), ...(await rateLimitKeysOf(typed))])
    return { answer: found.map(viewOf), subject: typed, details: { found: found.length } }
  }),

  release: handle(contract.locks.release, async (scope, { key, reason }) => {
    const released = await resetLimit(scope, key)
    if (!released) return refuse('gone')
    const { what, until, tries } = viewOf(released)
    return {
      answer: { released: true as const },
      subject: key,
      details: { what, tries, until, reason },
    }
  }),

  links: handle(contract.locks.links, async (scope, { page, pageSize }) => {
    const { rows, total } = await listLockedLinks(scope, sliceOf({ page, pageSize }))
    const answer = rows.map(({ lockedAt, expiresAt, ...row }) => ({
      ...row,
      lockedAt: lockedAt!.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  replaceLink: handle(contract.locks.replaceLink, async (scope, { clinicId, linkId, reason }) => {
    if (!(await isLockedLink(scope, { clinicId, linkId }))) return refuse('gone')
    scope.enqueue('signing.replace-locked-link', { clinicId, linkId })
    return { answer: { queued: true as const }, subject: linkId, details: { clinicId, reason } }
  }),
})
