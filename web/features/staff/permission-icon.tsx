import { Check, Minus } from 'lucide-react'

/** Yes or no, for the eye. The words stand beside it. */
export const PermissionIcon = ({ held }: { held: boolean }) =>
  held ? (
    <Check className="size-4.5 shrink-0 text-ok" strokeWidth={2.5} aria-hidden />
  ) : (
    <Minus className="size-4.5 shrink-0 text-muted" aria-hidden />
  )
