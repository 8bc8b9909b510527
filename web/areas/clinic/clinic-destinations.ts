import { ChartColumn, FilePen, LayoutDashboard, Settings, UserRoundX, Users, UsersRound } from 'lucide-react'
import type { Flag, Role } from '../../../contract/permissions.ts'
import type { Icon } from '../../ui/plain/icon.ts'
import {
  analyticsPath,
  billingPath,
  cataloguePath,
  documentsPath,
  feesPath,
  protectionPaths,
  templatePaths,
  treatmentsPath,
} from './clinic-paths.ts'

type Destination = {
  href: string
  label: string
  icon: Icon
  needs?: Flag
  /** In the menu of this role alone, whoever else may open it (section 2). */
  role?: Role
  also?: string
}

/** What the specification names, no more: the dashboard, consents and settings lead to the rest (rulings 46). */
export const destinations: readonly Destination[] = [
  { href: '/clinic', label: 'Dashboard', icon: LayoutDashboard },
  { href: '/clinic/patients', label: 'Patients', icon: Users },
  {
    href: '/clinic/consents',
    label: 'Consents',
    icon: FilePen,
    needs: 'createConsents',
    also: '/clinic/sign-consent',
  },
  { href: '/clinic/analytics', label: 'Analytics', icon: ChartColumn, role: 'clinic_admin' },
  {
    href: '/clinic/staff',
    label: 'Staff',
    icon: UsersRound,
    needs: 'manageStaff',
    also: '/clinic/staff-registration',
  },
  { href: '/clinic/user-cleanup', label: 'User Cleanup', icon: UserRoundX, needs: 'manageStaff' },
  { href: '/clinic/settings', label: 'Settings', icon: Settings, needs: 'accessSettings' },
]

type AreaLink = { href: string; label: string; needs?: Flag }

/** The pages that are not in the menu, by area. */
export const areaGroups: readonly { title: string; links: readonly AreaLink[] }[] = [
  {
    title: 'Consent wording',
    links: [
      { href: templatePaths.list, label: 'Templates', needs: 'manageTemplates' },
      { href: cataloguePath, label: 'Template catalogue' },
      { href: treatmentsPath, label: 'Treatments' },
    ],
  },
  {
    title: 'Inspections and data',
    links: [
      { href: '/clinic/cqc', label: 'Evidence for inspections (CQC)', needs: 'accessSettings' },
      { href: protectionPaths.requests, label: 'Data protection', needs: 'accessSettings' },
    ],
  },
  {
    title: 'Practice',
    links: [
      { href: analyticsPath, label: 'Analytics', needs: 'viewStats' },
      { href: feesPath, label: 'Fees', needs: 'accessSettings' },
      { href: billingPath, label: 'Billing' },
      { href: documentsPath, label: 'Platform documents', needs: 'accessSettings' },
    ],
  },
]
