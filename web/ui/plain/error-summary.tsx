import { useEffect, useRef, type MouseEvent } from 'react'

/** What is wrong, and the id of the control that puts it right. */
export type FieldProblem = { id?: string | undefined; text: string }

/** The text to show beside the control with this id. */
export const errorOf = (errors: readonly FieldProblem[], id: string): string | undefined =>
  errors.find((error) => error.id === id)?.text

/** Goes to the control, with its label in view; what it is folded in opens. Answers whether there is one. */
export function focusField(id: string): boolean {
  const control = document.getElementById(id)
  if (!control) return false
  const fold = control.closest('details')
  if (fold) fold.open = true
  const group = control.closest('.field-group') ?? control
  // A field that is folded behind its usual values is reached by the first of them.
  const reached = control.hidden ? (group.querySelector('button') ?? control) : control
  reached.focus({ preventScroll: true })
  group.scrollIntoView({ block: 'center' })
  return true
}

/** The same for a link, without touching the address. */
export function focusControl(event: MouseEvent, id: string) {
  if (focusField(id)) event.preventDefault()
}

type ErrorSummaryProps = {
  title?: string | undefined
  /** A new array for each attempt, so that the summary is read again. */
  errors: readonly FieldProblem[]
  className?: string | undefined
}

/** Everything that stops a form, at the top of it; takes focus each time it is filled. */
export function ErrorSummary({
  title = 'There is a problem',
  errors,
  className = 'mb-7',
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className={`rounded-lg border-3 border-bad bg-surface p-4 focus-visible:shadow-none focus-visible:outline-none ${className}`}
    >
      <h2>{title}</h2>
      <ul className="mt-2 space-y-1.5">
        {errors.map(({ id, text }) => (
          <li key={(id ?? '') + text} className="font-semibold text-bad">
            {id === undefined ? (
              text
            ) : (
              <a
                href={`#${id}`}
                onClick={(event) => focusControl(event, id)}
                className="underline underline-offset-4 hover:decoration-2"
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
