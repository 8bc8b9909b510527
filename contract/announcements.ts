import { z } from 'zod'
import { id, instant, invalidArgument, notFound, operation, paging, paginated, text } from './kit.ts'
import { announcement_length_max } from './limits.ts'

const announcementKinds = ['information', 'maintenance', 'urgent'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/** Who reads it: everybody of every clinic, one clinic's people, or super administrators alone. */
const audiences = ['clinics', 'one-clinic', 'admins'] as const
export type AnnouncementAudience = (typeof audiences)[number]

const AnnouncementInput = z.object({
  text: text(announcement_length_max),
  kind: z.enum(announcementKinds),
  audience: z.enum(audiences),
  /** For one clinic alone; null otherwise. */
  clinicId: id.nullable(),
  from: instant,
  until: instant,
})

const Announcement = AnnouncementInput.extend({ id, clinicName: z.string().nullable(), by: z.string() })
export type Announcement = z.infer<typeof Announcement>

const AnnouncementBanner = z.object({ id, kind: z.enum(announcementKinds), text: z.string(), until: instant })
export type ShownAnnouncement = z.infer<typeof AnnouncementBanner>

const announcementParams = { announcementId: id }
const missing = { 'not-found': notFound('Announcement') }
const announcementRefusals = {
  'ends-before-start': invalidArgument('The end must be after the start.'),
  'clinic-missing': invalidArgument('Choose a practice.'),
}
const example = {
  text: 'New: letters can be printed in large print.',
  kind: 'information',
  audience: 'clinics',
  clinicId: null,
  from: '2096-11-23T08:00:00Z',
  until: '2096-11-30T18:00:00Z',
} as const

export const announcements = {
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/announcements',
    summary: 'Everything that was announced or will be, newest first',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(Announcement),
    example: {},
  }),
  create: operation({
    method: 'POST',
    path: '/api/admin/announcements',
    summary: 'Announce something to practices or to super administrators, for a time',
    access: 'admin',
    audit: { done: 'announcement.created', refused: 'announcement.refused' },
    input: AnnouncementInput,
    output: Announcement,
    refusals: announcementRefusals,
    example,
  }),
  end: operation({
    method: 'POST',
    path: '/api/admin/announcements/{announcementId}/endings',
    summary: 'Take an announcement down before its time',
    access: 'admin',
    audit: { done: 'announcement.ended', refused: 'announcement.refused' },
    input: z.object(announcementParams),
    output: Announcement,
    refusals: missing,
    example: { announcementId: ':announcementId' },
  }),
  current: operation({
    method: 'GET',
    path: '/api/clinic/announcements',
    summary: 'What the people of this clinic are told at the moment, and whether they can save',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.object({
      rows: z.array(AnnouncementBanner),
      maintenance: z.object({ until: instant.nullable() }).nullable(),
    }),
    example: {},
  }),
  forAdmin: operation({
    method: 'GET',
    path: '/api/admin/current-announcements',
    summary: 'What super administrators are told at the moment',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(AnnouncementBanner),
    example: {},
  }),
  status: operation({
    method: 'GET',
    path: '/api/status',
    summary: 'What the status page tells anybody: announcements to every clinic, and maintenance',
    access: 'anyone',
    audit: null,
    input: z.object({}),
    output: z.object({
      rows: z.array(AnnouncementBanner),
      maintenance: z.object({ until: instant.nullable() }).nullable(),
    }),
    example: {},
  }),
}
