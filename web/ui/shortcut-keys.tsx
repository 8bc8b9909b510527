import { Fragment } from 'react'
import type { Shortcut } from './keyboard-shortcuts.ts'

const keyLabels: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓' }
const labelOf = (key: string) => keyLabels[key] ?? (key.length === 1 ? key.toUpperCase() : key)

const hasCommandKey = () => /mac|iphone|ipad/i.test(navigator.platform)

const kbdClass = 'rounded-sm border border-line bg-paper px-1.5 font-sans text-xs leading-5 text-muted'

/** The keys of a shortcut as this device has them: 'Ctrl K', '⌘ K', '↑ or ↓'. */
export function ShortcutKeys({ shortcut: { keys, withCommand } }: { shortcut: Shortcut }) {
  return (
    <span className="whitespace-nowrap">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="px-1 text-xs text-muted"> or </span>}
          <kbd className={kbdClass}>
            {withCommand && `${hasCommandKey() ? '⌘' : 'Ctrl'} `}
            {labelOf(key)}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
