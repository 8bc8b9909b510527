import { Badge } from '../../ui/plain/badge.tsx'
import { adoptedByText, adoptionStateLabels, type Adoption } from './adoption-words.ts'

/** Whether a template is adopted, by whom and when. */
export function AdoptionState({ adoption }: { adoption: Adoption }) {
  const { label, tone } = adoptionStateLabels[adoption.state]
  const by = adoptedByText(adoption)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {by && (
        <span dir="auto" className="mt-1 block text-small text-muted">
          {by}
        </span>
      )}
    </>
  )
}
