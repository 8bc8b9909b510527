import { Menu } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from './plain/lazy-part.ts'
import { IconButton } from './icon-button.tsx'
import { SkipLink } from './plain/skip-link.tsx'

const Drawer = lazyPart(async () => ({ default: (await import('./drawer.tsx')).Drawer }))

type SidebarLayoutProps = {
  brand: ReactNode
  /** Names the navigation. */
  label: string
  sidebar: ReactNode
  /** The page's address: when it changes the drawer closes. */
  currentPath?: string | undefined
  children: ReactNode
}

function SidebarContent({
  brand,
  label,
  children,
}: {
  brand: ReactNode
  label: string
  children: ReactNode
}) {
  return (
    <>
      <div className="px-5 pt-6 pb-2">{brand}</div>
      <nav aria-label={label} className="flex flex-1 flex-col">
        {children}
      </nav>
    </>
  )
}

/** Navigation at the side, the page beside it; on small screens a bar with a drawer. */
export function SidebarLayout({ brand, label, sidebar, currentPath, children }: SidebarLayoutProps) {
  const [open, setOpen] = useState(false)
  const [isDrawerRequested, setWanted] = useState(false)
  useEffect(() => setOpen(false), [currentPath])
  function openDrawer() {
    setWanted(true)
    setOpen(true)
  }
  const content = (
    <SidebarContent brand={brand} label={label}>
      {sidebar}
    </SidebarContent>
  )
  return (
    <div className="isolate lg:grid lg:grid-cols-[16rem_1fr] print:block">
      <SkipLink />
      <header className="sticky top-0 h-dvh overflow-y-auto border-e border-line bg-surface max-lg:hidden lg:flex lg:flex-col print:hidden">
        {content}
      </header>
      <header className="sticky top-0 z-30 flex min-h-14 items-center justify-between gap-4 border-b border-line bg-surface ps-4 pe-2 lg:hidden print:hidden">
        {brand}
        <IconButton label="Open navigation" icon={Menu} aria-expanded={open} onClick={openDrawer} />
      </header>
      {isDrawerRequested && (
        <Suspense>
          <Drawer open={open} onOpenChange={setOpen} title={label}>
            {content}
          </Drawer>
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-6 lg:px-10 lg:py-8">
        {children}
      </main>
    </div>
  )
}
