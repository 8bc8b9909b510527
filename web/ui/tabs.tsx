import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { TabCount, tabClass, tabListClass } from './tab-look.tsx'

export type Tab = { value: string; label: string; count?: number | undefined; content: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  className?: string | undefined
}

/** Views of one thing on one page. Where each view has an address, use `LinkTabs`. */
export function Tabs({ label, tabs, value, defaultValue, onChange, className }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: defaultValue ?? tabs[0]?.value } : { value }
  return (
    <Base.Root {...chosen} onValueChange={(next: string) => onChange?.(next)} className={className}>
      <Base.List aria-label={label} className={tabListClass}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            <TabCount count={tab.count} />
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
