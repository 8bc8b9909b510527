import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import {
  areSingleKeysOn,
  keyboardShortcuts,
  saveSingleKeys,
  type ShortcutName,
} from '../../ui/keyboard-shortcuts.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { descriptions } from './shortcut-descriptions.ts'

/** All keyboard shortcuts, and whether letters alone are among them. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const [isUnsaved, setUnsaved] = useState(false)
  function change(next: boolean) {
    const isSaved = saveSingleKeys(next)
    setUnsaved(!isSaved)
    if (isSaved) setOn(next)
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts" size="medium">
      <div className="space-y-5">
        {descriptions.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="pb-1 text-small font-medium text-muted">{title}</h3>
            <dl className="divide-y divide-line">
              {Object.entries(shortcuts).map(([name, text]) => (
                <div key={name} className="flex items-center justify-between gap-4 py-2">
                  <dt>{text}</dt>
                  <dd>
                    <ShortcutKeys shortcut={keyboardShortcuts[name as ShortcutName]} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <CheckboxField
          id="single-key-shortcuts"
          label="Use single-key shortcuts on this device"
          hint="Turn off if you dictate, or press keys by mistake. N, / and ? then do nothing on their own."
          checked={isOn}
          onChange={({ target: { checked } }) => change(checked)}
        />
        {isUnsaved && (
          <InlineMessage tone="warn">
            This browser stores no settings, so this cannot be changed.
          </InlineMessage>
        )}
      </div>
    </Dialog>
  )
}
