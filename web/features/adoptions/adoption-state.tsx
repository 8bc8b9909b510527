import { Badge } from '../../ui/plain/badge.tsx'
import { adoptedBy, adoptionLooks, type Adoption } from './adoption-words.ts'

/** Whether a template is adopted, by whom and when. */
export function AdoptionState({ adoption }: { adoption: Adoption }) {
  const { label, tone } = adoptionLooks[adoption.state]
  const by = adoptedBy(adoption)
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
