import { contract } from '../../../contract/index.ts'
import type { MaintenanceState } from '../../../contract/maintenance.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { setMaintenance, findMaintenance, type MaintenanceRecord } from './maintenance-store.ts'

const maintenanceOff: MaintenanceState = { isOn: false, reason: '', until: null, since: null, by: null }

const viewOf = ({ isOn, reason, until, since, byName }: MaintenanceRecord): MaintenanceState => ({
  isOn,
  reason,
  until: until?.toISOString() ?? null,
  since: since.toISOString(),
  by: byName,
})

/** The operations of `contract/maintenance.ts`. */
export const maintenanceHandlers = {
  get: handle(contract.maintenance.get, async (scope) => {
    const found = await findMaintenance(scope)
    return { answer: found ? viewOf(found) : maintenanceOff }
  }),

  change: handle(contract.maintenance.change, async (scope, { isOn, reason, until: typed }) => {
    const until = isOn && typed ? new Date(typed) : null
    if (until && until <= scope.now) return refuse('ends-before-now')
    const changed = viewOf(await setMaintenance(scope, { isOn, reason, until }))
    const { until: end } = changed
    return { answer: changed, subject: 'maintenance', details: { isOn, reason, until: end } }
  }),
}
