import type { Flag, Level } from '../../contract/permissions.ts'

/** Everyone and everything in the demo is invented; addresses are of example domains, phone numbers of Ofcom's drama range. */
export type DemoStaff = {
  key: string
  firstName: string
  lastName: string
  role: 'clinic_admin' | 'clinic_staff'
  level: Level
  jobTitle: string
  gdcNumber?: string
  permissions?: Partial<Record<Flag, boolean>>
}
export type DemoClinic = { name: string; domain: string; address: string; phone: string; outOfHours: string; staff: DemoStaff[] }

export const demoClinics: DemoClinic[] = [
  {
    name: 'Harbour Street Dental',
    domain: 'harbourstreet.example',
    address: '14 Harbour Street\nWhitby\nYO21 1DH',
    phone: '01632 960417',
    outOfHours: '01632 960418',
    staff: [
      { key: 'owner', firstName: 'Amara', lastName: 'Okafor', role: 'clinic_admin', level: 4, jobTitle: 'Principal dentist', gdcNumber: '204417' },
      { key: 'dentist', firstName: 'Tom', lastName: 'Hughes', role: 'clinic_staff', level: 2, jobTitle: 'Dentist', gdcNumber: '248163' },
      { key: 'lead', firstName: 'Priya', lastName: 'Nair', role: 'clinic_staff', level: 3, jobTitle: 'Dentist', gdcNumber: '271905' },
      { key: 'manager', firstName: 'Siân', lastName: 'Rees', role: 'clinic_staff', level: 4, jobTitle: 'Practice manager' },
      { key: 'reception', firstName: 'Sam', lastName: 'Lee', role: 'clinic_staff', level: 1, jobTitle: 'Receptionist' },
    ],
  },
  {
    name: 'Canal Side Dental Care',
    domain: 'canalside.example',
    address: '3 Wharf Road\nHebden Bridge\nHX7 8AD',
    phone: '01632 960522',
    outOfHours: '01632 960523',
    staff: [
      { key: 'owner', firstName: 'Jonah', lastName: 'Adler', role: 'clinic_admin', level: 4, jobTitle: 'Principal dentist', gdcNumber: '196022' },
      { key: 'nurse', firstName: 'Ewa', lastName: 'Kowalczyk', role: 'clinic_staff', level: 1, jobTitle: 'Dental nurse', permissions: { canSendForms: true } },
    ],
  },
]

export const demoAdmin = { name: 'Rowan Pemberton', email: 'rowan@candour.example' }

type DemoPatient = {
  title: string
  firstName: string
  lastName: string
  dateOfBirth: string
  email: string
  phone: string
  nhsNumber: string
  accessNeeds?: string[]
  guardian?: { name: string; relationship: string; authority: 'parental-responsibility' | 'attorney'; email: string; phone: string }
}

const patient = (title: string, firstName: string, lastName: string, dateOfBirth: string, nhsNumber: string, phone: string): DemoPatient => ({
  title,
  firstName,
  lastName,
  dateOfBirth,
  email: `${firstName}.${lastName}@example.org`.toLowerCase().normalize('NFD').replaceAll(/[^a-z@.]/g, ''),
  phone,
  nhsNumber,
})

export const demoPatients: DemoPatient[] = [
  patient('Mrs', 'Eleanor', 'Whitcombe', '1961-03-14', '9434765919', '07700 900101'),
  patient('Mr', 'Yusuf', 'Rahman', '1988-09-02', '', '07700 900102'),
  patient('Ms', 'Grace', 'Adeyemi', '1979-06-23', '9434765870', '07700 900103'),
  { ...patient('Mr', 'Owen', 'Llewellyn', '1952-11-30', '', '07700 900104'), accessNeeds: ['large-print'] },
  patient('Miss', 'Sofia', 'Marchetti', '1996-01-11', '', '07700 900105'),
  patient('Mr', 'Hamza', 'Siddiqui', '1990-05-05', '', '07700 900106'),
  patient('Ms', 'Isla', 'MacGregor', '2001-08-19', '', '07700 900107'),
  patient('Mr', 'Daniel', 'Oyelaran', '1973-02-27', '', '07700 900108'),
  { ...patient('Mrs', 'Margaret', 'Hollis', '1947-12-08', '', '07700 900109'), accessNeeds: ['read-aloud', 'large-print'] },
  patient('Mr', 'Zbigniew', 'Wójcik', '1984-07-16', '', '07700 900110'),
  patient('Dr', 'Nuala', "O'Sullivan", '1968-10-04', '', '07700 900111'),
  {
    ...patient('', 'Freddie', 'Tan', '2015-04-21', '', ''),
    email: '',
    guardian: { name: 'Mei Tan', relationship: 'Mother', authority: 'parental-responsibility', email: 'mei.tan@example.org', phone: '07700 900112' },
  },
  patient('Ms', 'Leila', 'Haddad', '1993-12-29', '', '07700 900113'),
]

/** How far each demo consent goes, and how many days ago it began. */
export type DemoConsent = {
  patient: string
  template: string
  teeth: string[]
  diagnosis: string
  by: string
  daysAgo: number
  until: 'draft' | 'sent' | 'viewed' | 'signed' | 'finalised' | 'declined' | 'withdrawn' | 'expired' | 'voided' | 'superseded'
  signs?: 'drawn' | 'typed'
}

export const demoConsents: DemoConsent[] = [
  { patient: 'Llewellyn', template: 'Single Tooth Implant', teeth: ['14'], diagnosis: 'A gap where an upper tooth was lost', by: 'lead', daysAgo: 45, until: 'expired' },
  { patient: 'Hollis', template: 'Porcelain Crown', teeth: ['26'], diagnosis: 'A large filling that has cracked', by: 'owner', daysAgo: 21, until: 'finalised', signs: 'drawn' },
  { patient: 'Oyelaran', template: 'Simple Extraction', teeth: ['17'], diagnosis: 'A tooth broken below the gum', by: 'dentist', daysAgo: 16, until: 'finalised', signs: 'typed' },
  { patient: 'Adeyemi', template: 'Single Tooth Implant', teeth: ['24'], diagnosis: 'A gap where a premolar was lost', by: 'owner', daysAgo: 12, until: 'finalised', signs: 'drawn' },
  { patient: 'Haddad', template: 'Composite Filling', teeth: ['36'], diagnosis: 'Decay between two back teeth', by: 'lead', daysAgo: 10, until: 'superseded' },
  { patient: 'Siddiqui', template: 'Porcelain Crown', teeth: ['36'], diagnosis: 'A tooth weakened by decay', by: 'lead', daysAgo: 9, until: 'declined' },
  { patient: 'Wójcik', template: 'Molar Root Canal', teeth: ['37'], diagnosis: 'An infected nerve', by: 'dentist', daysAgo: 8, until: 'withdrawn', signs: 'typed' },
  { patient: 'MacGregor', template: 'Simple Extraction', teeth: ['48'], diagnosis: 'A wisdom tooth that keeps getting sore', by: 'dentist', daysAgo: 6, until: 'voided' },
  { patient: 'Tan', template: 'Simple Extraction', teeth: ['55'], diagnosis: 'A baby tooth with deep decay', by: 'lead', daysAgo: 4, until: 'signed', signs: 'drawn' },
  { patient: 'Marchetti', template: 'Composite Filling', teeth: ['12'], diagnosis: 'A chipped front tooth', by: 'dentist', daysAgo: 3, until: 'signed', signs: 'drawn' },
  { patient: "O'Sullivan", template: 'Molar Root Canal', teeth: ['16'], diagnosis: 'An abscess at the root', by: 'owner', daysAgo: 2, until: 'viewed' },
  { patient: 'Rahman', template: 'Simple Extraction', teeth: ['38'], diagnosis: 'A tooth that cannot be repaired', by: 'dentist', daysAgo: 1, until: 'sent' },
  { patient: 'MacGregor', template: 'Composite Filling', teeth: ['46', '47'], diagnosis: 'Early decay in two back teeth', by: 'lead', daysAgo: 0, until: 'draft' },
  { patient: 'Whitcombe', template: 'Molar Root Canal', teeth: ['46'], diagnosis: 'An infected nerve in a lower molar', by: 'dentist', daysAgo: 0, until: 'sent' },
]

/** Values for what the five templates ask of the clinician. */
export const demoPlaceholders = {
  visits: 'two visits',
  price: '£73.50 (NHS band 2)',
  reason: 'it is the best way to keep you free of pain and infection',
  prognosis: 'good',
  crownWithin: '4 weeks',
  individualRisks: 'none that we know of, after going through your medical history with you',
}
