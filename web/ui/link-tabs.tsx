import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from './plain/link.tsx'
import { TabCount, tabClass, tabListClass } from './tab-styles.tsx'

export type LinkTab = { href: string; label: string; count?: number | string | undefined; current: boolean }

type LinkTabsProps = { label: string; tabs: readonly LinkTab[]; className?: string | undefined }

/** Views of one list, each with its own address. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  const list = useRef<HTMLElement>(null)
  const shown = tabs.find(({ current }) => current)?.href
  // Where not all of them fit, the one that is open is in sight.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!list.current || !current) return
    const { left, right } = current.getBoundingClientRect()
    const around = list.current.getBoundingClientRect()
    list.current.scrollLeft += Math.min(left - around.left, Math.max(0, right - around.right))
  }, [shown])
  return (
    <nav ref={list} aria-label={label} className={clsx(tabListClass, className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
          className={tabClass}
        >
          {tab.label}
          <TabCount count={tab.count} />
        </Link>
      ))}
    </nav>
  )
}
