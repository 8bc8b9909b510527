import { clsx } from 'clsx'

export type EditorView = 'write' | 'preview'

const views: readonly { value: EditorView; label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
]

type EditorViewsProps = { view: EditorView; onChange: (view: EditorView) => void }

/** Where there is no room for both side by side. */
export function EditorViews({ view, onChange }: EditorViewsProps) {
  return (
    <div
      role="group"
      aria-label="What is shown"
      className="mb-5 grid grid-cols-2 gap-1 rounded-md bg-line/60 p-1 xl:hidden"
    >
      {views.map(({ value, label }) => (
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
          {label}
        </button>
      ))}
    </div>
  )
}
