import { ChevronDown, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import frame from '../../../build/content/page.frame.json'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'

type BarProps = { here: string; capacityTest: string }

const { home, contact, signIn, register, solutions } = frame

/** A page whose own scripts, if it has any, begin with it: loaded whole, not drawn in place. */
const ariaCurrent = (here: string, href: string) => (here === href ? ('page' as const) : undefined)

const linkClass =
  'inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink'

/** The navigation bar of section 2: in one row where there is room, behind one button where there is not. */
export function PublicBar(props: BarProps) {
  return (
    <>
      <WideBar {...props} />
      <NarrowBar {...props} />
    </>
  )
}

function WideBar({ here, capacityTest }: BarProps) {
  return (
    <nav aria-label="Main" className="max-lg:hidden">
      <ul className="flex items-center gap-1">
        <BarLink here={here} {...home} />
        <li>
          <SolutionsMenu here={here} />
        </li>
        <BarLink here={here} {...contact} />
        <li className="ms-1">
          <CapacityTest href={capacityTest} />
        </li>
        <BarLink here={here} {...signIn} drawn />
        <li className="ms-1">
          <ButtonLink href={register.href} aria-current={ariaCurrent(here, register.href)}>
            {register.label}
          </ButtonLink>
        </li>
      </ul>
    </nav>
  )
}

type BarLinkProps = { here: string; href: string; label: string; drawn?: boolean }

function BarLink({ here, href, label, drawn = false }: BarLinkProps) {
  return (
    <li>
      <Link href={href} reload={!drawn} aria-current={ariaCurrent(here, href)} className={linkClass}>
        {label}
      </Link>
    </li>
  )
}

const CapacityTest = ({ href }: { href: string }) => (
  <ButtonLink href={href} reload variant="quiet">
    {frame.capacityTest.label}
  </ButtonLink>
)

/** Opens by press and by key without a script; `public-menus.mjs` adds Escape and closes it when it is left. */
function MenuDetails({
  className,
  summary,
  children,
}: {
  className?: string
  summary: ReactNode
  children: ReactNode
}) {
  return (
    <details data-menu="" className={className}>
      {summary}
      {children}
    </details>
  )
}

const summaryClass = 'list-none select-none [&::-webkit-details-marker]:hidden'

function SolutionsMenu({ here }: { here: string }) {
  const isHere = solutions.some(({ href }) => href === here)
  return (
    <MenuDetails
      className="group relative"
      summary={
        <summary className={`${linkClass} ${summaryClass} gap-1 ${isHere ? 'text-ink' : ''}`}>
          {frame.solutionsLabel}
          <ChevronDown className="size-4 group-open:rotate-180" aria-hidden />
        </summary>
      }
    >
      <ul className="absolute end-0 top-full mt-2 grid w-[36rem] grid-cols-2 gap-1 rounded-lg bg-surface p-3 shadow-pop">
        {solutions.map(({ href, label, text }) => (
          <li key={href}>
            <Link
              href={href}
              reload
              aria-current={ariaCurrent(here, href)}
              className="block rounded-md p-3 hover:bg-paper aria-[current]:bg-brand-soft"
            >
              <span className="block font-medium">{label}</span>
              <span className="block text-small text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </MenuDetails>
  )
}

function NarrowBar({ here, capacityTest }: BarProps) {
  return (
    <nav aria-label="Main" className="flex items-center gap-1 lg:hidden">
      <Link
        href={signIn.href}
        aria-current={ariaCurrent(here, signIn.href)}
        className={`${linkClass} max-[22rem]:hidden`}
      >
        {signIn.label}
      </Link>
      <MenuDetails
        summary={
          <summary
            className={`${summaryClass} inline-flex min-h-11 items-center gap-2 rounded-md border border-line px-3 font-medium`}
          >
            <Menu className="size-4.5" aria-hidden />
            {frame.menuLabel}
          </summary>
        }
      >
        <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-surface px-6 pt-2 pb-6 shadow-pop">
          <NarrowLinks here={here} links={[home]} />
          <p className="mt-3 px-3 text-small font-semibold text-muted">{frame.solutionsLabel}</p>
          <NarrowLinks here={here} links={solutions} className="sm:columns-2" />
          <NarrowLinks here={here} links={[contact, signIn]} className="mt-3 border-t border-line pt-3" />
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <CapacityTest href={capacityTest} />
            <ButtonLink href={register.href}>{register.label}</ButtonLink>
          </div>
        </div>
      </MenuDetails>
    </nav>
  )
}

type NarrowLinksProps = {
  here: string
  links: readonly { href: string; label: string }[]
  className?: string
}

function NarrowLinks({ here, links, className }: NarrowLinksProps) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <Link
            href={href}
            reload={href !== signIn.href}
            aria-current={ariaCurrent(here, href)}
            className="flex min-h-11 items-center rounded-md px-3 hover:bg-paper aria-[current]:bg-brand-soft aria-[current]:font-medium"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
