import { Suspense, useState } from 'react'
import type { Authority, AuthorityDecision } from '../../../contract/authority.ts'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Fetched with its table when somebody asks. */
const ConsentAuthority = lazyPart(async () => ({
  default: (await import('./consent-authority.tsx')).ConsentAuthority,
}))

type AuthorityPanelProps = {
  consentId: string
  authority: Authority
  mayDecide: boolean
  onChanged: () => Promise<void>
}

/** Who may sign a consent, as it was decided, and the way to decide it. */
export function AuthorityPanel({ consentId, authority, mayDecide, onChanged }: AuthorityPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const toast = useToast()
  const { decisions, group } = authority
  const [latest, ...older] = decisions
  if (!latest && !authority.isOpen) return null
  return (
    <Panel title="Who signs">
      {latest ? (
        <Decision decision={latest} />
      ) : (
        <p className="text-muted">
          {group === 'child'
            ? 'A child. A person with authority on the patient’s record signs, or the child once a clinician has recorded that they are competent.'
            : 'The patient, or a person with authority on the patient’s record.'}
        </p>
      )}
      {older.length > 0 && (
        <Disclosure summary="Earlier decisions" className="mt-2">
          <ul className="divide-y divide-line">
            {older.map((decision) => (
              <li key={decision.id} className="py-3">
                <Decision decision={decision} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {mayDecide && authority.isOpen && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setIsOpen(true)}>
          Record who signs
        </Button>
      )}
      <Suspense>
        {isOpen && (
          <ConsentAuthority
            consentId={consentId}
            authority={authority}
            onDone={async () => {
              await onChanged()
              toast('Signatory recorded.')
            }}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

const relatedPersonText = { interpreter: 'an interpreter', witness: 'a witness' }

function Decision({ decision }: { decision: AuthorityDecision }) {
  const { title, why, person, seen, reason, sources, asked, by, at } = decision
  return (
    <div className="space-y-1.5">
      <p className="font-medium">{title}</p>
      {person && (
        <p dir="auto">
          {person.name}, {person.relationship}
        </p>
      )}
      <p>{why}</p>
      {seen && <p dir="auto">Seen: {seen}</p>}
      {reason && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {reason}
        </p>
      )}
      {asked.length > 0 && <p>Also signs: {asked.map((role) => relatedPersonText[role]).join(' and ')}</p>}
      <p className="text-small text-muted">{sources.join('; ')}</p>
      <p className="text-small text-muted">
        <bdi>{by}</bdi>, {momentText(at)}
      </p>
    </div>
  )
}
