import type { Announcement, ShownAnnouncement } from '../../../contract/announcements.ts'
import { contract } from '../../../contract/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findMaintenanceForClinic, loadMaintenance } from '../maintenance/index.ts'
import {
  listCurrentAnnouncements,
  listPublicAnnouncements,
  clinicName,
  endAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  type AnnouncementRecord,
  type ListedAnnouncement,
} from './announcement-store.ts'

const viewOf = ({ from, until, forClinic, byName, ...row }: ListedAnnouncement): Announcement => ({
  ...row,
  clinicId: forClinic,
  by: byName,
  from: from.toISOString(),
  until: until.toISOString(),
})

const publicView = ({
  id,
  kind,
  text,
  until,
}: Pick<AnnouncementRecord, 'id' | 'kind' | 'text' | 'until'>): ShownAnnouncement => ({
  ...{ id, kind, text },
  until: until.toISOString(),
})

const auditStateOf = (state: { until: Date | null } | null) =>
  state && { until: state.until?.toISOString() ?? null }

/** The operations of `contract/announcements.ts`. */
export const announcementHandlers = ({ database }: { database: Database }) => ({
  listForAdmin: handle(contract.announcements.listForAdmin, async (scope, { page, pageSize }) => {
    const { rows, total } = await listAnnouncements(scope, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(viewOf), total, page, pageSize } }
  }),

  create: handle(contract.announcements.create, async (scope, { clinicId, ...written }) => {
    const from = new Date(written.from)
    const until = new Date(written.until)
    if (until <= from || until <= scope.now) return refuse('ends-before-start')
    const forClinic = written.audience === 'one-clinic' ? clinicId : null
    const name = forClinic ? await clinicName(scope, forClinic) : null
    if (written.audience === 'one-clinic' && !name) return refuse('clinic-missing')
    const created = await insertAnnouncement(scope, { ...written, from, until, forClinic })
    const { id, ...details } = viewOf({ ...created, clinicName: name ?? null })
    return { answer: { id, ...details }, subject: id, details }
  }),

  end: handle(contract.announcements.end, async (scope, { announcementId }) => {
    const ended = await endAnnouncement(scope, announcementId)
    if (!ended) return refuse('not-found')
    const name = ended.forClinic ? await clinicName(scope, ended.forClinic) : null
    return {
      answer: viewOf({ ...ended, clinicName: name ?? null }),
      subject: announcementId,
      details: { text: ended.text },
    }
  }),

  current: handle(contract.announcements.current, async (scope) => ({
    answer: {
      rows: (await listCurrentAnnouncements(scope)).map(publicView),
      maintenance: auditStateOf(await findMaintenanceForClinic(scope)),
    },
  })),

  forAdmin: handle(contract.announcements.forAdmin, async (scope) => ({
    answer: (await listCurrentAnnouncements(scope)).map(publicView),
  })),

  status: handle(contract.announcements.status, async ({ now }) => ({
    answer: {
      rows: (await listPublicAnnouncements(database, now)).map(publicView),
      maintenance: auditStateOf(await loadMaintenance(database)),
    },
  })),
})
