import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Icon } from './icon.ts'
import { Link, type LinkProps } from './link.tsx'
import { SpinnerIcon } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'link'
export type ButtonSize = 'small' | 'regular' | 'large'

type ButtonStyle = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: Icon | undefined
}

const variantClass: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  quiet: 'btn-quiet',
  danger: 'btn-danger',
  link: 'btn-link',
}

const sizeClass: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-small',
  regular: '',
  large: 'min-h-12 px-6 text-[1rem]',
}

const buttonClass = ({ variant = 'primary', size = 'regular' }: ButtonStyle, className?: string) =>
  clsx('btn', variantClass[variant], sizeClass[size], className)

function Content({
  icon: Picture,
  busy,
  children,
}: {
  icon?: Icon | undefined
  busy?: boolean
  children: ReactNode
}) {
  return (
    <span className={clsx('inline-flex items-center gap-2', busy && 'opacity-0')}>
      {Picture && <Picture className="-ms-0.5 size-4.5 shrink-0" aria-hidden />}
      {children}
    </span>
  )
}

export type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean | undefined }

/** A button. While `busy` it keeps its width and its focus, and presses do nothing. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      className={clsx(buttonClass({ variant, size }, className), 'relative')}
    >
      <Content icon={icon} busy={busy}>
        {children}
      </Content>
      {busy && <SpinnerIcon className="absolute size-5" />}
    </button>
  )
}

export type ButtonLinkProps = LinkProps & ButtonStyle & { reload?: boolean | undefined }

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      <Content icon={icon}>{children}</Content>
    </Link>
  )
}
