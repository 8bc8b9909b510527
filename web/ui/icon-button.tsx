import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { Icon } from './plain/icon.ts'
import { SpinnerIcon } from './plain/spinner.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonOptions = { label: string; icon: Icon; size?: 'small' | 'regular' | undefined }

/** How a control that shows only a picture looks. */
export const iconButtonClass = (size: IconButtonOptions['size'] = 'regular') =>
  clsx(
    'grid shrink-0 place-items-center rounded-sm text-muted transition-colors hover:bg-line/60 hover:text-ink active:bg-line data-popup-open:bg-line/60 data-popup-open:text-ink pointer-coarse:size-11',
    size === 'small' ? 'size-8' : 'size-9',
  )

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  IconButtonOptions & { busy?: boolean | undefined }

/** A button with a picture for a face; its name shows on hover and focus. */
export function IconButton({
  label,
  icon: Picture,
  size,
  busy = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        onClick={busy ? undefined : onClick}
        aria-label={label}
        aria-disabled={busy || undefined}
        className={clsx(iconButtonClass(size), className)}
      >
        {busy ? <SpinnerIcon className="size-4.5" /> : <Picture className="size-4.5" aria-hidden />}
      </button>
    </Tooltip>
  )
}
