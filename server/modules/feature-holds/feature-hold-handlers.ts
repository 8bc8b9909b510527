import type { FeatureHold } from '../../../contract/feature-holds.ts'
import type { Feature } from '../../../contract/features.ts'
import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { deleteHold, insertHold, clinicExists, listHolds, type HoldRecord } from './feature-hold-store.ts'

const viewOf = ({ feature, forClinic, clinicName, reason, since, byName }: HoldRecord): FeatureHold => ({
  ...{ clinicName, reason },
  feature: feature as Feature,
  clinicId: forClinic,
  since: since.toISOString(),
  by: byName,
})

/** The operations of `contract/feature-holds.ts`. */
export const featureHoldHandlers = {
  list: handle(contract.featureHolds.list, async (scope) => ({
    answer: (await listHolds(scope)).map(viewOf),
  })),

  switchOff: handle(contract.featureHolds.switchOff, async (scope, change) => {
    const { feature, clinicId, reason } = change
    if (clinicId && !(await clinicExists(scope, clinicId))) return refuse('not-found')
    if (!(await insertHold(scope, change))) return refuse('already-off')
    const answer = (await listHolds(scope)).map(viewOf)
    return { answer, subject: feature, details: { clinicId, reason } }
  }),

  switchOn: handle(contract.featureHolds.switchOn, async (scope, change) => {
    const { feature, clinicId, reason } = change
    if (!(await deleteHold(scope, change))) return refuse('already-on')
    const answer = (await listHolds(scope)).map(viewOf)
    return { answer, subject: feature, details: { clinicId, reason } }
  }),
}
