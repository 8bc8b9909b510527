import type { Enquiry } from '../../../contract/enquiries.ts'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { enquiries_a_day_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { normalizeEmail } from '../identity/index.ts'
import { enquiryQueue } from './enquiry-jobs.ts'
import { detectSpam } from './enquiry-rules.ts'
import {
  deleteEnquiry,
  insertEnquiry,
  listEnquiries,
  setEnquiryAnswered,
  type Delivery,
  type EnquiryRecord,
} from './enquiry-store.ts'

/** From everybody together: whoever has many addresses cannot fill the table either. */
const overallRate: Rate = { attempts: enquiries_a_day_max, seconds: 24 * 3600 }

type EnquiryDeps = { rates: Pick<RateLimits, 'attempt'>; runPlatformJob: RunPlatformJob }

const viewOf = ({
  receivedAt,
  answeredAt,
  topic,
  delivery,
  deliveryAt: _,
  ...kept
}: EnquiryRecord): Enquiry => ({
  ...kept,
  topic: topic as Enquiry['topic'],
  delivery: delivery as Delivery,
  receivedAt: receivedAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
})

/** The operations of `contract/enquiries.ts`. */
export const enquiryHandlers = ({ rates, runPlatformJob }: EnquiryDeps) => ({
  send: handle(
    contract.enquiries.send,
    async (_scope, { key: id, email: typed, website, seconds, ...written }) => {
      const trap = detectSpam({ website, seconds })
      if (trap) return refuse(trap)
      const email = normalizeEmail(typed)
      if (!email) return refuse('invalid-email')
      if (!(await rates.attempt('enquiries.all', overallRate, 'all'))) return refuse('too-many-enquiries')
      await runPlatformJob(async (scope) => {
        const isNew = await insertEnquiry(scope, { ...written, id, email })
        if (isNew) scope.enqueue(enquiryQueue, { enquiryId: id })
      })
      return { answer: { sent: true as const }, subject: id, details: { topic: written.topic } }
    },
  ),

  listForAdmin: handle(contract.enquiries.listForAdmin, async (scope, { view, page, pageSize }) => {
    const { rows, total } = await listEnquiries(scope, view, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(viewOf), total, page, pageSize } }
  }),

  markAnswered: handle(contract.enquiries.markAnswered, async (scope, { enquiryId, isAnswered }) => {
    const marked = await setEnquiryAnswered(scope, enquiryId, isAnswered)
    if (!marked) return refuse('not-found')
    return { answer: viewOf(marked), subject: enquiryId, details: { isAnswered } }
  }),

  delete: handle(contract.enquiries.delete, async (scope, { enquiryId }) =>
    (await deleteEnquiry(scope, enquiryId))
      ? { answer: { deleted: true as const }, subject: enquiryId }
      : refuse('not-found'),
  ),
})
