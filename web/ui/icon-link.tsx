import type { Icon } from './plain/icon.ts'
import { iconButtonClass } from './icon-button.tsx'
import { Link } from './plain/link.tsx'
import { Tooltip } from './tooltip.tsx'

type IconLinkProps = { href: string; label: string; icon: Icon }

/** A link with a picture for a face; its name shows on hover and focus. */
export const IconLink = ({ href, label, icon: Picture }: IconLinkProps) => (
  <Tooltip text={label}>
    <Link href={href} aria-label={label} className={iconButtonClass()}>
      <Picture className="size-4.5" aria-hidden />
    </Link>
  </Tooltip>
)
