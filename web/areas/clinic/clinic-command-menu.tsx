import { FilePlus2, FileUp, Keyboard, NotebookPen, PanelsTopLeft, UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Flag } from '../../../contract/permissions.ts'
import { useIsFeatureDisabled } from '../../features/clinics/index.ts'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { recentConsentIds } from '../../features/consents/recent-consent-ids.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { recentPatientIds } from '../../features/patients/recent-patient-ids.ts'
import type { Command } from '../../features/search/command-list.ts'
import { CommandMenu } from '../../features/search/command-menu.tsx'
import type { RecordPaths } from '../../features/search/record-commands.ts'
import { areaGroups, destinations } from './clinic-destinations.ts'
import {
  auditLogPath,
  consentFromNotePath,
  consentPaths,
  dayListPath,
  protectionPaths,
  recordPaths,
  templatePaths,
} from './clinic-paths.ts'
import { canEditPatients } from './patient-permission.ts'

type Page = { href: string; label: string; icon?: Command['icon']; needs?: Flag }

/** Pages that neither the menu nor the dashboard leads to at once. */
const furtherPages: readonly Page[] = [
  { href: '/clinic/account', label: 'My Account' },
  { href: '/clinic/account/tickets', label: 'Support tickets' },
  { href: auditLogPath, label: 'Audit log', needs: 'accessSettings' },
  { href: compliancePaths.policies, label: 'Practice policies' },
  { href: compliancePaths.incidents, label: 'Incidents', needs: 'accessSettings' },
  { href: compliancePaths.trainings, label: 'Training', needs: 'accessSettings' },
  { href: protectionPaths.breaches, label: 'Data breaches', needs: 'accessSettings' },
]

/** What can be started from anywhere, for those who may. */
function useActions(onShortcuts: () => void): Command[] {
  const may = useMay()
  const mayEdit = canEditPatients(may)
  const isImportOff = useIsFeatureDisabled('patient-imports')
  const isDayListOff = useIsFeatureDisabled('day-lists')
  const action = (icon: Command['icon'], label: string, href: string, keywords = ''): Command => ({
    ...{ id: label, group: 'Actions', icon, label, href, keywords },
  })
  return [
    may('createConsents') && action(FilePlus2, 'New consent', consentPaths.create()),
    may('createConsents') &&
      action(NotebookPen, 'New consent from a note', consentFromNotePath(), 'clinical'),
    mayEdit && action(UserPlus, 'Add patient', recordPaths.create, 'new'),
    mayEdit && !isImportOff && action(FileUp, 'Import patients', recordPaths.import, 'csv'),
    may('accessSettings') &&
      !isImportOff &&
      action(FileUp, 'Import records from another system', recordPaths.importRecords, 'consents pdf zip'),
    mayEdit && !isDayListOff && action(FileUp, 'Import day list', dayListPath, 'appointments'),
    {
      ...{ id: 'shortcuts', group: 'Actions', icon: Keyboard, label: 'Keyboard shortcuts', keywords: 'help' },
      act: onShortcuts,
    } satisfies Command,
  ].filter((command) => command !== false)
}

/** The pages that the reader may open. */
function usePages(): Command[] {
  const may = useMay()
  const { role } = useSessionUser()
  const menu = destinations.filter(({ role: only }) => !only || only === role)
  const pages: readonly Page[] = [...menu, ...areaGroups.flatMap(({ links }) => links), ...furtherPages]
  const isFirst = ({ href }: Page, at: number) => pages.findIndex((page) => page.href === href) === at
  return pages
    .filter((page, at) => isFirst(page, at) && (!page.needs || may(page.needs)))
    .map(({ href, label, icon = PanelsTopLeft }) => ({ id: href, group: 'Pages', icon, label, href }))
}

type ClinicCommandMenuProps = { onClose: () => void; onShortcuts: () => void }

/** The command menu of a practice. */
export function ClinicCommandMenu({ onClose, onShortcuts }: ClinicCommandMenuProps) {
  const navigate = useNavigate()
  const may = useMay()
  const { uid } = useSessionUser()
  const commands = [...useActions(onShortcuts), ...usePages()]
  const paths: RecordPaths = {
    patient: recordPaths.profile,
    consent: consentPaths.detail,
    newConsent: consentPaths.create,
    template: may('manageTemplates') ? templatePaths.view : undefined,
    patientSearch: (text) => `${recordPaths.list}?${new URLSearchParams({ q: text })}`,
    documents: (patientId) => `${recordPaths.profile(patientId)}?view=documents`,
    consentSearch: (text) => `${consentPaths.list}?${new URLSearchParams({ q: text })}`,
  }
  return (
    <CommandMenu
      onClose={onClose}
      commands={commands}
      paths={paths}
      recentIds={() => ({ patientIds: recentPatientIds(uid), consentIds: recentConsentIds(uid) })}
      onFollow={(href) => void navigate(href)}
    />
  )
}
