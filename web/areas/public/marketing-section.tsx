import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from '../../ui/plain/icon.ts'
import { Link } from '../../ui/plain/link.tsx'

type SectionProps = {
  /** Paper by default; white between two hairlines, or the soft brand colour. */
  tone?: 'paper' | 'surface' | 'soft' | undefined
  labelledBy?: string | undefined
  className?: string | undefined
  children: ReactNode
}

const toneClass = {
  paper: '',
  surface: 'border-y border-line bg-surface',
  soft: 'bg-brand-soft',
}

/** A band of a public page over its whole width, its content as wide as the page. */
export function Section({ tone = 'paper', labelledBy, className, children }: SectionProps) {
  return (
    <section aria-labelledby={labelledBy} className={toneClass[tone]}>
      <div className={clsx('mx-auto w-full max-w-page px-6 py-16 sm:py-24', className)}>{children}</div>
    </section>
  )
}

/** The heading of a public page. */
export const PageHeading = ({ className, children }: { className?: string; children: ReactNode }) => (
  <h1
    className={clsx(
      'text-[2.25rem] leading-[1.12] tracking-[-0.025em] text-balance sm:text-display',
      className,
    )}
  >
    {children}
  </h1>
)

export const PageLead = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={clsx('text-lg leading-relaxed text-pretty text-muted', className)}>{children}</p>
)

type TitleProps = { id?: string; className?: string; children: ReactNode }

export const SectionTitle = ({ id, className, children }: TitleProps) => (
  <h2 id={id} className={clsx('text-[1.625rem] leading-tight tracking-[-0.018em] sm:text-[2rem]', className)}>
    {children}
  </h2>
)

export const SectionLead = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={clsx('mt-4 max-w-2xl text-lg leading-relaxed text-pretty text-muted', className)}>
    {children}
  </p>
)

/** A title with a paragraph below it, the smallest piece of a public page. */
export function Point({
  title,
  icon: Picture,
  children,
}: {
  title: string
  icon?: Icon
  children: ReactNode
}) {
  return (
    <>
      {Picture && <Picture className="mb-4 size-6 text-brand" aria-hidden />}
      <h3 className="text-[1.0625rem]">{title}</h3>
      <p className="mt-2 text-[1rem] leading-relaxed text-muted">{children}</p>
    </>
  )
}

/** A picture of a wide screen; on a phone it runs over both edges, so that it can still be read. */
export const WidePicture = ({ children }: { children: ReactNode }) => (
  <div className="max-sm:-mx-6 max-sm:overflow-hidden max-sm:contain-inline-size">
    <div className="max-sm:-ms-36 max-sm:w-[46rem]">{children}</div>
  </div>
)

/** A link that leads on, large enough for a thumb. */
export const OnwardLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-link inline-flex min-h-11 items-center text-[1rem] font-medium">
    {children}
  </Link>
)
