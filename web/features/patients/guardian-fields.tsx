import type { Patient } from '../../../contract/patients.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { detailInput } from './detail-input.ts'
import { guardianAuthorityLabels } from './patient-words.ts'

type GuardianFieldsProps = { guardian: Patient['guardian']; errors: readonly FieldProblem[] }

const authorities = Object.entries(guardianAuthorityLabels).map(([value, label]) => ({ value, label }))

/** Who decides with or for the patient; put away until somebody is needed. */
export function GuardianFields({ guardian, errors }: GuardianFieldsProps) {
  const detail = detailInput(guardian, errors, 'guardian.')
  const wrong = errors.some((error) => error.id?.startsWith('guardian'))
  return (
    <Panel>
      <Disclosure summary="Parent, guardian or attorney (optional)" open={guardian !== null || wrong}>
        <p className="mb-5 text-muted">
          Only somebody recorded here may sign for the patient. To remove them, empty all fields.
        </p>
        <div className="space-y-5">
          <TextField {...detail('name')} label="Full name" dir="auto" maxLength={120} />
          <TextField
            {...detail('relationship')}
            label="Relationship to the patient"
            hint="For example, mother"
            width="medium"
            maxLength={80}
          />
          <SelectField
            {...detail('authority')}
            label="Why they may decide"
            options={authorities}
            defaultValue={guardian?.authority ?? 'parental-responsibility'}
          />
          <TextField {...detail('email')} type="email" label="E-mail address" optional maxLength={254} />
          <TextField {...detail('phone')} type="tel" label="Phone" optional width="medium" maxLength={40} />
        </div>
      </Disclosure>
    </Panel>
  )
}
