import { clsx } from 'clsx'
import { Link } from './plain/link.tsx'
import { TabCount, tabClass, tabListClass } from './tab-look.tsx'

export type LinkTab = { href: string; label: string; count?: number | string | undefined; current: boolean }

type LinkTabsProps = { label: string; tabs: readonly LinkTab[]; className?: string | undefined }

/** Views of one list, each with its own address. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={clsx(tabListClass, className)}>
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
