import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import { adoptionSentence, needsAdoption, type Adopter, type Adoption } from './adoption-words.ts'
import { AdoptionWithdrawalDialog } from './adoption-withdrawal-dialog.tsx'

type AdoptionPanelProps = {
  template: { id: string; name: string; groupName: string | null }
  adoption: { adoption: Adoption; adopter: Adopter | null }
  /** Whether this person may withdraw an adoption. */
  mayWithdraw: boolean
  onChanged: () => Promise<void>
}

const tones = { none: 'warn', outdated: 'warn', adopted: 'ok', own: 'info' } as const

/** How the practice stands to the wording of one template, and what can be done about it. */
export function AdoptionPanel({ template, adoption: standing, mayWithdraw, onChanged }: AdoptionPanelProps) {
  const { adoption, adopter } = standing
  const { id: templateId, name, groupName } = template
  const [asking, setAsking] = useState<'adopt' | 'withdraw' | null>(null)
  const close = () => setAsking(null)
  const toAdopt = needsAdoption(adoption)
  const toWithdraw = mayWithdraw && (adoption.state === 'adopted' || adoption.state === 'outdated')
  if (adoption.state === 'own') return null
  return (
    <InlineMessage tone={tones[adoption.state]} className="mt-5">
      <p dir="auto">{adoptionSentence(adoption, groupName)}</p>
      {toAdopt && !adopter && (
        <p className="mt-1">A clinician with a GDC number who manages templates can adopt it.</p>
      )}
      {((toAdopt && adopter) || toWithdraw) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {toAdopt && adopter && (
            <Button size="small" icon={BadgeCheck} onClick={() => setAsking('adopt')}>
              Adopt this wording
            </Button>
          )}
          {toWithdraw && (
            <Button size="small" variant="quiet" onClick={() => setAsking('withdraw')}>
              Withdraw adoption
            </Button>
          )}
        </div>
      )}
      {asking === 'adopt' && adopter && (
        <AdoptDialog
          adopting={{ templates: [{ templateId, name }] }}
          adopter={adopter}
          onAdopted={onChanged}
          onClose={close}
        />
      )}
      {asking === 'withdraw' && (
        <AdoptionWithdrawalDialog {...{ templateId, name }} onWithdrawn={onChanged} onClose={close} />
      )}
    </InlineMessage>
  )
}
