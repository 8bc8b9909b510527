import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useSettingsForm } from '../../ui/use-settings-form.ts'
import { AdministratorFields, validateAdministrator, parseAdministrator } from './administrator-fields.tsx'
import {
  ClinicFactsFields,
  validateClinicFacts,
  newClinic,
  parseClinicFacts,
} from './clinic-facts-fields.tsx'
import { ClinicPlanFields, parseClinicTerms } from './clinic-plan-fields.tsx'

type ClinicNewScreenProps = { listHref: string; onAdded: (clinicId: string) => Promise<void> }

/** Adds a practice, and invites whoever looks after it. */
export function ClinicNewScreen({ listHref, onAdded }: ClinicNewScreenProps) {
  const keyOf = useIdempotencyKey()
  let added = ''

  function read(typed: FormData) {
    const [facts, administrator] = [parseClinicFacts(typed), parseAdministrator(typed)]
    const errors = [...validateClinicFacts(facts), ...validateAdministrator(administrator)]
    if (errors.length > 0) return errors
    const asked = { ...facts, ...parseClinicTerms(typed), administrator }
    return async () => {
      const made = await api.directory.create(asked, { context: { idempotencyKey: keyOf(asked) } })
      added = made.id
    }
  }
  const form = useSettingsForm(read, () => onAdded(added), 'Practice added and invitation sent.')
  const { errors } = form
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Practice Directory</BackLink>}
        title="Add practice"
        lead="The first administrator becomes the owner and is invited to register."
        className="mb-6"
      />
      <SettingsPanel
        form={form}
        title="Practice"
        lead="The practice can change these later in Settings."
        submitLabel="Add practice and send invitation"
      >
        <ClinicFactsFields facts={newClinic} errors={errors} />
        <h3 className="pt-3">Plan</h3>
        <ClinicPlanFields plan="starter" trialUntil={null} errors={errors} />
        <h3 className="pt-3">First administrator</h3>
        <AdministratorFields errors={errors} />
      </SettingsPanel>
    </>
  )
}
