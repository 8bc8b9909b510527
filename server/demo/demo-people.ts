import type { Guardian, PatientDetails } from '../../contract/patients.ts'
import type { PlanName } from '../../contract/plans.ts'
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
  /** Another name to sign in with. */
  username?: string
  permissions?: Partial<Record<Flag, boolean>>
}
export type DemoClinic = {
  name: string
  domain: string
  address: string
  phone: string
  outOfHours: string
  /** Set by hand: the demo has no Stripe. */
  plan: PlanName
  staff: DemoStaff[]
}

export const demoClinics: DemoClinic[] = [
  {
    name: 'Harbour Street Dental',
    domain: 'harbourstreet.example',
    address: '14 Harbour Street\nWhitby\nYO21 1DH',
    phone: '01632 960417',
    outOfHours: '01632 960418',
    plan: 'growth-pro',
    staff: [
      {
        key: 'owner',
        firstName: 'Amara',
        lastName: 'Okafor',
        role: 'clinic_admin',
        level: 4,
        jobTitle: 'Principal dentist',
        gdcNumber: '204417',
      },
      {
        key: 'dentist',
        firstName: 'Tom',
        lastName: 'Hughes',
        role: 'clinic_staff',
        level: 2,
        jobTitle: 'Dentist',
        gdcNumber: '248163',
      },
      {
        key: 'lead',
        firstName: 'Priya',
        lastName: 'Nair',
        role: 'clinic_staff',
        level: 3,
        jobTitle: 'Dentist',
        gdcNumber: '271905',
      },
      {
        key: 'manager',
        firstName: 'Siân',
        lastName: 'Rees',
        role: 'clinic_staff',
        level: 4,
        jobTitle: 'Practice manager',
      },
      {
        key: 'reception',
        firstName: 'Sam',
        lastName: 'Lee',
        role: 'clinic_staff',
        level: 1,
        jobTitle: 'Receptionist',
        username: 'sam.lee',
      },
    ],
  },
  {
    name: 'Canal Side Dental Care',
    domain: 'canalside.example',
    address: '3 Wharf Road\nHebden Bridge\nHX7 8AD',
    phone: '01632 960522',
    outOfHours: '01632 960523',
    plan: 'growth',
    staff: [
      {
        key: 'owner',
        firstName: 'Jonah',
        lastName: 'Adler',
        role: 'clinic_admin',
        level: 4,
        jobTitle: 'Principal dentist',
        gdcNumber: '196022',
      },
      {
        key: 'nurse',
        firstName: 'Ewa',
        lastName: 'Kowalczyk',
        role: 'clinic_staff',
        level: 1,
        jobTitle: 'Dental nurse',
        permissions: { canSendForms: true },
      },
    ],
  },
]

export const demoAdmin = { name: 'Rowan Pemberton', email: 'rowan@candour.example' }

export type DemoPatient = Pick<
  PatientDetails,
  'title' | 'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'phone' | 'nhsNumber'
> &
  Partial<Pick<PatientDetails, 'accessNeeds'>> & {
    guardians?: Pick<Guardian, 'name' | 'relationship' | 'authority' | 'basis' | 'email' | 'phone'>[]
  }

/** A name as it stands in an e-mail address: small letters without accents. */
export const emailLocalPart = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z@.]/g, '')

const patient = (
  title: string,
  firstName: string,
  lastName: string,
  dateOfBirth: string,
  nhsNumber: string,
  phone: string,
): DemoPatient => ({
  title,
  firstName,
  lastName,
  dateOfBirth,
  email: emailLocalPart(`${firstName}.${lastName}@example.org`),
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
  {
    ...patient('Mrs', 'Margaret', 'Hollis', '1947-12-08', '', '07700 900109'),
    accessNeeds: ['read-aloud', 'large-print'],
  },
  patient('Mr', 'Zbigniew', 'Wójcik', '1984-07-16', '', '07700 900110'),
  patient('Dr', 'Nuala', "O'Sullivan", '1968-10-04', '', '07700 900111'),
  {
    ...patient('', 'Freddie', 'Tan', '2015-04-21', '', ''),
    email: '',
    guardians: [
      {
        name: 'Mei Tan',
        relationship: 'Mother',
        authority: 'parental-responsibility',
        basis: 'birth-mother',
        email: 'mei.tan@example.org',
        phone: '07700 900112',
      },
    ],
  },
  patient('Ms', 'Leila', 'Haddad', '1993-12-29', '', '07700 900113'),
]
