import { clsx } from 'clsx'
import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReadinessLevel } from '../../../contract/readiness.ts'
import { readinessLabels } from './appointment-words.ts'

const readinessAppearance = {
  ready: { picture: CircleCheck, tint: 'bg-ok-soft text-ok' },
  attention: { picture: TriangleAlert, tint: 'bg-warn-soft text-warn' },
  'not-ready': { picture: OctagonX, tint: 'bg-bad-soft text-bad' },
} as const

/** How far an appointment is, as a sign of its own shape, a word and a tint: never by colour alone. */
export function ReadinessLight({ light }: { light: ReadinessLevel }) {
  const { picture: Picture, tint } = readinessAppearance[light]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-1 font-semibold whitespace-nowrap',
        tint,
      )}
    >
      <Picture className="size-4.5 shrink-0" aria-hidden />
      {readinessLabels[light]}
    </span>
  )
}
