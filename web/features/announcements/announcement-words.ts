import type { AnnouncementAudience, AnnouncementKind } from '../../../contract/announcements.ts'

export const kindNames: Record<AnnouncementKind, string> = {
  information: 'Information',
  maintenance: 'Maintenance',
  urgent: 'Urgent',
}

export const audienceNames: Record<AnnouncementAudience, string> = {
  clinics: 'Every clinic',
  'one-clinic': 'One clinic',
  admins: 'Super administrators',
}
