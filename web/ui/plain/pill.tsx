import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from './link.tsx'

const shape =
  'relative inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 py-1 text-start pointer-coarse:min-h-11'

type PillProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & {
  /** Absent for one that only does something. */
  chosen?: boolean
}

/** A value that is taken with one press, and given back with another. */
export function Pill({ chosen, className, children, ...rest }: PillProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={chosen}
      className={clsx(
        shape,
        'cursor-pointer wrap-anywhere hover:border-brand',
        chosen ? 'border-brand bg-brand-soft font-medium text-brand-strong' : 'border-field bg-surface',
        className,
      )}
    >
      {children}
    </button>
  )
}

type PillLinkProps = {
  href: string
  /** The key that leads there as well. */
  shortcut?: string | undefined
  children: ReactNode
}

/** A place that is one press away. */
export const PillLink = ({ href, shortcut, children }: PillLinkProps) => (
  <Link
    href={href}
    aria-keyshortcuts={shortcut}
    className={clsx(shape, 'border-field bg-surface wrap-anywhere hover:border-brand')}
  >
    {children}
    {shortcut && (
      <kbd aria-hidden className="key pointer-coarse:hidden">
        {shortcut}
      </kbd>
    )}
  </Link>
)

type PillRadioProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children: ReactNode }

/** One of a few, side by side. */
export function PillRadio({ children, ...input }: PillRadioProps) {
  return (
    <label
      className={clsx(
        shape,
        'cursor-pointer border-field bg-surface has-checked:border-brand has-checked:bg-brand-soft has-checked:font-medium has-checked:text-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
      )}
    >
      <input
        {...input}
        type="radio"
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
      />
      {children}
    </label>
  )
}
