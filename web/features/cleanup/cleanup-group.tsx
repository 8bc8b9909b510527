import { formatEmail } from '../../../contract/email-address.ts'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { findingKey } from './cleanup-selection.ts'

type CleanupGroupProps = {
  title: string
  lead: string
  findings: readonly CleanupFinding[]
  keys: ReadonlySet<string>
  /** Whether all that may be tidied is chosen; null where there are not several. */
  isAllSelected: boolean | null
  onSelect: (key: string, chosen: boolean) => void
  onSelectAll: (chosen: boolean) => void
}

/** Findings of one kind: each with why it is listed and what tidying it does, or why it stays. */
export function CleanupGroup(props: CleanupGroupProps) {
  const { title, lead, findings, keys, isAllSelected, onSelect, onSelectAll } = props
  return (
    <Panel title={title} lead={lead} flush>
      {isAllSelected !== null && (
        <div className="border-t border-line px-5 py-1.5">
          <Button variant="link" className="min-h-9" onClick={() => onSelectAll(!isAllSelected)}>
            {isAllSelected ? 'Select none' : 'Select all'}
            <span className="sr-only"> of: {title}</span>
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line border-t border-line">
        {findings.map((finding) => (
          <li key={findingKey(finding)} className="px-5 py-3.5">
            {finding.kept === null ? (
              <CheckboxField
                id={checkboxId(finding)}
                label={<Finding finding={finding} />}
                checked={keys.has(findingKey(finding))}
                onChange={(event) => onSelect(findingKey(finding), event.target.checked)}
              />
            ) : (
              <div className="py-1 ps-[calc(var(--spacing-tick)+--spacing(3))]">
                <Finding finding={finding} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The control of a finding, for the message that nothing is chosen. */
export const checkboxId = ({ kind, id }: Pick<CleanupFinding, 'kind' | 'id'>): string => `${kind}-${id}`

function Finding({ finding: { name, email, reason, effect, kept } }: { finding: CleanupFinding }) {
  return (
    <span className="grid gap-x-6 gap-y-0.5 @2xl:grid-cols-[22rem_1fr]">
      <span className="min-w-0">
        <span dir="auto" className="block font-semibold">
          {name}
        </span>
        <span className="block text-small break-words text-muted">{formatEmail(email)}</span>
      </span>
      <span className="min-w-0">
        <span className="block">{reason}</span>
        <span className="block text-small text-muted">{kept === null ? effect : `Not changed. ${kept}`}</span>
      </span>
    </span>
  )
}
