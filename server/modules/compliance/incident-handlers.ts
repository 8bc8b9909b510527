import { incidents, type Incident } from '../../../contract/incidents.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import {
  changeIncident,
  findIncident,
  insertIncident,
  listIncidents,
  type IncidentRow,
} from './incident-store.ts'

const incidentView = ({ clinicId: _clinic, at, closedAt, ...row }: IncidentRow): Incident => ({
  ...row,
  at: at.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

/** What was done to an incident: the audit log tells its kind and not what happened. */
const incidentResult = (row: IncidentRow) => ({
  answer: incidentView(row),
  subject: row.id,
  details: { kind: row.kind, isAboutConsent: row.isAboutConsent, isClosed: row.closedAt !== null },
})

/** The operations of `contract/incidents.ts`. */
export const incidentHandlers = {
  list: handle(incidents.list, async (scope, { page, pageSize, ...of }) => {
    const { rows, total } = await listIncidents(scope, { ...of, slice: sliceOf({ page, pageSize }) })
    return { answer: { rows: rows.map(incidentView), total, page, pageSize } }
  }),

  record: handle(incidents.record, async (scope, incident) => {
    if (incident.happenedOn > (await todayOf(scope))) return refuse('in-future')
    if (incident.consentId && !(await findConsent(scope, incident.consentId)))
      return refuse('consent-not-found')
    return incidentResult(await insertIncident(scope, incident))
  }),

  update: handle(incidents.update, async (scope, { incidentId, isClosed, ...told }) => {
    const before = await findIncident(scope, incidentId)
    if (!before) return refuse('not-found')
    if (isClosed && (told.learning === '' || told.shared === '')) return refuse('learning-missing')
    const closing = isClosed
      ? { closedBy: scope.actor.name, closedAt: scope.now }
      : { closedBy: null, closedAt: null }
    const changed = await changeIncident(scope, incidentId, { ...told, ...closing })
    return changed ? { ...incidentResult(changed), before } : refuse('already-closed')
  }),
}
