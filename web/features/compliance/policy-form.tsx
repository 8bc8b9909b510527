import type { Policy } from '../../../contract/policies.ts'
import { api } from '../../api.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { PolicyWordingForm } from './policy-wording-form.tsx'

type PolicyFormProps = {
  /** Null for a policy of the practice's own, which is named by its title. */
  policy: string | null
  title: string
  text: string
  reviewOn: string
  after: number
  onDone: (policy: Policy) => Promise<void> | void
  onCancel: () => void
}

/** The next version of a policy, or a policy of the practice's own. */
export const PolicyForm = ({ reviewOn, after, onDone, ...form }: PolicyFormProps) => (
  <PolicyWordingForm
    {...form}
    draft="policy"
    wordingHint="Start a line with ## for a heading or - for a list."
    submitLabel="Adopt version"
    check={(_wording, typed) =>
      typed('policy-review') ? [] : [{ id: 'policy-review', text: 'Enter a review date' }]
    }
    onSend={async (wording, typed) =>
      onDone(await api.policies.adopt({ ...wording, after, reviewOn: typed('policy-review') }))
    }
  >
    {(errors) => (
      <>
        <TextField
          id="policy-review"
          name="policy-review"
          type="date"
          width="medium"
          label="Review date"
          defaultValue={reviewOn}
          error={errorOf(errors, 'policy-review')}
        />
        <p className="text-muted">All staff are asked to read this version once you adopt it.</p>
      </>
    )}
  </PolicyWordingForm>
)
