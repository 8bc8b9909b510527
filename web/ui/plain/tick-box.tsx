import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const checkIcons = {
  checkbox: (
    <path
      d="M3.5 8.6l3 3L12.8 5"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  radio: <circle cx="8" cy="8" r="4" fill="currentColor" />,
}

type TickBoxProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'checkbox' | 'radio' }

/** The box or circle alone, drawn over the browser's own control so that it keeps its behaviour. */
export function TickBox({ type, className, ...input }: TickBoxProps) {
  const round = type === 'radio' ? 'rounded-full' : 'rounded-[4px]'
  return (
    <span className={clsx('relative mt-[calc((1lh-var(--spacing-tick))/2)] size-tick shrink-0', className)}>
      <input
        {...input}
        type={type}
        className={clsx(
          'peer absolute inset-0 size-full appearance-none border-(length:--tick-edge) border-field bg-surface',
          'checked:border-brand aria-invalid:border-bad disabled:opacity-50',
          type === 'checkbox' && 'checked:bg-brand',
          round,
        )}
      />
      <svg
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden
        className={clsx(
          'pointer-events-none relative hidden size-full peer-checked:block',
          type === 'checkbox' ? 'text-on-brand' : 'text-brand',
        )}
      >
        {checkIcons[type]}
      </svg>
    </span>
  )
}
