import { Suspense, useState } from 'react'
import { clinicStatuses, type ClinicStatus } from '../../../contract/clinic-states.ts'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { ClinicBadge } from './clinic-badge.tsx'
import { ClinicFactsFields, validateClinicFacts, parseClinicFacts } from './clinic-facts-fields.tsx'
import { ClinicPlanFields, parseClinicTerms } from './clinic-plan-fields.tsx'
import { clinicStatusBadges } from './clinic-words.ts'
import { validateReason, ReasonField, trimmedFieldValue } from './reason-field.tsx'

const ClinicStatusDialog = lazyPart(async () => ({
  default: (await import('./clinic-status-dialog.tsx')).ChangeClinicStatusDialog,
}))

type ClinicPart = { clinic: DirectoryEntry; onChanged: () => Promise<void> }
type ClinicEditScreenProps = ClinicPart & { clinicHref: string }

/** Changes a practice's account: what is said of it, its plan, and whether its people can come in. */
export function ClinicEditScreen({ clinic, clinicHref, onChanged }: ClinicEditScreenProps) {
  const part = { clinic, onChanged }
  return (
    <>
      <PageHeader
        back={
          <BackLink href={clinicHref}>
            <bdi>{clinic.name}</bdi>
          </BackLink>
        }
        title="Edit practice"
        lead="Changes are recorded in the practice’s audit log with your name."
        className="mb-6"
      />
      <div className="space-y-6">
        <FactsForm {...part} />
        <PlanForm {...part} />
        <ClinicStatusForm {...part} />
      </div>
    </>
  )
}

function FactsForm({ clinic, onChanged }: ClinicPart) {
  const { id: clinicId, version } = clinic
  const read = (typed: FormData) => {
    const facts = parseClinicFacts(typed)
    const errors = validateClinicFacts(facts)
    return errors.length > 0 ? errors : () => api.directory.changeFacts({ clinicId, ...facts, version })
  }
  const form = useSettingsForm(read, onChanged, 'Details saved. Consents already sent are unchanged.')
  return (
    // Keyed by version, so that somebody else's changes come into the fields when they are loaded.
    <SettingsPanel
      key={version}
      form={form}
      title="Details"
      lead="Patients see the name, address and phone number."
      submitLabel="Save details"
      onReload={onChanged}
    >
      <ClinicFactsFields facts={clinic} errors={form.errors} />
    </SettingsPanel>
  )
}

/** The dialog that changes the status asks for a reason too. */
const plan_reason = 'plan-reason'

function PlanForm({ clinic: { id: clinicId, plan, trialUntil, version }, onChanged }: ClinicPart) {
  const read = (typed: FormData) => {
    const [terms, reason] = [parseClinicTerms(typed), trimmedFieldValue(typed, 'reason')]
    const errors = validateReason(reason, plan_reason)
    return errors.length > 0 ? errors : () => api.directory.changePlan({ clinicId, ...terms, reason })
  }
  const form = useSettingsForm(read, onChanged, 'The plan has changed.')
  return (
    <SettingsPanel
      key={version}
      form={form}
      title="Plan"
      lead="Set manually. The practice keeps what it has when the plan changes."
      submitLabel="Change plan"
    >
      <ClinicPlanFields plan={plan} trialUntil={trialUntil} errors={form.errors} />
      <ReasonField id={plan_reason} errors={form.errors} />
    </SettingsPanel>
  )
}

const statusActions: Record<ClinicStatus, string> = {
  active: 'Make active',
  inactive: 'Make inactive',
  suspended: 'Suspend',
}

function ClinicStatusForm({ clinic, onChanged }: ClinicPart) {
  const [wanted, setWanted] = useState<ClinicStatus | null>(null)
  const toast = useToast()

  async function changed(status: ClinicStatus) {
    setWanted(null)
    toast(`The practice is ${clinicStatusBadges[status].label.toLowerCase()} now.`)
    await onChanged()
  }
  return (
    <Panel title="Status" className="max-w-column">
      <ClinicBadge status={clinic.status} />
      <p className="mt-3">{clinicStatusBadges[clinic.status].meaning}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {clinicStatuses
          .filter((status) => status !== clinic.status)
          .map((status) => (
            <Button
              key={status}
              variant={status === 'suspended' ? 'danger' : 'quiet'}
              onClick={() => setWanted(status)}
            >
              {statusActions[status]}
            </Button>
          ))}
      </div>
      {wanted && (
        <Suspense>
          <ClinicStatusDialog
            clinic={clinic}
            newStatus={wanted}
            action={statusActions[wanted]}
            onClose={() => setWanted(null)}
            onChanged={() => changed(wanted)}
          />
        </Suspense>
      )}
    </Panel>
  )
}
