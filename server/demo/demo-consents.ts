import type { PlanVideo } from '../../contract/consent-plan.ts'
import type { ConsentStatus } from '../../contract/consent-states.ts'

/** How far each demo consent goes, and how many days ago it began. */
export type DemoConsent = {
  patient: string
  template: string
  teeth: string[]
  diagnosis: string
  by: string
  daysAgo: number
  until: ConsentStatus
  signs?: 'drawn' | 'typed'
  video?: PlanVideo
}

export const demoConsents: DemoConsent[] = [
  {
    patient: 'Llewellyn',
    template: 'Single Tooth Implant',
    teeth: ['14'],
    diagnosis: 'A gap where an upper tooth was lost',
    by: 'lead',
    daysAgo: 45,
    until: 'expired',
  },
  {
    patient: 'Hollis',
    template: 'Porcelain Crown',
    teeth: ['26'],
    diagnosis: 'A large filling that has cracked',
    by: 'owner',
    daysAgo: 21,
    until: 'finalised',
    signs: 'drawn',
  },
  {
    patient: 'Oyelaran',
    template: 'Simple Extraction',
    teeth: ['17'],
    diagnosis: 'A tooth broken below the gum',
    by: 'dentist',
    daysAgo: 16,
    until: 'finalised',
    signs: 'typed',
  },
  {
    patient: 'Adeyemi',
    template: 'Single Tooth Implant',
    teeth: ['24'],
    diagnosis: 'A gap where a premolar was lost',
    by: 'owner',
    daysAgo: 12,
    until: 'finalised',
    signs: 'drawn',
  },
  {
    patient: 'Haddad',
    template: 'Composite Filling',
    teeth: ['36'],
    diagnosis: 'Decay between two back teeth',
    by: 'lead',
    daysAgo: 10,
    until: 'superseded',
  },
  {
    patient: 'Siddiqui',
    template: 'Porcelain Crown',
    teeth: ['36'],
    diagnosis: 'A tooth weakened by decay',
    by: 'lead',
    daysAgo: 9,
    until: 'declined',
  },
  {
    patient: 'Wójcik',
    template: 'Molar Root Canal',
    teeth: ['37'],
    diagnosis: 'An infected nerve',
    by: 'dentist',
    daysAgo: 8,
    until: 'withdrawn',
    signs: 'typed',
  },
  {
    patient: 'MacGregor',
    template: 'Simple Extraction',
    teeth: ['48'],
    diagnosis: 'A wisdom tooth that keeps getting sore',
    by: 'dentist',
    daysAgo: 6,
    until: 'voided',
  },
  {
    patient: 'Tan',
    template: 'Simple Extraction',
    teeth: ['55'],
    diagnosis: 'A baby tooth with deep decay',
    by: 'lead',
    daysAgo: 4,
    until: 'signed',
    signs: 'drawn',
  },
  {
    patient: 'Marchetti',
    template: 'Composite Filling',
    teeth: ['12'],
    diagnosis: 'A chipped front tooth',
    by: 'dentist',
    daysAgo: 3,
    until: 'signed',
    signs: 'drawn',
  },
  {
    patient: "O'Sullivan",
    template: 'Molar Root Canal',
    teeth: ['16'],
    diagnosis: 'An abscess at the root',
    by: 'owner',
    daysAgo: 2,
    until: 'viewed',
  },
  {
    patient: 'Rahman',
    template: 'Simple Extraction',
    teeth: ['38'],
    diagnosis: 'A tooth that cannot be repaired',
    by: 'dentist',
    daysAgo: 1,
    until: 'sent',
  },
  {
    patient: 'MacGregor',
    template: 'Composite Filling',
    teeth: ['46', '47'],
    diagnosis: 'Early decay in two back teeth',
    by: 'lead',
    daysAgo: 0,
    until: 'draft',
  },
  {
    patient: 'Whitcombe',
    template: 'Molar Root Canal',
    teeth: ['46'],
    diagnosis: 'An infected nerve in a lower molar',
    by: 'dentist',
    daysAgo: 0,
    until: 'sent',
  },
]

/** What each treatment of the demo costs. */
export const demoCharge = { pricePence: 7350, band: 'band-2' } as const

/** Values for what the five templates ask of the clinician. */
export const demoPlaceholders = {
  visits: 'two visits',
  reason: 'it is the best way to keep you free of pain and infection',
  prognosis: 'good',
  crownWithin: '4 weeks',
  individualRisks: 'none that we know of',
}
