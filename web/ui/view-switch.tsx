import { clsx } from 'clsx'

type ViewSwitchProps<V extends string> = {
  /** The two views, by their value, with the words on their buttons. */
  views: Readonly<Record<V, string>>
  view: V
  onChange: (view: V) => void
  className?: string | undefined
}

/** Two views of the same, one at a time. */
export function ViewSwitch<V extends string>({ views, view, onChange, className }: ViewSwitchProps<V>) {
  return (
    <div
      role="group"
      aria-label="View"
      className={clsx('mb-5 grid grid-cols-2 gap-1 rounded-md bg-line/60 p-1', className)}
    >
      {(Object.keys(views) as V[]).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(value)}
          className={clsx(
            'min-h-9 rounded-sm font-medium pointer-coarse:min-h-11',
            view === value ? 'bg-surface text-ink shadow-xs' : 'text-muted hover:text-ink',
          )}
        >
          {views[value]}
        </button>
      ))}
    </div>
  )
}
