import type { Patient } from '../../../contract/patients.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { guardianAuthorityLabels } from './patient-words.ts'

type GuardianFieldsProps = { guardian: Patient['guardian']; errors: readonly FieldProblem[] }

const authorities = Object.entries(guardianAuthorityLabels).map(([value, label]) => ({ value, label }))

/** Who decides with or for the patient; put away until somebody is needed. */
export function GuardianFields({ guardian, errors }: GuardianFieldsProps) {
  const wrong = errors.some((error) => error.id?.startsWith('guardian'))
  return (
    <Panel>
      <Disclosure summary="Parent, guardian or attorney (optional)" open={guardian !== null || wrong}>
        <p className="mb-5 text-muted">
          Only somebody recorded here may sign for the patient. To remove them, empty all fields.
        </p>
        <div className="space-y-5">
          <TextField
            id="guardian.name"
            name="guardian.name"
            label="Full name"
            dir="auto"
            defaultValue={guardian?.name}
            error={errorOf(errors, 'guardian.name')}
            maxLength={120}
            autoComplete="off"
          />
          <TextField
            id="guardian.relationship"
            name="guardian.relationship"
            label="Relationship to the patient"
            hint="For example, mother"
            width="medium"
            defaultValue={guardian?.relationship}
            error={errorOf(errors, 'guardian.relationship')}
            maxLength={80}
            autoComplete="off"
          />
          <SelectField
            id="guardian.authority"
            name="guardian.authority"
            label="Why they may decide"
            options={authorities}
            defaultValue={guardian?.authority ?? 'parental-responsibility'}
            error={errorOf(errors, 'guardian.authority')}
          />
          <TextField
            id="guardian.email"
            name="guardian.email"
            type="email"
            label="E-mail address"
            optional
            defaultValue={guardian?.email}
            error={errorOf(errors, 'guardian.email')}
            maxLength={254}
            autoComplete="off"
          />
          <TextField
            id="guardian.phone"
            name="guardian.phone"
            type="tel"
            label="Phone"
            optional
            width="medium"
            defaultValue={guardian?.phone}
            error={errorOf(errors, 'guardian.phone')}
            maxLength={40}
            autoComplete="off"
          />
        </div>
      </Disclosure>
    </Panel>
  )
}
