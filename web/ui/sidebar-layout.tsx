import { Menu, Search } from 'lucide-react'
import { Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { lazyPart } from './plain/lazy-part.ts'
import { IconButton } from './icon-button.tsx'
import { SkipLink } from './plain/skip-link.tsx'
import { SearchButton } from './search-button.tsx'
import { useNavigationRail } from './use-navigation-rail.ts'

const Drawer = lazyPart(async () => ({ default: (await import('./drawer.tsx')).Drawer }))

type SidebarLayoutProps = {
  brand: ReactNode
  /** Names the navigation. */
  label: string
  sidebar: ReactNode
  /** The page's address: when it changes the drawer closes. */
  currentPath?: string | undefined
  /** Opens a search of everything, where there is one. */
  onSearch?: (() => void) | undefined
  children: ReactNode
}

type SidebarContentProps = {
  brand: ReactNode
  label: string
  toggle?: ReactNode
  search?: ReactNode
  children: ReactNode
}

function SidebarContent({ brand, label, toggle, search, children }: SidebarContentProps) {
  return (
    <>
      <div className="flex items-center justify-between ps-5 pe-3 pt-6 pb-2 rail:flex-col rail:gap-1 rail:px-0 rail:pt-4 rail:pb-0 rail:[&_a>span]:sr-only">
        {brand}
        {toggle}
      </div>
      {search}
      <nav aria-label={label} className="flex flex-1 flex-col">
        {children}
      </nav>
    </>
  )
}

/**
 * Navigation at the side, the page beside it. Where there is less room it is a rail of icons that can be widened; on
 * small screens a bar with a drawer.
 */
export function SidebarLayout({
  brand,
  label,
  sidebar,
  currentPath,
  onSearch,
  children,
}: SidebarLayoutProps) {
  const [open, setOpen] = useState(false)
  const [isDrawerRequested, setWanted] = useState(false)
  const rail = useNavigationRail()
  const headerId = useId()
  useEffect(() => setOpen(false), [currentPath])
  function openDrawer() {
    setWanted(true)
    setOpen(true)
  }
  const toggle = (
    <IconButton
      label={rail.isOpen ? 'Collapse navigation' : 'Expand navigation'}
      icon={Menu}
      aria-expanded={rail.isOpen}
      aria-controls={headerId}
      className="xl:hidden"
      onClick={rail.toggle}
    />
  )
  return (
    <div className="isolate md:grid md:grid-cols-[auto_minmax(0,1fr)] print:block">
      <SkipLink />
      <header
        id={headerId}
        data-rail={rail.isOpen ? 'open' : 'closed'}
        className="sticky top-0 h-dvh w-64 overflow-x-hidden overflow-y-auto border-e border-line bg-surface max-md:hidden md:flex md:flex-col print:hidden rail:w-14"
      >
        <SidebarContent
          brand={brand}
          label={label}
          toggle={toggle}
          search={onSearch && <SearchButton onPress={onSearch} />}
        >
          {sidebar}
        </SidebarContent>
      </header>
      <header className="sticky top-0 z-30 flex min-h-14 items-center justify-between gap-4 border-b border-line bg-surface ps-4 pe-2 md:hidden print:hidden">
        {brand}
        <div className="flex">
          {onSearch && <IconButton label="Search" icon={Search} aria-haspopup="dialog" onClick={onSearch} />}
          <IconButton label="Open navigation" icon={Menu} aria-expanded={open} onClick={openDrawer} />
        </div>
      </header>
      {isDrawerRequested && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen} title={label}>
            <SidebarContent brand={brand} label={label}>
              {sidebar}
            </SidebarContent>
          </Drawer>
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:max-md:px-6 lg:px-6 lg:py-8 xl:px-10">
        {children}
      </main>
    </div>
  )
}
