import { clsx } from 'clsx'
import { FileUp } from 'lucide-react'
import { useId, useState, type DragEvent, type ReactNode } from 'react'

type FileFieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Endings such as `.json`, with commas between them. */
  accept: string
  /** One file alone. */
  single?: boolean | undefined
  /** Phones open the camera at once. */
  camera?: boolean | undefined
  busy?: boolean | undefined
  onFiles: (files: File[]) => void
  className?: string | undefined
}

/** Chooses files, or takes those that are dropped on it. */
export function FileField({
  label,
  hint,
  accept,
  single = false,
  camera = false,
  busy = false,
  onFiles,
  className,
}: FileFieldProps) {
  const id = useId()
  const [isDraggedOver, setOver] = useState(false)
  const acceptFiles = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !busy) onFiles(single ? files.slice(0, 1) : files)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    acceptFiles(event.dataTransfer.files)
  }
  function hover(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      onDrop={drop}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      className={clsx(
        'rounded-lg border border-dashed px-5 py-6 transition-colors',
        isDraggedOver ? 'border-brand bg-brand-soft' : 'border-field bg-surface',
        className,
      )}
    >
      <label htmlFor={id} className="flex items-center gap-2 font-semibold">
        <FileUp className="size-5 shrink-0 text-muted" aria-hidden />
        {label}
      </label>
      {hint != null && (
        <p id={`${id}-hint`} className="mt-1 text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        type="file"
        multiple={!single}
        accept={accept}
        capture={camera ? 'environment' : undefined}
        aria-describedby={hint == null ? undefined : `${id}-hint`}
        aria-busy={busy || undefined}
        onChange={({ currentTarget }) => {
          acceptFiles(currentTarget.files)
          // Emptied, so that the same file can be chosen again once it was changed.
          currentTarget.value = ''
        }}
        className="mt-3 block w-full max-w-full text-small file:me-3 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-line file:bg-surface file:px-4 file:font-medium file:text-ink hover:file:bg-paper"
      />
    </div>
  )
}
