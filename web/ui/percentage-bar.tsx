type PercentageBarProps = { part: number; total: number }

/** A part of a whole as a bar with its number; nothing at all where there is no whole. */
export function PercentageBar({ part, total }: PercentageBarProps) {
  if (total === 0) return <span className="text-muted">No data</span>
  const share = part / total
  return (
    <span className="flex items-center gap-3">
      <span className="h-2.5 w-28 shrink-0 overflow-hidden rounded-full bg-line/70" aria-hidden>
        <span className="block h-full rounded-full bg-brand" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="whitespace-nowrap tabular-nums">{percentText(share)}</span>
    </span>
  )
}

/** A share in whole hundredths; what is more than nothing is never told as nothing, nor less than all as all. */
export function percentText(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 1) return 'under 1%'
  if (percent < 100 && percent > 99) return 'over 99%'
  return `${Math.round(percent)}%`
}
