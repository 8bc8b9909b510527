import { Fragment } from 'react'
import { keyText, type Shortcut } from './keyboard-shortcuts.ts'

/** The keys of a shortcut, each as it stands on the keyboard: 'Ctrl K', '↑ or ↓'. */
export function ShortcutKeys({ shortcut }: { shortcut: Shortcut }) {
  return (
    <span className="whitespace-nowrap">
      {shortcut.keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="text-xs text-muted"> or </span>}
          <kbd className="key">{keyText(key, shortcut)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
