import { clsx } from 'clsx'
import { Link } from './link.tsx'

/** The tick in its square. Decoration: the name stands beside it. */
function BrandIcon() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-7 shrink-0">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <path
        d="M9 17.2l4.6 4.6L23.2 11"
        fill="none"
        className="stroke-on-brand"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type BrandProps = {
  name: string
  /** The address of a picture that stands in the mark's place. */
  picture?: string | undefined
  href?: string | undefined
  /** Loads that page whole. */
  reload?: boolean | undefined
  className?: string | undefined
}

/** The mark and a name, as a link home where there is one. */
export function Brand({ name, picture, href, reload, className }: BrandProps) {
  const classes = clsx(
    'inline-flex min-w-0 items-center gap-2.5 text-[1rem] font-semibold tracking-tight',
    className,
  )
  const content = (
    <>
      {picture ? <img src={picture} alt="" className="max-h-9 max-w-28 object-contain" /> : <BrandIcon />}
      <span dir="auto" className="min-w-0">
        {name}
      </span>
    </>
  )
  if (href === undefined) return <span className={classes}>{content}</span>
  return (
    <Link href={href} reload={reload} className={clsx(classes, 'rounded-md')}>
      {content}
    </Link>
  )
}
