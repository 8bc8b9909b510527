import { reserved_policy_key } from '../../../contract/limits.ts'
import type { SharedPolicy } from '../../../contract/group-policies.ts'
import { api } from '../../api.ts'
import { PolicyWordingForm } from '../compliance/index.ts'

type GroupPolicyFormProps = {
  /** Null for a policy that the library has not, which is named by its title. */
  policy: string | null
  title: string
  text: string
  after: number
  onDone: (policy: SharedPolicy) => Promise<void> | void
  onCancel: () => void
}

/** The group's next version of a policy. */
export const GroupPolicyForm = ({ after, onDone, ...form }: GroupPolicyFormProps) => (
  <PolicyWordingForm
    {...form}
    draft={`group policy ${form.policy ?? ''}`}
    wordingHint="Start a line with ## for a heading or - for a list. Name no practice or person: every practice can adopt this wording."
    submitLabel="Share version"
    check={({ policy }) =>
      policy === reserved_policy_key ? [{ id: 'policy-title', text: 'Enter a longer title' }] : []
    }
    onSend={async (wording) => onDone(await api.groupPolicies.share({ ...wording, after }))}
  >
    {() => (
      <p className="text-muted">
        Each practice sees that there is a new version, which applies once the practice adopts it.
      </p>
    )}
  </PolicyWordingForm>
)
