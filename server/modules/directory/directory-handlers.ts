import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { countStaff } from '../staff/index.ts'
import { accountChanges } from './directory-account-handlers.ts'
import { countConsentsThisMonth, findListedClinic, listDirectory } from './directory-list-store.ts'
import { ownerChanges } from './directory-owner-handlers.ts'
import { monthStart, monthsBefore } from './directory-rules.ts'
import { countConsentsByMonth, countConsentsByStatus, findClinicName } from './directory-store.ts'
import { buildDirectoryEntry, withAllStatuses, directoryRowOf } from './directory-view.ts'

const months_shown = 12

/** The operations of `contract/directory.ts`. */
export const directoryHandlers = {
  ...accountChanges,
  ...ownerChanges,

  list: handle(contract.directory.list, async (scope, { page, pageSize, ...filter }) => {
    const { rows, total } = await listDirectory(scope, filter, sliceOf({ page, pageSize }))
    const ids = rows.map(({ id }) => id)
    const staff = await countStaff(scope, ids)
    const sent = await countConsentsThisMonth(scope, ids)
    const answer = rows.map((clinic) =>
      directoryRowOf(
        clinic,
        { staff: staff.get(clinic.id) ?? 0, consentsThisMonth: sent.get(clinic.id) ?? 0 },
        scope.now,
      ),
    )
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  get: handle(contract.directory.get, async (scope, { clinicId }) => {
    const found = await findListedClinic(scope, clinicId)
    return found ? { answer: await buildDirectoryEntry(scope, found) } : refuse('clinic-not-found')
  }),

  consents: handle(contract.directory.consents, async (scope, { clinicId }) => {
    const found = await findClinicName(scope, clinicId)
    if (!found) return refuse('clinic-not-found')
    const { name: clinicName, timeZone } = found
    const months = monthsBefore(scope.now, timeZone, months_shown)
    const since = monthStart(months.at(-1)!, timeZone)
    const counted = await countConsentsByMonth(scope, { clinicId, since, timeZone })
    const answer = months.map(
      (month) => counted.find((row) => row.month === month) ?? { month, created: 0, sent: 0, signed: 0 },
    )
    return {
      answer: {
        clinicName,
        byStatus: withAllStatuses(await countConsentsByStatus(scope, clinicId)),
        months: answer,
      },
    }
  }),
}
