import { Button } from '../../ui/plain/button.tsx'

type ValueSourceProps = {
  /** The field's label. */
  label: string
  isEmpty: boolean
  /** What is offered, as people read it; empty where nothing is. */
  offered: string
  /** Whether the field holds what was offered. */
  isKept: boolean
  /** 'the consent of 3 Nov 2026' */
  source: string
  onKeep: () => void
}

/** Where the value of a field comes from: offered while the field is empty, and said once somebody kept it. */
export function ValueSource({ label, isEmpty, offered, isKept, source, onKeep }: ValueSourceProps) {
  if (offered === '') return null
  if (isKept) return <p className="mt-1 text-small text-muted">Kept from {source}</p>
  if (!isEmpty) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <p className="min-w-0 wrap-anywhere">
        From {source}: “<span dir="auto">{offered}</span>”
      </p>
      <Button variant="quiet" size="small" aria-label={`Keep: ${label}`} onClick={onKeep}>
        Keep
      </Button>
    </div>
  )
}
