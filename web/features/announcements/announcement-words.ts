import type { AnnouncementAudience, AnnouncementKind } from '../../../contract/announcements.ts'

export const kindNames: Record<AnnouncementKind, string> = {
  information: 'Information',
  maintenance: 'Maintenance',
  urgent: 'Urgent',
}

export const audienceNames: Record<AnnouncementAudience, string> = {
  clinics: 'All practices',
  'one-clinic': 'One practice',
  admins: 'Super administrators',
}
