import { ValueSource } from './value-source.tsx'

type DetailSourceProps = {
  label: string
  value: string
  carried: string | undefined
  /** What the practice entered last for this treatment, whoever it was for. */
  lastUsed: string | undefined
  source: string
  onKeep: (value: string) => void
}

/** Where a detail of a treatment comes from: the consent that is replaced, or what the practice used last. */
export function DetailSource({
  label,
  value,
  carried = '',
  lastUsed = '',
  source,
  onKeep,
}: DetailSourceProps) {
  if (value !== '' && value === lastUsed && (carried === '' || carried === value))
    return <p className="mt-1 text-small text-muted">Last used for this treatment</p>
  return (
    <ValueSource
      {...{ label, source }}
      isEmpty={value.trim() === '' || value === lastUsed}
      offered={carried}
      isKept={value === carried}
      onKeep={() => onKeep(carried)}
    />
  )
}
