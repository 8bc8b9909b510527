import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

const next: Record<string, (place: number, count: number) => number> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_place, count) => count - 1,
}

type PillGroupProps = { label: string; className?: string; children: ReactNode }

/**
 * Pills that are one stop of the Tab key: the arrow keys go from one to the next, as in any toolbar (WAI-ARIA Authoring
 * Practices, toolbar). The stop is the chosen one, or the first.
 */
export function PillGroup({ label, className = '', children }: PillGroupProps) {
  const group = useRef<HTMLDivElement>(null)
  const buttons = () => [...(group.current?.querySelectorAll('button') ?? [])]
  useEffect(() => {
    const all = buttons()
    const stop =
      all.find((one) => one === document.activeElement) ??
      all.find((one) => one.ariaPressed === 'true') ??
      all[0]
    for (const one of all) one.tabIndex = one === stop ? 0 : -1
  })
  function move(event: KeyboardEvent) {
    const all = buttons()
    const to = next[event.key]?.(all.indexOf(event.target as HTMLButtonElement), all.length)
    if (to === undefined) return
    event.preventDefault()
    for (const [place, one] of all.entries()) one.tabIndex = place === to ? 0 : -1
    all[to]?.focus()
  }
  return (
    <div
      ref={group}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={move}
      className={`flex flex-wrap gap-2 ${className}`}
    >
      {children}
    </div>
  )
}
