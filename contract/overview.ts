import { z } from 'zod'
import { instant, isoDate, operation } from './kit.ts'
import { planNames } from './plans.ts'

/** What somebody who runs the platform may have to do, most urgent first. */
export const overviewTasks = [
  'failed-jobs',
  'astray-messages',
  'open-enquiries',
  'suspended-clinics',
  'missing-configuration',
  'reviews-due',
  'maintenance-on',
  'virus-scanner',
] as const
export type OverviewTask = (typeof overviewTasks)[number]

const TaskCounts = z.record(z.string(), z.int())

/** Whether files are scanned for malware, and of when the signatures are. */
const ScannerHealth = z.object({
  state: z.enum(['off', 'ready', 'unreachable']),
  engine: z.string().nullable(),
  /** The number of the signature database. */
  signatures: z.string().nullable(),
  signedAt: instant.nullable(),
})
export type ScannerHealth = z.infer<typeof ScannerHealth>

const Overview = z.object({
  clinics: z.object({ total: z.int(), byStatus: TaskCounts, byPlan: z.record(z.enum(planNames), z.int()) }),
  /** The last 30 days, oldest first, by the days of London. */
  days: z.array(
    z.object({
      day: isoDate,
      sent: z.int(),
      signed: z.int(),
      signIns: z.int(),
      refusedSignIns: z.int(),
    }),
  ),
  queue: z.object({ waiting: z.int(), failed: z.int() }),
  mail: z.object({ isSent: z.boolean(), last: z.int(), astray: z.int() }),
  /** Bytes of the disk that the data directory lies on, and whether documents and videos are kept there too. */
  storage: z.object({ keepsFiles: z.boolean(), used: z.int(), free: z.int() }),
  /** `quarantined`: stored files that malware was found in, of all practices. */
  scanner: ScannerHealth.extend({ quarantined: z.int() }),
  duties: z.array(z.object({ duty: z.enum(overviewTasks), count: z.int() })),
})
export type Overview = z.infer<typeof Overview>

export const overview = {
  get: operation({
    method: 'GET',
    path: '/api/admin/overview',
    summary: 'How the platform is: clinics, what is sent and signed, queues, mail, storage, and what to do',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({}),
    output: Overview,
    example: {},
  }),
}
